package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.tests.OnRanks;

/**
 * Advice to implementors in section 6.9.1: the same reduction of the same operands gives the same
 * bits, whatever arrives first, in every form of the call.
 */
final class ReproducibleCases {
  /** Short, and long enough for every algorithm that two to seven ranks choose. */
  private static final int[] COUNTS = {1, 600, 20_000};

  private static final int TIMES = 4;
  private static final int SEED = 31;
  private static final int LONGEST_DELAY_NANOS = 300_000;
  private static final int MAGNITUDES = 60;

  private ReproducibleCases() {}

  @OnRanks({2, 3, 4, 7})
  static void theOrderOfArrivalDoesNotShowInTheBits(Communicator world) {
    for (int count : COUNTS) {
      double[] operand = operand(world.rank(), count);
      double[] first = null;
      for (int time = 0; time < TIMES; time++) {
        double[] all = all(world, operand);
        first = first == null ? all : first;
        assertThat(bits(all)).isEqualTo(bits(first));
      }
    }
  }

  @OnRanks({2, 3, 4, 7})
  static void everyRankGetsTheSameBits(Communicator world) {
    for (int count : COUNTS) {
      double[] sum = new double[count];
      world.allreduce(operand(world.rank(), count), sum, Op.SUM);
      double[] ofRootOnly = sum.clone();
      world.bcast(ofRootOnly, 0);
      assertThat(bits(sum)).isEqualTo(bits(ofRootOnly));
    }
  }

  @OnRanks({2, 3, 4, 7})
  static void nonblockingPersistentAndInPlaceGiveTheBitsOfTheBlockingForm(Communicator world) {
    for (int count : COUNTS) {
      double[] operand = operand(world.rank(), count);
      double[] blocking = new double[count];
      world.allreduce(operand, blocking, Op.SUM);
      double[] nonblocking = new double[count];
      delay();
      world.iallreduce(Buf.of(operand), Buf.of(nonblocking), Op.SUM).waitFor();
      double[] persistent = new double[count];
      var request = world.allreduceInit(Buf.of(operand), Buf.of(persistent), Op.SUM);
      delay();
      request.start();
      request.waitFor();
      request.free();
      double[] inPlace = operand.clone();
      world.allreduce(inPlace, Op.SUM);
      assertThat(bits(nonblocking)).isEqualTo(bits(blocking));
      assertThat(bits(persistent)).isEqualTo(bits(blocking));
      assertThat(bits(inPlace)).isEqualTo(bits(blocking));
    }
  }

  /** What allreduce, reduce, scan and reduceScatterBlock make of it, one after the other. */
  private static double[] all(Communicator world, double[] operand) {
    int count = operand.length;
    double[] sum = new double[count];
    double[] root = new double[count];
    double[] prefix = new double[count];
    double[] part = new double[count / world.size()];
    delay();
    world.allreduce(operand, sum, Op.SUM);
    delay();
    world.reduce(operand, root, Op.SUM, world.size() - 1);
    delay();
    world.scan(operand, prefix, Op.SUM);
    delay();
    Buf whole = Buf.of(operand).slice(0, (long) part.length * world.size());
    world.reduceScatterBlock(whole, Buf.of(part), Op.SUM);
    double[] all = new double[3 * count + part.length];
    System.arraycopy(sum, 0, all, 0, count);
    System.arraycopy(root, 0, all, count, count);
    System.arraycopy(prefix, 0, all, 2 * count, count);
    System.arraycopy(part, 0, all, 3 * count, part.length);
    return all;
  }

  /** Numbers whose sum depends on the order of the additions. */
  private static double[] operand(int rank, int count) {
    var random = new Random(SEED + rank);
    double[] operand = new double[count];
    for (int i = 0; i < count; i++) {
      operand[i] = Math.scalb(random.nextDouble() - 0.5, random.nextInt(MAGNITUDES));
    }
    return operand;
  }

  private static long[] bits(double[] values) {
    long[] bits = new long[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Double.doubleToRawLongBits(values[i]);
    }
    return bits;
  }

  private static void delay() {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(LONGEST_DELAY_NANOS));
  }
}
