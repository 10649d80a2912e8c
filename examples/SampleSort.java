import java.util.Arrays;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.VBuf;

/**
 * Sorts numbers that are spread over the ranks. Each rank sorts its own and gives a few samples;
 * from all samples everybody derives the same splitters; then every number goes to the rank whose
 * range it falls in, all at once (alltoallv).
 *
 * <pre>
 * bin/mpiexec -n 4 examples/SampleSort.java
 * </pre>
 */
public final class SampleSort {
  private static final int NUMBERS = 50_000;

  public static void main(String[] args) {
    Mpi.run(4, SampleSort::run);
  }

  static void run(Communicator world) {
    long[] mine = new Random(world.rank()).longs(NUMBERS).toArray();
    Arrays.sort(mine);
    long[] sorted = exchange(world, mine, splitters(world, mine));
    Arrays.sort(sorted);
    check(world, mine, sorted);
  }

  /** {@code size} − 1 numbers that cut all ranks' numbers in about equal parts. */
  static long[] splitters(Communicator world, long[] mine) {
    int size = world.size();
    long[] samples = new long[size];
    Arrays.setAll(samples, i -> mine[(int) ((i + 0.5) * mine.length / size)]);
    long[] all = new long[size * size];
    world.allgather(samples, all);
    Arrays.sort(all);
    long[] splitters = new long[size - 1];
    Arrays.setAll(splitters, i -> all[(i + 1) * size]);
    return splitters;
  }

  /** Sends every number to the rank of its range; returns the numbers of this rank's range. */
  static long[] exchange(Communicator world, long[] mine, long[] splitters) {
    int[] sendCounts = new int[world.size()];
    int rank = 0;
    for (long number : mine) { // they are sorted: the ranges follow each other
      while (rank < splitters.length && number >= splitters[rank]) {
        rank++;
      }
      sendCounts[rank]++;
    }
    int[] receiveCounts = new int[world.size()];
    world.alltoall(sendCounts, receiveCounts);

    long[] received = new long[Arrays.stream(receiveCounts).sum()];
    world.alltoallv(VBuf.of(Buf.of(mine), sendCounts), VBuf.of(Buf.of(received), receiveCounts));
    return received;
  }

  /** The ranges follow each other, and no number was lost, made up or changed. */
  static void check(Communicator world, long[] before, long[] after) {
    long[] last = {after.length == 0 ? Long.MIN_VALUE : after[after.length - 1]};
    long[] below = {Long.MIN_VALUE};
    world.exscan(last, below, Op.MAX);
    boolean ordered = after.length == 0 || below[0] <= after[0];
    long count = world.allreduce(after.length - before.length, Op.SUM);
    long sum = world.allreduce(Arrays.stream(after).sum() - Arrays.stream(before).sum(), Op.SUM);
    if (!world.allreduce(ordered, Op.LAND) || count != 0 || sum != 0) {
      throw new IllegalStateException("rank %d: not sorted".formatted(world.rank()));
    }
    long largest = world.allreduce((long) after.length, Op.MAX);
    if (world.rank() == 0) {
      IO.println(
          "Sorted %d numbers; the fullest of %d ranks holds %d"
              .formatted((long) NUMBERS * world.size(), world.size(), largest));
    }
  }
}
