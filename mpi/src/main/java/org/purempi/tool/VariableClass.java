package org.purempi.tool;

/** How the values of a performance variable behave (section 15.3.7). */
public enum VariableClass {
  /** One of several states. */
  STATE,
  /** How much of something there is now. */
  LEVEL,
  /** How large something is that does not change. */
  SIZE,
  /** How much of something is used, of 100. */
  PERCENTAGE,
  /** The highest level since the variable was started or reset. */
  HIGHWATERMARK,
  /** The lowest level since the variable was started or reset. */
  LOWWATERMARK,
  /** How often something has happened. */
  COUNTER,
  /** A sum over what has happened. */
  AGGREGATE,
  /** The time that something has taken. */
  TIMER,
  /** Anything else. */
  GENERIC;

  /** Whether values only grow, so that a handle counts while it runs. */
  public boolean isSum() {
    return this == COUNTER || this == AGGREGATE || this == TIMER;
  }

  /** Whether values are extremes of a level. */
  public boolean isWatermark() {
    return this == HIGHWATERMARK || this == LOWWATERMARK;
  }

  /** Whether a handle need not be started: a level is what it is. */
  public boolean isContinuous() {
    return !isSum() && !isWatermark();
  }
}
