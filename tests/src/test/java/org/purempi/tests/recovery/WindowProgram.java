package org.purempi.tests.recovery;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;

/**
 * Ranks that do all that windows can, of the kind that the first argument names, until one of them
 * has killed itself, at a moment that the second argument, a seed, decides. The others make a
 * smaller window then, count in it, and say so.
 */
@SuppressWarnings("try") // an epoch is open as long as its block
public final class WindowProgram {
  private static final int LONGS = 3000;
  private static final int LONGEST_MILLIS = 1000;
  private static final int ROUNDS = 20;

  private final Communicator comm;
  private final String kind;
  private final Arena arena = Arena.ofShared();
  private final long[] addresses;

  private WindowProgram(Communicator comm, String kind) {
    this.comm = comm;
    this.kind = kind;
    this.addresses = new long[comm.size()];
  }

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      world.setErrhandler(ErrorHandler.RETURN);
      var random = new Random(Long.parseLong(args[1]));
      int victim = random.nextInt(world.size());
      int millis = random.nextInt(LONGEST_MILLIS);
      Runnable death = world.rank() == victim ? () -> dieIn(millis) : () -> {};
      String ended = new WindowProgram(world, args[0]).untilOneDies(death);
      Communicator left = world.shrink();
      while (left.size() == world.size()) { // it has not died yet
        left = world.shrink();
      }
      left.setErrhandler(ErrorHandler.RETURN);
      long count = new WindowProgram(left, args[0]).count();
      System.out.println("survived with " + count);
      System.err.println(ended);
    }
  }

  private static void dieIn(int millis) {
    try {
      Thread.sleep(millis);
      new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
      Thread.sleep(Long.MAX_VALUE);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Window window() {
    return switch (kind) {
      case "allocate" -> Window.allocate(comm, LONGS * 8L, 8);
      case "shared" -> Window.allocateShared(comm, LONGS * 8L, 8);
      case "create" -> Window.create(comm, Buf.of(new long[LONGS]), 8, Info.EMPTY);
      case "dynamic" -> {
        Window window = Window.createDynamic(comm, Info.EMPTY);
        MemorySegment memory = arena.allocate(LONGS * 8L, 8);
        long[] mine = {window.attach(memory)};
        comm.allgather(mine, addresses);
        yield window;
      }
      default -> throw new IllegalArgumentException(kind);
    };
  }

  /** Where a number lies in a rank's part. */
  private long at(int rank, int index) {
    return kind.equals("dynamic") ? addresses[rank] + index * 8L : index;
  }

  private String untilOneDies(Runnable death) {
    var random = new Random(comm.rank());
    String step = "nothing";
    for (int n = 0; true; n++) {
      try (Window window = window()) {
        if (n == 0) {
          Thread.ofPlatform().daemon().start(death);
        }
        window.setErrhandler(ErrorHandler.RETURN);
        for (int i = 0; i < ROUNDS; i++) {
          step = "locks";
          locks(window, random);
          step = "all";
          all(window, random);
          step = "fence";
          fence(window);
          step = "targets";
          targets(window);
        }
        step = "close";
      } catch (ProcessFailedException e) {
        return step + ": " + e + Arrays.toString(e.getSuppressed());
      }
    }
  }

  private void locks(Window window, Random random) {
    int to = random.nextInt(comm.size());
    LockType type = random.nextBoolean() ? LockType.EXCLUSIVE : LockType.SHARED;
    try (var epoch = window.lock(type, to)) {
      window.put(Buf.of(new long[100]), to, at(to, 10), 100, Datatype.LONG);
      window.flush(to);
      long[] got = new long[50];
      window.get(Buf.of(got), to, at(to, 20), 50, Datatype.LONG);
      Request<Status> read = window.rget(Buf.of(got), to, at(to, 20), 50, Datatype.LONG);
      Request<Status> write = window.rput(Buf.of(new long[9]), to, at(to, 100), 9, Datatype.LONG);
      read.waitFor();
      write.waitFor();
    }
  }

  private void all(Window window, Random random) {
    try (var epoch = window.lockAll()) {
      for (int i = 0; i < 5; i++) {
        int to = random.nextInt(comm.size());
        window.accumulate(Buf.of(new long[LONGS]), to, at(to, 0), LONGS, Datatype.LONG, Op.SUM);
        window.fetchAndAdd(to, at(to, 1), 1L);
        window.compareAndSwap(to, at(to, 2), 0L, 1L);
        window.accumulate(Buf.of(new long[] {1}), to, at(to, 3), 1, Datatype.LONG, Op.SUM);
      }
      window.flushAll();
    }
  }

  private void fence(Window window) {
    window.fence();
    int to = (comm.rank() + 1) % comm.size();
    window.put(Buf.of(new long[LONGS]), to, at(to, 0), LONGS, Datatype.LONG);
    window.fence();
  }

  private void targets(Window window) {
    int size = comm.size();
    Group all = comm.group();
    Group before = all.incl((comm.rank() + size - 1) % size);
    int next = (comm.rank() + 1) % size;
    try (var exposure = window.post(before);
        var access = window.start(all.incl(next))) {
      window.put(Buf.of(new long[9]), next, at(next, 0), 9, Datatype.LONG);
    }
  }

  /** Every rank adds one to every part; what is in this rank's then. */
  private long count() {
    try (Window window = window()) {
      window.fence();
      for (int to = 0; to < comm.size(); to++) {
        window.accumulate(Buf.of(new long[] {1}), to, at(to, 7), 1, Datatype.LONG, Op.SUM);
      }
      window.fence();
      long[] mine = new long[1];
      int me = comm.rank();
      window.get(Buf.of(mine), me, at(me, 7), 1, Datatype.LONG);
      window.fence();
      return mine[0];
    }
  }
}
