package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis from one value to another, drawn between two places.
 *
 * @param base of a logarithmic axis; 0 of a linear one
 * @param low the least value; of a logarithmic axis, its logarithm
 * @param from where the least value is drawn
 */
record Axis(double base, double low, double high, double from, double to) {

  private static final double LINEAR = 0;
  private static final double TINY = 1e-9;

  /** So many decades, or octaves, get a number each; of more every second, every third, … does. */
  private static final int MANY = 6;

  /** Within so few decades a number for each of them is not enough. */
  private static final int FEW_DECADES = 2;

  private static final double LINEAR_STEP = 25;

  /** A logarithmic axis whose ends are powers of {@code base}. */
  static Axis logarithmic(double least, double most, double base, double from, double to) {
    double low = Math.floor(Math.log(least) / Math.log(base) + TINY);
    double high = Math.ceil(Math.log(most) / Math.log(base) - TINY);
    return new Axis(base, low, Math.max(high, low + 1), from, to);
  }

  /** A linear axis from 0 up to a multiple of the distance of its ticks. */
  static Axis linear(double most, double from, double to) {
    return new Axis(LINEAR, 0, LINEAR_STEP * Math.ceil(most / LINEAR_STEP), from, to);
  }

  /** Where a value is drawn; one beyond an end, at that end. */
  double at(double value) {
    double scaled = base == LINEAR ? value : Math.log(value) / Math.log(base);
    return from + (Math.clamp(scaled, low, high) - low) / (high - low) * (to - from);
  }

  /** Whether a value lies beyond the upper end. */
  boolean isBelow(double value) {
    return (base == LINEAR ? value : Math.log(value) / Math.log(base)) > high + TINY;
  }

  /** The values that get a line and a number. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (base == LINEAR) {
      for (double tick = 0; tick <= high; tick += LINEAR_STEP) {
        ticks.add(tick);
      }
      return ticks;
    }
    int step = (int) Math.max(1, Math.ceil((high - low) / MANY));
    boolean isShort = base == 10 && high - low <= FEW_DECADES;
    for (int exponent = (int) low; exponent <= high; exponent += step) {
      double tick = exponent < 0 ? 1 / Math.pow(base, -exponent) : Math.pow(base, exponent);
      ticks.add(tick);
      if (isShort && exponent < high) {
        ticks.add(2 * tick);
        ticks.add(5 * tick);
      }
    }
    return ticks;
  }

  /** A number as a reader wants it: 0.05, 2, 10,000. */
  static String plain(double value) {
    return value >= 1 || value == 0
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.6f", value).replaceAll("0+$", "");
  }
}
