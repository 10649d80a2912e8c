package org.purempi.learn.engine;

/**
 * The hyperbolic tangent, number by number. It has no bend, as {@link Relu} has one, beside which
 * another rounding takes another way: a run on other ranks stays near for hundreds of steps.
 */
public final class Tanh extends Activation {
  /** A layer for rows of any length. */
  public Tanh() {
    super();
  }

  @Override
  float value(float x) {
    return (float) Math.tanh(x);
  }

  @Override
  float back(float gradient, float y) {
    return gradient * (1 - y * y);
  }

  @Override
  public String toString() {
    return "Tanh";
  }
}
