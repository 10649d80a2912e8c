package org.purempi.tests.spawn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import org.purempi.Communicator;
import org.purempi.ErrorHandler;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;

/**
 * Two jobs of this program meet at a port, whose name one of them writes into a file. Arguments:
 * what to do, and the file.
 */
public final class MeetingProgram {
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private MeetingProgram() {}

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      Path file = Path.of(args[1]);
      switch (args[0]) {
        case "accept" -> meet(world, accept(world, file), true);
        case "connect" -> meet(world, world.connect(read(world, file), LIMIT, 0), false);
        case "rounds" -> {
          for (int round = 0; round < Integer.parseInt(args[2]); round++) {
            accept(world, file).disconnect();
          }
        }
        case "rounds-connect" -> {
          for (int round = 0; round < Integer.parseInt(args[2]); round++) {
            world.connect(read(world, file), LIMIT, 0).disconnect();
            if (round == 1 || round == Integer.parseInt(args[2]) - 1) {
              System.out.println("open " + openFiles());
            }
          }
        }
        case "spawn" -> {
          Intercommunicator children = world.spawn(MeetingProgram.class.getName(), 3, "child", "");
          int size = children.remoteSize();
          children.barrier();
          children.disconnect();
          System.out.println("spawned " + size);
        }
        case "child" -> {
          Intercommunicator parent = mpi.getParent().orElseThrow();
          parent.barrier();
          parent.disconnect();
        }
        case "die" -> {
          Intercommunicator others = world.connect(read(world, file), LIMIT, 0);
          others.barrier();
          Runtime.getRuntime().halt(9);
        }
        case "mourn" -> {
          Intercommunicator others = accept(world, file);
          others.setErrhandler(ErrorHandler.RETURN);
          others.barrier();
          try {
            others.recv(new int[1], 0, 0);
          } catch (MpiException e) {
            System.out.println(e.errorClass());
          }
        }
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
  }

  private static int openFiles() throws IOException {
    try (var files = Files.list(Path.of("/proc/self/fd"))) {
      return (int) files.count();
    }
  }

  private static Intercommunicator accept(Communicator world, Path file) throws IOException {
    String port = "";
    if (world.rank() == 0) {
      port = world.mpi().openPort();
      Path part = Path.of(file + ".part");
      Files.writeString(part, port);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
    Intercommunicator others = world.accept(port, LIMIT, 0);
    if (world.rank() == 0) {
      world.mpi().closePort(port);
    }
    return others;
  }

  private static String read(Communicator world, Path file)
      throws IOException, InterruptedException {
    if (world.rank() > 0) {
      return "";
    }
    while (!Files.exists(file)) {
      Thread.sleep(5);
    }
    String port = Files.readString(file);
    Files.delete(file);
    return port;
  }

  private static void meet(Communicator world, Intercommunicator others, boolean isFirst) {
    try (Communicator all = others.merge(!isFirst)) {
      double[] sums = new double[50_000];
      Arrays.fill(sums, 1);
      all.allreduce(sums, Op.SUM);
      if (world.rank() == 0) {
        System.out.println(
            "%s of %d meets %d: %.0f"
                .formatted(isFirst ? "first" : "second", all.size(), others.remoteSize(), sums[0]));
      }
    }
    others.disconnect();
  }
}
