package org.purempi.transport;

/**
 * Which ranks of a host have a processor at this moment: hints that ranks give each other when they
 * are more than the processors. Belongs to the thread that polls, which may be another one later.
 */
public interface Seats {
  /** Where nobody says anything. */
  Seats UNKNOWN = new Unknown();

  /** This rank has a processor, maybe another one than before. */
  void sit();

  /** It gives its processor away, or sleeps. */
  void rise();

  /** Whether {@code peer} runs now, and on another processor. False if that is not known. */
  boolean isBeside(int peer);

  /** See {@link #UNKNOWN}. */
  final class Unknown implements Seats {
    private Unknown() {}

    @Override
    public void sit() {}

    @Override
    public void rise() {}

    @Override
    public boolean isBeside(int peer) {
      return false;
    }
  }
}
