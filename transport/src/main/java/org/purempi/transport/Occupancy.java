package org.purempi.transport;

/**
 * Which ranks of a host have a processor at this moment: hints that ranks give each other when they
 * are more than the processors. Belongs to the thread that polls, which may be another one later.
 */
public interface Occupancy {
  /** Where nobody says anything. */
  Occupancy UNKNOWN = new Unknown();

  /** This rank has a processor, maybe another one than before. */
  void occupy();

  /** It gives its processor away, or sleeps. */
  void vacate();

  /** Whether {@code peer} runs now, and on another processor. False if that is not known. */
  boolean isBeside(int peer);

  /** See {@link #UNKNOWN}. */
  final class Unknown implements Occupancy {
    private Unknown() {}

    @Override
    public void occupy() {}

    @Override
    public void vacate() {}

    @Override
    public boolean isBeside(int peer) {
      return false;
    }
  }
}
