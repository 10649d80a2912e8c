package org.purempi.learn.named;

import org.purempi.Op;

/**
 * How the values of all ranks become one.
 *
 * @param rule how two of them are combined
 * @param prescale each rank's values are multiplied by it before
 * @param postscale the result is multiplied by it
 */
public record Reduction(Rule rule, double prescale, double postscale) {
  /** The sum, divided by the number of all ranks, also when some have joined. */
  public static final Reduction AVERAGE = new Reduction(Rule.AVERAGE, 1, 1);

  /** The sum. */
  public static final Reduction SUM = new Reduction(Rule.SUM, 1, 1);

  /** The smallest. */
  public static final Reduction MIN = new Reduction(Rule.MIN, 1, 1);

  /** The largest. */
  public static final Reduction MAX = new Reduction(Rule.MAX, 1, 1);

  /** The product. */
  public static final Reduction PRODUCT = new Reduction(Rule.PRODUCT, 1, 1);

  /** What happens to two numbers. */
  public enum Rule {
    /** As {@link #SUM}; the result is divided by the number of ranks. */
    AVERAGE,
    /** Added. */
    SUM,
    /** The smaller one. */
    MIN,
    /** The larger one. */
    MAX,
    /** Multiplied. */
    PRODUCT;

    Op op() {
      return switch (this) {
        case SUM, AVERAGE -> Op.SUM;
        case MIN -> Op.MIN;
        case MAX -> Op.MAX;
        case PRODUCT -> Op.PROD;
      };
    }

    /** Whether zeros of ranks that have joined change nothing. */
    boolean ignoresZeros() {
      return this == SUM || this == AVERAGE;
    }
  }

  /** The same with another factor before. */
  public Reduction prescaled(double factor) {
    return new Reduction(rule, factor, postscale);
  }

  /** The same with another factor after. */
  public Reduction postscaled(double factor) {
    return new Reduction(rule, prescale, factor);
  }

  /** Whether numbers are multiplied by more than the rule says. */
  boolean isScaled() {
    return prescale != 1 || postscale != 1;
  }

  /** What the result of so many ranks is multiplied by. */
  double last(int ranks) {
    return rule == Rule.AVERAGE ? postscale / ranks : postscale;
  }

  /**
   * Whether numbers of this type can be combined so: whole numbers have no average and no scale.
   */
  boolean takes(NumberType type) {
    return type.isFraction() || (rule != Rule.AVERAGE && !isScaled());
  }

  @Override
  public String toString() {
    return rule + (isScaled() ? " (prescale " + prescale + ", postscale " + postscale + ")" : "");
  }
}
