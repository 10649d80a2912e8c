package org.purempi.learn.engine;

/** y = max(0, x), number by number. */
public final class Relu extends Activation {
  /** A layer for rows of any length. */
  public Relu() {
    super();
  }

  @Override
  float value(float x) {
    return Math.max(0, x);
  }

  @Override
  float back(float gradient, float y) {
    return y > 0 ? gradient : 0;
  }

  @Override
  public String toString() {
    return "Relu";
  }
}
