package org.purempi.tests;

import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Compares long arrays element by element with a rule: AssertJ boxes each element, which takes a
 * second for a million of them.
 */
public final class Same {
  private Same() {}

  /** Fails unless every element is {@code value}. */
  public static void everywhere(int[] a, int value) {
    at(a, i -> value);
  }

  /** Fails unless every element is {@code value}. */
  public static void everywhere(long[] a, long value) {
    at(a, i -> value);
  }

  /** Fails unless every element is {@code value}. */
  public static void everywhere(double[] a, double value) {
    at(a, i -> value);
  }

  /** Fails unless element i is {@code value(i)}. */
  public static void at(int[] a, IntUnaryOperator value) {
    check(a.length, i -> a[i] == value.applyAsInt(i), i -> a[i] + ", not " + value.applyAsInt(i));
  }

  /** Fails unless element i is {@code value(i)}. */
  public static void at(long[] a, IntToLongFunction value) {
    check(a.length, i -> a[i] == value.applyAsLong(i), i -> a[i] + ", not " + value.applyAsLong(i));
  }

  /** Fails unless element i is {@code value(i)}. */
  public static void at(double[] a, IntToDoubleFunction value) {
    check(
        a.length,
        i -> a[i] == value.applyAsDouble(i),
        i -> a[i] + ", not " + value.applyAsDouble(i));
  }

  private static void check(int length, IntPredicate right, IntFunction<String> wrong) {
    for (int i = 0; i < length; i++) {
      if (!right.test(i)) {
        throw new AssertionError("element " + i + " of " + length + " is " + wrong.apply(i));
      }
    }
  }
}
