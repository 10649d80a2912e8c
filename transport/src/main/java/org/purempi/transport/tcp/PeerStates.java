package org.purempi.transport.tcp;

import java.util.Arrays;

/**
 * What has become of the way to each peer. There are as many as have been asked for: a job may
 * grow. Belongs to the connection manager's thread.
 */
final class PeerStates {
  /** Of one peer. */
  enum State {
    NONE,
    CALLING,
    UP,
    DOWN
  }

  private State[] states = {};

  State of(int peer) {
    return peer < states.length ? states[peer] : State.NONE;
  }

  void set(int peer, State state) {
    if (peer >= states.length) {
      int before = states.length;
      states = Arrays.copyOf(states, Math.max(peer + 1, 2 * before));
      Arrays.fill(states, before, states.length, State.NONE);
    }
    states[peer] = state;
  }
}
