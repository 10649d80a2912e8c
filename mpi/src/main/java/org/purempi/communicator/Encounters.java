package org.purempi.communicator;

import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.SpawnCommand;
import org.purempi.context.Bridge;
import org.purempi.pmi.SpawnProgram;
import org.purempi.spawn.Spawning;

/** What becomes of a communicator's ranks and those of other worlds (sections 11.8 and 11.9). */
final class Encounters {
  private static final String TIMEOUT = "timeout";

  private final LiveCommunicator of;

  Encounters(LiveCommunicator of) {
    this.of = of;
  }

  Intercommunicator accept(String portName, Info info, int root) {
    return meet(
        "accept",
        root,
        () ->
            of.home
                .ports()
                .accept(portName, of.peers, of.collective(), root, timeout(info), label()));
  }

  Intercommunicator connect(String portName, Info info, int root) {
    return meet(
        "connect",
        root,
        () ->
            of.home
                .ports()
                .connect(portName, of.peers, of.collective(), root, timeout(info), label()));
  }

  private String label() {
    return "connection of " + of.label();
  }

  private static @Nullable String timeout(@Nullable Info info) {
    return info == null ? null : info.get(TIMEOUT).orElse(null);
  }

  /** The intercommunicator with the root that accepts at a port; collective, from rank 0. */
  LiveIntercommunicator meet(String port, String label) {
    return meet(
        "connect",
        0,
        () -> of.home.ports().connect(port, of.peers, of.collective(), 0, null, label));
  }

  /** The intercommunicator of two processes that have a connection. */
  LiveIntercommunicator join(SocketChannel channel) {
    return meet(
        "join", 0, () -> of.home.ports().join(channel, of.peers, of.collective(), "joined socket"));
  }

  private LiveIntercommunicator meet(String call, int root, Supplier<Bridge> meeting) {
    of.requireOpen(call);
    if (root < 0 || root >= of.size()) {
      throw of.raise(
          new MpiArgumentException(
              ErrorClass.ROOT,
              of.at(call) + ": root is " + root + ", ranks are 0 to " + (of.size() - 1)));
    }
    try {
      return new LiveIntercommunicator(of.home, meeting.get(), of.errorHandler);
    } catch (MpiArgumentException e) {
      throw of.raise(of.at(call), e);
    } catch (MpiException e) {
      throw of.raise(
          new MpiException(e.errorClass(), of.at(call) + ": " + e.getMessage(), e.getCause()));
    }
  }

  Intercommunicator spawn(
      String command, String[] argv, int maxprocs, Info info, int root, int @Nullable [] errcodes) {
    return spawn(
        "spawn",
        root,
        errcodes,
        () -> List.of(program(command, Arrays.asList(argv), maxprocs, info)));
  }

  Intercommunicator spawnMultiple(
      List<SpawnCommand> commands, int root, int @Nullable [] errcodes) {
    return spawn(
        "spawnMultiple",
        root,
        errcodes,
        () -> {
          if (commands.isEmpty()) {
            throw wrong("there are no commands");
          }
          List<SpawnProgram> programs = new ArrayList<>();
          for (SpawnCommand one : commands) {
            programs.add(program(one.command(), one.arguments(), one.maxProcesses(), one.info()));
          }
          return programs;
        });
  }

  private static SpawnProgram program(
      @Nullable String command, List<String> arguments, int processes, Info info) {
    if (command == null || command.isEmpty()) {
      throw wrong("there is no command");
    }
    if (processes < 1) {
      throw wrong("maxprocs is " + processes + ": 1 or more processes can be started");
    }
    return new SpawnProgram(command, arguments, processes, info.pairs());
  }

  private static MpiArgumentException wrong(String what) {
    return new MpiArgumentException(ErrorClass.ARG, what);
  }

  private Intercommunicator spawn(
      String call, int root, int @Nullable [] errcodes, Supplier<List<SpawnProgram>> atRoot) {
    return meet(
        call,
        root,
        () -> {
          var spawning = new Spawning(of.home.ports(), of.home.launcher());
          Spawning.Outcome outcome = spawning.start(atRoot, of.peers, of.collective(), root);
          if (errcodes != null) {
            int[] codes = outcome.codes();
            System.arraycopy(codes, 0, errcodes, 0, Math.min(codes.length, errcodes.length));
          }
          if (!outcome.why().isEmpty()) {
            throw new MpiException(ErrorClass.SPAWN, outcome.why());
          }
          return spawning.await(of.peers, of.collective(), root, "children of " + of.label());
        });
  }
}
