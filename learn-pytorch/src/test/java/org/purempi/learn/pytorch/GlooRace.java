package org.purempi.learn.pytorch;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Op;

/**
 * Allreduce of float32 in place, ours and Gloo's, which take turns on the same memory of the same
 * ranks. Arguments: the file of Gloo's store, its network interface, the number of rounds (ten
 * times as many of up to 1 MiB). Prints "allreduce.ours ranks bytes median best" and the same of
 * Gloo, in microseconds of the slowest rank. benchmarks/gloo runs it.
 */
final class GlooRace {
  private static final long FIRST_BYTES = 1 << 10;
  private static final long LAST_BYTES = 64 << 20;
  private static final int STEP = 4;

  /** A turn of short ones is some calls, and there are more turns: a busy machine spares a few. */
  private static final long SHORT_BYTES = 1 << 20;

  private static final int CALLS = 5;
  private static final int MORE_ROUNDS = 10;

  private GlooRace() {}

  public static void main(String[] args) {
    try (Mpi mpi = Mpi.init(args);
        Arena arena = Arena.ofShared()) {
      Communicator world = mpi.world();
      TorchLibrary.load(world);
      var gloo = new Gloo(world, args[0], args[1]);
      for (long bytes = FIRST_BYTES; bytes <= LAST_BYTES; bytes *= STEP) {
        race(world, gloo, arena.allocate(bytes, 64), Integer.parseInt(args[2]));
      }
    }
  }

  private static void race(Communicator world, Gloo gloo, MemorySegment memory, int rounds) {
    var numbers = Gloo.floats(memory);
    Buf buf = Buf.of(memory, memory.byteSize() / Float.BYTES, Datatype.FLOAT);
    Runnable ours = () -> world.allreduce(Buf.IN_PLACE, buf, Op.SUM);
    Runnable theirs = () -> gloo.allreduce(numbers);
    check(world, memory, ours);
    check(world, memory, theirs);
    memory.fill((byte) 0); // sums of sums would become infinite
    boolean isShort = memory.byteSize() <= SHORT_BYTES;
    var turns = new Turns(world, isShort ? rounds * MORE_ROUNDS : rounds);
    turns.calls(isShort ? CALLS : 1);
    turns.add("allreduce.ours", ours);
    turns.add("allreduce.gloo", theirs);
    turns.run(memory.byteSize() + "");
  }

  private static void check(Communicator world, MemorySegment memory, Runnable allreduce) {
    int count = Math.toIntExact(memory.byteSize() / Float.BYTES);
    for (int i = 0; i < count; i++) {
      memory.setAtIndex(JAVA_FLOAT, i, i % 1000 + world.rank());
    }
    allreduce.run();
    int ranks = world.size();
    for (int i = 0; i < count; i++) {
      float sum = i % 1000 * ranks + ranks * (ranks - 1) / 2f;
      if (memory.getAtIndex(JAVA_FLOAT, i) != sum) {
        throw new IllegalStateException("a wrong sum at " + i + " of " + count);
      }
    }
  }
}
