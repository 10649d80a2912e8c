package org.purempi;

/** An operation on two floats; the JDK has none. */
@FunctionalInterface
public interface FloatBinaryOperator {
  /** {@code left op right}. */
  float applyAsFloat(float left, float right);
}
