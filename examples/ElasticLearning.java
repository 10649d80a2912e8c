import java.util.Random;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.RevokedException;
import org.purempi.checkpoint.Share;

/**
 * Learning on all ranks, each of which has a part of the examples, that goes on with fewer ranks
 * when one dies: the examples are dealt out again, and all begin with the weights of one of those
 * that are left. The last rank dies, for the show.
 *
 * <pre>
 * bin/mpiexec -enable-recovery -n 4 examples/ElasticLearning.java
 * </pre>
 */
public final class ElasticLearning {
  private static final int EXAMPLES = 4000;
  private static final int FEATURES = 20;
  private static final int STEPS = 300;
  private static final int DIES = 100;
  private static final double RATE = 2;

  private final double[] weights = new double[FEATURES];
  private final int[] step = {0};

  public static void main(String[] args) {
    Mpi.run(4, world -> new ElasticLearning().learn(world));
  }

  private void learn(Communicator world) {
    Communicator now = world;
    boolean isDone = false;
    while (!isDone) {
      try {
        learnWith(now, now.equals(world));
        isDone = now.agreement(1).failed().isEmpty();
      } catch (ProcessFailedException | RevokedException e) {
        now.revoke();
      }
      if (!isDone) {
        now = now.shrink();
      }
    }
  }

  private void learnWith(Communicator world, boolean mayLose) {
    world.bcast(weights, 0);
    world.bcast(step, 0);
    Share mine = Share.block(EXAMPLES, world);
    double[][] examples = new double[mine.intLength()][];
    for (int i = 0; i < examples.length; i++) {
      examples[i] = example(mine.global(i));
    }
    if (step[0] > 0 && world.rank() == 0) {
      IO.println(world.size() + " ranks go on");
    }
    double[] gradient = new double[FEATURES];
    for (; step[0] < STEPS; step[0]++) {
      if (step[0] == DIES && mayLose && world.rank() > 0 && world.rank() == world.size() - 1) {
        throw new IllegalStateException("rank " + world.rank() + " dies, for the show");
      }
      java.util.Arrays.fill(gradient, 0);
      for (double[] x : examples) {
        double error = 1 / (1 + Math.exp(-dot(weights, x))) - x[FEATURES];
        for (int i = 0; i < FEATURES; i++) {
          gradient[i] += error * x[i];
        }
      }
      world.allreduce(gradient, Op.SUM);
      for (int i = 0; i < FEATURES; i++) {
        weights[i] -= RATE * gradient[i] / EXAMPLES;
      }
    }
    int right = 0;
    for (double[] x : examples) {
      right += dot(weights, x) > 0 == x[FEATURES] > 0 ? 1 : 0;
    }
    int all = world.allreduce(right, Op.SUM);
    if (world.rank() == 0) {
      IO.println("%d of %d are right".formatted(all, EXAMPLES));
    }
  }

  /** Features and, behind them, 1 if their sum is positive. */
  private static double[] example(long number) {
    var random = new Random(number);
    double[] x = new double[FEATURES + 1];
    double sum = 0;
    for (int i = 0; i < FEATURES; i++) {
      x[i] = random.nextGaussian();
      sum += x[i];
    }
    x[FEATURES] = sum > 0 ? 1 : 0;
    return x;
  }

  private static double dot(double[] weights, double[] x) {
    double sum = 0;
    for (int i = 0; i < FEATURES; i++) {
      sum += weights[i] * x[i];
    }
    return sum;
  }
}
