package org.purempi.tests.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.purempi.Communicator;
import org.purempi.FileMode;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.MpiFile;
import org.purempi.MpiTimeoutException;
import org.purempi.Request;
import org.purempi.Window;

/** Hangs in the way that its argument says; the lines are found by their marks. */
final class HangingProgram {
  private static final int LARGE = 1 << 20;
  private static final int TAG = 5;

  /** Longer than a job stands still in the tests before it ends. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private HangingProgram() {}

  public static void main(String[] args) throws InterruptedException {
    try (Mpi mpi = Mpi.init(args)) {
      if (mpi.world().rank() == 0) {
        System.out.println("ready");
      }
      hang(mpi.world(), args[0]);
    }
  }

  static void hang(Communicator world, String how) throws InterruptedException {
    switch (how) {
      case "wrong tag" -> wrongTag(world);
      case "cycle of sends" -> cycle(world);
      case "ring" -> ring(world);
      case "missing collective" -> missing(world);
      case "wait any" -> waitAny(world);
      case "probe" -> probe(world);
      case "computes" -> computes(world);
      case "pauses" -> pauses(world);
      case "waits with a limit" -> waitsWithLimit(world);
      case "roots" -> roots(world);
      case "wrong communicator" -> wrongCommunicator(world);
      case "lock" -> lock(world);
      case "start" -> start(world);
      case "complete" -> complete(world);
      case "fence" -> fence(world);
      case "file" -> file(world);
      case "helper" -> helper(world);
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void wrongTag(Communicator world) {
    if (world.rank() == 0) {
      world.send(new double[3], 1, TAG + 1);
      world.recv(new int[1], 1, 0); // MARK recv of rank 0
    } else {
      world.recv(new double[10], 0, TAG); // MARK recv of rank 1
    }
  }

  private static void cycle(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    world.ssend(new byte[LARGE], right, TAG); // MARK ssend
  }

  private static void ring(Communicator world) {
    world.ssend(new int[1], (world.rank() + 1) % world.size(), TAG); // MARK ring
  }

  private static void missing(Communicator world) {
    try (Communicator half = world.dup()) {
      half.barrier();
      if (world.rank() == 0) {
        half.recv(new int[1], 1, TAG); // MARK rank 0 elsewhere
      } else {
        half.barrier(); // MARK barrier
      }
    }
  }

  private static void waitAny(Communicator world) {
    int peer = 1 - world.rank();
    List<Request<?>> both =
        List.of(world.irecv(new int[1], peer, 1), world.irecv(new int[2], peer, 2));
    world.mpi().waitAny(both); // MARK waitAny
  }

  private static void probe(Communicator world) {
    world.probe(Mpi.ANY_SOURCE, TAG); // MARK probe
  }

  /** Goes on after a while. */
  private static void pauses(Communicator world) throws InterruptedException {
    if (world.rank() == 0) {
      Thread.sleep(PAUSE);
    }
    world.barrier();
    System.out.println("done");
  }

  /** The same, but in MPI. */
  private static void waitsWithLimit(Communicator world) {
    if (world.rank() == 0) {
      Request<?> never = world.irecv(new int[1], 1, TAG);
      try {
        var unused = never.waitFor(PAUSE);
      } catch (MpiTimeoutException e) {
        never.cancel();
      }
    }
    world.barrier();
    System.out.println("done");
  }

  private static void roots(Communicator world) {
    world.bcast(new int[1], 1 - world.rank()); // MARK bcast
  }

  private static void wrongCommunicator(Communicator world) {
    Communicator other = world.dup();
    other.setName("the other");
    if (world.rank() == 0) {
      other.send(new int[1], 1, TAG);
    }
    world.recv(new int[1], 1 - world.rank(), TAG);
  }

  private static void lock(Communicator world) {
    Window window = Window.allocate(world, 8, 1);
    if (world.rank() == 0) {
      var unused = window.lock(LockType.EXCLUSIVE, 1);
      world.barrier();
      world.recv(new int[1], 1, TAG); // MARK holds the lock
    } else {
      world.barrier();
      var unused = window.lock(LockType.EXCLUSIVE, 1); // MARK wants the lock
    }
  }

  private static void start(Communicator world) {
    Window window = Window.allocate(world, 8, 1);
    if (world.rank() == 0) {
      var unused = window.start(world.group().incl(1)); // MARK start
    } else {
      world.recv(new int[1], 0, TAG);
    }
  }

  private static void complete(Communicator world) {
    Window window = Window.allocate(world, 8, 1);
    if (world.rank() == 0) {
      var unused = window.start(world.group().incl(1));
      world.recv(new int[1], 1, TAG);
    } else {
      var unused = window.post(world.group().incl(0));
      window.waitFor(); // MARK waitFor
    }
  }

  private static void fence(Communicator world) {
    Window window = Window.allocate(world, 8, 1);
    if (world.rank() == 0) {
      world.recv(new int[1], 1, TAG); // MARK not in the fence
    } else {
      window.fence(); // MARK fence
    }
  }

  private static void file(Communicator world) {
    MpiFile file =
        MpiFile.open(
            world,
            Path.of(System.getProperty("java.io.tmpdir"), "purempi-hang-file"),
            FileMode.CREATE,
            FileMode.RDWR,
            FileMode.DELETE_ON_CLOSE);
    if (world.rank() == 0) {
      world.recv(new int[1], 1, TAG); // MARK not in the file
    } else {
      file.writeAll(new int[1]); // MARK writeAll
    }
  }

  /** Its other thread still acts. */
  private static void helper(Communicator world) {
    if (world.rank() == 0) {
      Thread.ofPlatform()
          .start(
              () -> {
                LockSupport.parkNanos(PAUSE.toNanos());
                world.send(new int[1], 1, TAG);
              });
      world.recv(new int[1], 1, TAG);
    } else {
      world.recv(new int[1], 0, TAG);
      world.send(new int[1], 0, TAG);
    }
    System.out.println("done");
  }

  private static void computes(Communicator world) throws InterruptedException {
    if (world.rank() == 0) {
      Thread.sleep(Long.MAX_VALUE); // MARK computing
    } else {
      world.barrier(); // MARK waiting for rank 0
    }
  }
}
