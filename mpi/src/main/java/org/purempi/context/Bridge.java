package org.purempi.context;

import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;

/**
 * The two groups of an intercommunicator (section 7.6), in one context: messages go to {@code
 * remote}, collectives run among {@code both}: the ranks of one group, then those of the other.
 *
 * @param remote the other group, as seen by this rank of the local group
 * @param both the ranks of both groups, the same on all
 * @param localSize the ranks of the local group
 * @param first whether the local group is the first of both
 */
public record Bridge(Peers remote, Peers both, int localSize, boolean first) {
  /**
   * Whether a group whose leader is process {@code a} goes before one whose leader is {@code b}.
   */
  static boolean isFirst(long a, long b) {
    return a < b;
  }

  /** Two groups of a world to which {@code some} belong. */
  static Bridge of(Peers some, int[] local, int[] remote, int self, long context, String label) {
    boolean isFirst = isFirst(least(local), least(remote));
    return of(some.engine(), local, remote, self, isFirst, context, some.world(), label);
  }

  /**
   * Two groups.
   *
   * @param first whether the local one is first; all ranks of a group say the same
   */
  public static Bridge of(
      Engine engine,
      int[] local,
      int[] remote,
      int self,
      boolean first,
      long context,
      int world,
      String label) {
    int rank = 0;
    while (local[rank] != self) {
      rank++;
    }
    int[] all = new int[local.length + remote.length];
    System.arraycopy(local, 0, all, first ? 0 : remote.length, local.length);
    System.arraycopy(remote, 0, all, first ? local.length : 0, remote.length);
    int me = first ? rank : remote.length + rank;
    Peers both = new Peers(engine, all, all.length, me, context, world, label);
    // Made last: reports name the ranks of messages by it.
    Peers other = new Peers(engine, remote, remote.length, rank, context, world, label);
    return new Bridge(other, both, local.length, first);
  }

  private static int least(int[] processes) {
    int least = processes[0];
    for (int p : processes) {
      least = Math.min(least, p);
    }
    return least;
  }

  /** Whether a rank of both is one of the local group. */
  public boolean isLocal(int rankOfBoth) {
    return rankOfBoth < firstSize() == first;
  }

  private int firstSize() {
    return first ? localSize : both.size() - localSize;
  }

  /** The processes of the local group. */
  public int[] localProcesses() {
    return part(first);
  }

  private int[] part(boolean ofFirst) {
    int from = ofFirst ? 0 : firstSize();
    int to = ofFirst ? firstSize() : both.size();
    return java.util.Arrays.copyOfRange(both.processes(), from, to);
  }

  /** The same groups in another context. */
  public Bridge in(long context, String label) {
    Peers ofBoth = both.in(context, label);
    return new Bridge(remote.in(context, label), ofBoth, localSize, first);
  }

  /** One group of all, in another context: the second first if asked. */
  public Peers merged(boolean secondFirst, long context, String label) {
    if (!secondFirst) {
      return both.in(context, label);
    }
    int[] a = part(false);
    int[] all = java.util.Arrays.copyOf(a, both.size());
    System.arraycopy(part(true), 0, all, a.length, both.size() - a.length);
    int me = (both.rank() + a.length) % both.size();
    return new Peers(both.engine(), all, all.length, me, context, both.world(), label);
  }
}
