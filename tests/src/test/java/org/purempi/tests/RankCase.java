package org.purempi.tests;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import org.purempi.Communicator;
import org.purempi.tests.device.OnDevices;

/** A conformance case: what each rank does. */
record RankCase(Method method, OnRanks where) {
  String name() {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }

  String fullName() {
    return method.getDeclaringClass().getPackageName() + "." + name();
  }

  boolean runsOn(int ranks) {
    return Arrays.stream(where.value()).anyMatch(n -> n == ranks);
  }

  /** The world that stands for all others where time is short: of four ranks or of two. */
  int shortRun() {
    return runsOn(4) ? 4 : 2;
  }

  /** The world that stands for all others on devices: of three ranks, or else as many as it has. */
  int deviceRun() {
    return runsOn(3) ? 3 : runsOn(shortRun()) ? shortRun() : 1;
  }

  /** The same case on buffers in a device's memory. */
  RankCase onDevices() {
    return new RankCase(OnDevices.load(method), where);
  }

  Duration limit() {
    return Duration.ofSeconds(where.seconds());
  }

  void run(Communicator world) throws Exception {
    try {
      method.invoke(null, OnDevices.world(method, world));
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception x -> throw x;
        case Error x -> throw x;
        case null, default -> throw e;
      }
    }
  }
}
