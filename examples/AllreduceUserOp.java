import java.util.Random;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;

/**
 * A record and a method that merges two of them make a reduction of one's own. Here: count, mean
 * and variance of numbers that no rank sees all of, merged without loss of precision (Chan, Golub,
 * LeVeque 1979).
 *
 * <pre>
 * bin/mpiexec -n 4 examples/AllreduceUserOp.java
 * </pre>
 */
public final class AllreduceUserOp {
  private static final int NUMBERS = 100_000;

  /** What is known of some numbers: how many, their mean, the sum of squared deviations from it. */
  record Stat(long n, double mean, double m2, double min, double max) {
    static Stat of(double[] numbers) {
      Stat all = new Stat(0, 0, 0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
      for (double x : numbers) {
        all = all.merge(new Stat(1, x, 0, x, x));
      }
      return all;
    }

    Stat merge(Stat b) {
      long both = n + b.n;
      if (both == 0) {
        return this;
      }
      double delta = b.mean - mean;
      return new Stat(
          both,
          mean + delta * b.n / both,
          m2 + b.m2 + delta * delta * n * b.n / both,
          Math.min(min, b.min),
          Math.max(max, b.max));
    }
  }

  public static void main(String[] args) {
    Mpi.run(4, AllreduceUserOp::run);
  }

  static void run(Communicator world) {
    var random = new Random(world.rank());
    double[] mine = random.doubles(NUMBERS).toArray();

    Stat total = world.allreduce(Stat.of(mine), Op.of(Stat.class, Stat::merge));

    if (world.rank() == 0) {
      IO.println(
          "%d numbers: mean %.4f, variance %.4f, from %.4f to %.4f"
              .formatted(
                  total.n(), total.mean(), total.m2() / total.n(), total.min(), total.max()));
    }
  }
}
