package org.purempi.pmi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The middle of a job that several servers serve: where their barriers meet. Used by one thread.
 */
public final class PmiHub {
  private final int servers;
  private final Set<Integer> atBarrier = new TreeSet<>();
  private final Set<Integer> left = new TreeSet<>();
  private final Map<String, String> pairs = new LinkedHashMap<>();

  /** A middle of so many servers. */
  public PmiHub(int servers) {
    this.servers = servers;
  }

  /**
   * All ranks of one server are in a barrier.
   *
   * @param puts what they have put since the last one
   * @return whether all servers with ranks are there now, so that {@link #takePairs} goes to each
   */
  public boolean barrier(int server, Map<String, String> puts) {
    pairs.putAll(puts);
    atBarrier.add(server);
    return isComplete();
  }

  /**
   * No rank of a server is left: no barrier waits for it any more.
   *
   * @return whether all others wait in a barrier, so that {@link #takePairs} goes to each of them
   */
  public boolean leave(int server) {
    left.add(server);
    return !atBarrier.isEmpty() && isComplete();
  }

  private boolean isComplete() {
    var there = new TreeSet<>(atBarrier);
    there.addAll(left);
    return there.size() == servers;
  }

  /** Whether some servers wait in a barrier, and this one does not. */
  public boolean isAwaited(int server) {
    return !atBarrier.isEmpty() && !atBarrier.contains(server) && !left.contains(server);
  }

  /** Ends the barrier; answers every pair put before it. */
  public Map<String, String> takePairs() {
    var all = new LinkedHashMap<>(pairs);
    pairs.clear();
    atBarrier.clear();
    return all;
  }
}
