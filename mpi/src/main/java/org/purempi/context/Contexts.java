package org.purempi.context;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Mpi;
import org.purempi.collective.Collective;
import org.purempi.protocol.Peers;

/** Makes new {@link Peers} out of old ones (section 7.4.2). */
public final class Contexts {
  private final ContextIds ids;

  /** Makes contexts from one process's ids. */
  public Contexts(ContextIds ids) {
    this.ids = ids;
  }

  /** The same ranks in a context of their own; collective. */
  public Peers dup(Peers parent, Collective collective, String label) {
    long[] context = {parent.rank() == 0 ? ids.take() : 0};
    collective.bcast(Buf.of(context), 0);
    return new Peers(
        parent.messenger(), processes(parent), parent.size(), parent.rank(), context[0], label);
  }

  private static int[] processes(Peers of) {
    int[] processes = new int[of.size()];
    for (int i = 0; i < processes.length; i++) {
      processes[i] = of.process(i);
    }
    return processes;
  }

  private record Member(int rank, long color, long key, long context) {}

  /**
   * One group of ranks for each colour, ordered by key, ties by old rank; collective. Every rank
   * brings a context; that of the lowest rank of each group is used, the others are given back.
   */
  public @Nullable Peers split(
      Peers parent, Collective collective, int color, int key, String label) {
    long mine = ids.take();
    long[] send = {color, key, mine};
    long[] all = new long[3 * parent.size()];
    collective.allgather(Buf.of(send), Buf.of(all));
    List<Member> members = new ArrayList<>();
    for (int r = 0; r < parent.size(); r++) {
      if (all[3 * r] == color) {
        members.add(new Member(r, color, all[3 * r + 1], all[3 * r + 2]));
      }
    }
    members.sort(Comparator.comparingLong(Member::key).thenComparingInt(Member::rank));
    Member leader = members.get(0);
    if (color == Mpi.UNDEFINED || leader.rank() != parent.rank()) {
      ids.giveBack(mine);
    }
    if (color == Mpi.UNDEFINED) {
      return null;
    }
    int[] ranks = members.stream().mapToInt(Member::rank).toArray();
    return of(parent, ranks, leader.context(), label);
  }

  /** The ranks {@code ranks} of the parent, in that order; collective over the parent. */
  public @Nullable Peers create(Peers parent, int[] ranks, String label) {
    return create(parent, ranks, parent.collectiveContext(), parent.nextCollectiveTag(), label);
  }

  /**
   * The ranks {@code ranks} of the parent, in that order; called by them only, which tell calls at
   * the same time apart by {@code tag}.
   */
  public @Nullable Peers createGroup(Peers parent, int[] ranks, int tag, String label) {
    return create(parent, ranks, parent.creationContext(), tag, label);
  }

  /** The first of the ranks makes the context. */
  private @Nullable Peers create(Peers parent, int[] ranks, long through, int tag, String label) {
    int me = indexOf(ranks, parent.rank());
    if (me < 0) {
      return null;
    }
    long[] context = new long[1];
    var messenger = parent.messenger();
    if (me == 0) {
      context[0] = ids.take();
      for (int i = 1; i < ranks.length; i++) {
        messenger.send(parent, through, Buf.of(context), ranks[i], tag);
      }
    } else {
      messenger.receive(parent, through, Buf.of(context), ranks[0], tag);
    }
    return of(parent, ranks, context[0], label);
  }

  private static Peers of(Peers parent, int[] ranks, long context, String label) {
    int[] processes = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      processes[i] = parent.process(ranks[i]);
    }
    int me = indexOf(ranks, parent.rank());
    return new Peers(parent.messenger(), processes, ranks.length, me, context, label);
  }

  private static int indexOf(int[] ranks, int rank) {
    for (int i = 0; i < ranks.length; i++) {
      if (ranks[i] == rank) {
        return i;
      }
    }
    return -1;
  }
}
