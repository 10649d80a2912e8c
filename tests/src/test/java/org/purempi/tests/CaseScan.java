package org.purempi.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.purempi.Communicator;
import org.purempi.tests.device.HostOnly;

/** Finds the cases: methods marked {@link OnRanks} in classes whose name ends in Cases. */
final class CaseScan {
  /** Only cases whose name, package and all, contains this run: {@code -Dcase=ProbeCases}. */
  static final String WANTED = System.getProperty("case", "");

  private static final String SUFFIX = "Cases.class";

  private static final String OF_DEVICES = ".device.";

  private CaseScan() {}

  /** On which worlds a case runs. */
  enum Worlds {
    /** On all that it names. */
    ALL,
    /** On four ranks, or else on two, if it names them: each further job has to start, too. */
    FEW,
    /** On three ranks, or else on as few as it names, with buffers in a device's memory. */
    DEVICES,
    /** Those that are about devices. */
    OF_DEVICES
  }

  /** The cases for worlds of {@code ranks} ranks, in an order that is the same everywhere. */
  static List<RankCase> cases(int ranks, Worlds worlds) {
    return all().stream()
        .filter(
            c ->
                switch (worlds) {
                  case ALL -> c.runsOn(ranks);
                  case FEW -> c.runsOn(ranks) && c.shortRun() == ranks;
                  case DEVICES -> c.deviceRun() == ranks && !HostOnly.isOne(c.fullName());
                  case OF_DEVICES -> c.runsOn(ranks) && c.fullName().contains(OF_DEVICES);
                })
        .filter(c -> c.fullName().contains(WANTED))
        .map(c -> worlds == Worlds.DEVICES ? c.onDevices() : c)
        .toList();
  }

  /** Every size of world that some case runs on, ascending. */
  static List<Integer> sizes() {
    return all().stream()
        .flatMapToInt(c -> Arrays.stream(c.where().value()))
        .distinct()
        .sorted()
        .boxed()
        .toList();
  }

  private static List<RankCase> all() {
    Path classes =
        Path.of(
            URI.create(CaseScan.class.getProtectionDomain().getCodeSource().getLocation() + ""));
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .filter(f -> f.toString().endsWith(SUFFIX))
          .map(
              f -> classes.relativize(f).toString().replace('/', '.').replaceFirst("\\.class$", ""))
          .sorted()
          .flatMap(CaseScan::casesOf)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<RankCase> casesOf(String className) {
    try {
      Class<?> type = Class.forName(className);
      return Arrays.stream(type.getDeclaredMethods())
          .filter(m -> m.isAnnotationPresent(OnRanks.class))
          .sorted(Comparator.comparing(Method::getName))
          .map(CaseScan::checked);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RankCase checked(Method m) {
    if (!Modifier.isStatic(m.getModifiers())
        || !Arrays.equals(m.getParameterTypes(), new Class<?>[] {Communicator.class})) {
      throw new IllegalStateException(m + ": a case is static and takes one Communicator");
    }
    m.setAccessible(true);
    return new RankCase(m, m.getAnnotation(OnRanks.class));
  }
}
