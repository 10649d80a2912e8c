package org.purempi.tests.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Window;

/**
 * Makes, uses and frees windows of all kinds, then asks for as many that cannot be made, and looks
 * at what has become of its heap, its open files and the shared memory.
 *
 * <p>Arguments: the number of windows; {@code threads} for ranks that are threads.
 */
final class ManyWindowsProgram {
  private static final int KINDS = 4;

  /** All of them together would not fit. */
  private static final int BYTES = 64 << 10;

  private static final long TOO_MANY_BYTES = 1L << 50;

  /** Less than a window, of which there are thousands, keeps for itself. */
  private static final long MOST_BYTES_EACH = 100;

  private static final int FEW = 10;

  private ManyWindowsProgram() {}

  public static void main(String[] args) throws Exception {
    int windows = Integer.parseInt(args[0]);
    if (args.length > 1) {
      Mpi.runThreads(2, world -> run(world, windows));
      return;
    }
    try (Mpi mpi = Mpi.init(args)) {
      run(mpi.world(), windows);
    }
  }

  private static void run(Communicator world, int windows) throws IOException {
    makeAndRefuse(world, windows / FEW);
    Usage before = Usage.now(world);
    makeAndRefuse(world, windows);
    Usage after = Usage.now(world);
    if (world.rank() == 0) {
      boolean isSame =
          after.heapBytes - before.heapBytes < MOST_BYTES_EACH * windows
              && after.files - before.files < FEW
              && after.shared - before.shared < FEW;
      System.out.println((isSame ? "nothing leaks: " : "leaks: ") + before + " … " + after);
    }
  }

  private static void makeAndRefuse(Communicator world, int windows) {
    for (int i = 0; i < windows; i++) {
      use(make(world, i % KINDS), i % KINDS);
    }
    for (int i = 0; i < windows; i++) {
      try (Window window = Window.allocateShared(world, TOO_MANY_BYTES, 1)) {
        throw new IllegalStateException("there is memory for " + window);
      } catch (MpiException e) {
        if (e.errorClass() != ErrorClass.NO_MEM) {
          throw e;
        }
      }
    }
  }

  private static Window make(Communicator world, int kind) {
    return switch (kind) {
      case 0 -> Window.create(world, Buf.of(new long[1]));
      case 1 -> Window.allocate(world, BYTES, Long.BYTES);
      case 2 -> Window.allocateShared(world, BYTES, Long.BYTES);
      default -> Window.createDynamic(world, Info.EMPTY);
    };
  }

  private static void use(Window window, int kind) {
    try (window) {
      try (var _ = window.lockAll()) {
        if (kind < 3) {
          window.accumulate(Buf.of(new long[] {1}), 0, 0, Op.SUM);
        }
      }
    }
  }

  /** What a process has. */
  private record Usage(long heapBytes, long files, long shared) {
    static Usage now(Communicator world) throws IOException {
      world.barrier();
      System.gc();
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      var usage =
          new Usage(
              runtime.totalMemory() - runtime.freeMemory(),
              entries("/proc/self/fd"),
              entries("/dev/shm"));
      world.barrier();
      return usage;
    }

    private static long entries(String directory) throws IOException {
      try (Stream<Path> all = Files.list(Path.of(directory))) {
        return all.count();
      }
    }
  }
}
