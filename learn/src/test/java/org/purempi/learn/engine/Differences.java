package org.purempi.learn.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.assertj.core.data.Offset;
import org.purempi.learn.Parameter;

/** Gradients by differences of a loss, in float32. */
public final class Differences {
  private static final float STEP = 0x1p-9f;

  private Differences() {}

  /** Numbers between -1 and 1. */
  public static Tensor random(int rows, int columns, long seed) {
    var random = new Random(seed);
    var x = new Tensor(rows, columns);
    for (int i = 0; i < x.data().length; i++) {
      x.data()[i] = 2 * random.nextFloat() - 1;
    }
    return x;
  }

  /** The sum of the products of two tensors: a loss whose gradient by one is the other. */
  public static double product(Tensor a, Tensor b) {
    double sum = 0;
    for (int i = 0; i < a.data().length; i++) {
      sum += (double) a.data()[i] * b.data()[i];
    }
    return sum;
  }

  /** How fast a loss grows with one of some numbers, which ends as it was. */
  public static double of(MemorySegment numbers, long i, DoubleSupplier loss) {
    float was = numbers.getAtIndex(JAVA_FLOAT, i);
    numbers.setAtIndex(JAVA_FLOAT, i, was + STEP);
    double above = loss.getAsDouble();
    numbers.setAtIndex(JAVA_FLOAT, i, was - STEP);
    double below = loss.getAsDouble();
    numbers.setAtIndex(JAVA_FLOAT, i, was);
    return (above - below) / (2 * STEP);
  }

  /** How near a difference in float32 comes to a gradient. */
  public static Offset<Double> near(double gradient) {
    return Offset.offset(2e-3 + 2e-3 * Math.abs(gradient));
  }

  /** Checks all gradients of a network, after its weights have been drawn anew. */
  public static void check(Network network, Tensor x, boolean inputs) {
    for (Parameter p : network.parameters()) {
      MemorySegment.copy(
          MemorySegment.ofArray(random(1, (int) p.size(), p.name().hashCode()).data()),
          0,
          p.values(),
          0,
          p.values().byteSize());
    }
    var memo = new Memo();
    Tensor y = network.forward(x, memo);
    Tensor slope = random(y.rows(), y.columns(), 3);
    Tensor back = network.backward(slope, memo);
    assertThat(memo.size()).isZero();
    DoubleSupplier loss = () -> product(network.apply(x), slope);
    for (Parameter p : network.parameters()) {
      for (int i = 0; i < p.size(); i++) {
        double gradient = p.gradient().getAtIndex(JAVA_FLOAT, i);
        assertThat(of(p.values(), i, loss))
            .as("%s[%d]", p.name(), i)
            .isCloseTo(gradient, near(gradient));
      }
    }
    for (int i = 0; inputs && i < x.data().length; i++) {
      double gradient = back.data()[i];
      assertThat(of(MemorySegment.ofArray(x.data()), i, loss))
          .as("input %d", i)
          .isCloseTo(gradient, near(gradient));
    }
  }
}
