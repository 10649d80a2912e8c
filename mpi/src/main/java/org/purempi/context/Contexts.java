package org.purempi.context;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.collective.Collective;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;

/** Makes new {@link Peers} out of old ones (section 7.4.2). */
public final class Contexts {
  private final ContextIds ids;

  /** Makes contexts from one process's ids. */
  public Contexts(ContextIds ids) {
    this.ids = ids;
  }

  /** All processes of the job, in a context that is there before any communicator is. */
  public static Peers everyone(Engine engine) {
    var transport = engine.transport();
    return new Peers(
        engine, null, engine.homeSize(), transport.rank(), ContextIds.everyone(), "all processes");
  }

  /** A context for some of these ranks that no other communicator has. */
  public long take(Peers parent) {
    return parent.isMixed() ? ContextIds.draw() : ids.take();
  }

  /** The same ranks in a context of their own; collective. */
  public Peers dup(Peers parent, Collective collective, String label) {
    return dups(parent, collective, 1, label).getFirst();
  }

  /** The same ranks in {@code n} contexts of their own; collective. */
  public List<Peers> dups(Peers parent, Collective collective, int n, String label) {
    long[] contexts = new long[n];
    if (parent.rank() == 0) {
      Arrays.setAll(contexts, i -> take(parent));
    }
    collective.run(s -> collective.plans().bcast(s, Buf.of(contexts), 0));
    return Arrays.stream(contexts).mapToObj(context -> parent.in(context, label)).toList();
  }

  /**
   * A context at rank 0, room for it elsewhere: for a broadcast from rank 0 that is still to come.
   */
  public long[] proposal(Peers parent) {
    return new long[] {parent.rank() == 0 ? take(parent) : 0};
  }

  private record Member(int rank, long color, long key, long context) {}

  /** The members of this rank's colour, by key, ties by rank; none if it has no colour. */
  private List<Member> members(Peers parent, Collective collective, int color, int key) {
    long mine = take(parent);
    long[] send = {color, key, mine};
    long[] all = new long[3 * parent.size()];
    collective.run(s -> collective.plans().allgather(s, Buf.of(send), Buf.of(all)));
    List<Member> members = new ArrayList<>();
    for (int r = 0; r < parent.size(); r++) {
      if (all[3 * r] == color && color != Mpi.UNDEFINED) {
        members.add(new Member(r, color, all[3 * r + 1], all[3 * r + 2]));
      }
    }
    members.sort(Comparator.comparingLong(Member::key).thenComparingInt(Member::rank));
    if (!isFirst(members, parent)) {
      ids.giveBack(mine);
    }
    return members;
  }

  /** Whether it is this rank's context that the members would use. */
  private static boolean isFirst(List<Member> members, Peers parent) {
    return !members.isEmpty() && members.get(0).rank() == parent.rank();
  }

  private static int[] ranks(List<Member> members) {
    return members.stream().mapToInt(Member::rank).toArray();
  }

  /**
   * One group of ranks for each colour, ordered by key, ties by old rank; collective. Every rank
   * brings a context; that of the first rank of each group is used, the others are given back.
   */
  public @Nullable Peers split(
      Peers parent, Collective collective, int color, int key, String label) {
    List<Member> members = members(parent, collective, color, key);
    return members.isEmpty() ? null : of(parent, ranks(members), members.get(0).context(), label);
  }

  /**
   * The two groups of each colour that occurs on both sides of a bridge, ordered as by split;
   * collective over both; null elsewhere.
   */
  public @Nullable Bridge split(
      Bridge parent, Collective collective, int color, int key, String label) {
    List<Member> members = members(parent.both(), collective, color, key);
    List<Member> here = members.stream().filter(m -> parent.isLocal(m.rank())).toList();
    List<Member> there = members.stream().filter(m -> !parent.isLocal(m.rank())).toList();
    if (here.isEmpty() || there.isEmpty()) {
      if (isFirst(members, parent.both())) {
        ids.giveBack(members.get(0).context());
      }
      return null;
    }
    return part(parent, ranks(members), members.get(0).context(), label);
  }

  /**
   * Connects the group of {@code local}, whose leader is given, with another; collective over both.
   *
   * @param through at the leaders: ranks that both belong to, and the other leader's among them
   * @return null if processes of several worlds are among them, which each of them numbers its own
   *     way
   */
  public @Nullable Bridge bridge(
      Peers local,
      Collective collective,
      int leader,
      @Nullable Peers through,
      int remoteLeader,
      int tag,
      String label) {
    long[] head = new long[2]; // the size of the other group, the context
    long[] theirs = new long[0];
    if (local.rank() == leader) {
      Peers bridge = java.util.Objects.requireNonNull(through);
      theirs = swap(bridge, remoteLeader, tag, local, head);
    }
    collective.run(s -> collective.plans().bcast(s, Buf.of(head), leader));
    if (head[0] < 0) {
      return null;
    }
    long[] group = local.rank() == leader ? theirs : new long[(int) head[0]];
    collective.run(s -> collective.plans().bcast(s, Buf.of(group), leader));
    return Bridge.of(
        local,
        local.processes(),
        Arrays.stream(group).mapToInt(Math::toIntExact).toArray(),
        local.process(local.rank()),
        head[1],
        label);
  }

  /** Tells the other leader this group and a context; the other's group, and the agreed context. */
  private long[] swap(Peers through, int other, int tag, Peers local, long[] head) {
    long mine = ids.take();
    long[] send = {local.isMixed() || through.isMixed() ? -1 : local.size(), mine};
    swap(through, other, tag, Buf.of(send), Buf.of(head));
    if (send[0] < 0 || head[0] < 0) {
      ids.giveBack(mine);
      head[0] = -1;
      return head;
    }
    long[] ours = Arrays.stream(local.processes()).asLongStream().toArray();
    long[] theirs = new long[(int) head[0]];
    swap(through, other, tag, Buf.of(ours), Buf.of(theirs));
    if (Bridge.isFirst(ours[0], theirs[0])) {
      head[1] = mine;
    } else {
      ids.giveBack(mine);
    }
    return theirs;
  }

  private static void swap(Peers through, int other, int tag, Buf mine, Buf theirs) {
    var engine = through.engine();
    long context = through.creationContext();
    Operation receive = engine.receiving().start(through, context, theirs, other, tag);
    engine.sending().send(through, context, mine, other, tag);
    engine.waiting().waitIgnoringStatus(receive);
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
    var engine = parent.engine();
    if (me == 0) {
      context[0] = take(parent);
      MpiException lost = null;
      for (int i = 1; i < ranks.length; i++) {
        try {
          engine.sending().send(parent, through, Buf.of(context), ranks[i], tag);
        } catch (MpiException e) {
          lost = e; // the others wait for theirs
        }
      }
      if (lost != null) {
        throw lost;
      }
    } else {
      engine.receiving().receive(parent, through, Buf.of(context), ranks[0], tag);
    }
    return of(parent, ranks, context[0], label);
  }

  /** Some ranks of the parent, this one among them, in a context that all of them know. */
  public Peers part(Peers parent, int[] ranks, long context, String label) {
    return of(parent, ranks, context, label);
  }

  /** As above, of both groups: ranks of {@link Bridge#both}. */
  public Bridge part(Bridge parent, int[] ranks, long context, String label) {
    Peers both = parent.both();
    int[] here = Arrays.stream(ranks).filter(parent::isLocal).toArray();
    int[] there = Arrays.stream(ranks).filter(rank -> !parent.isLocal(rank)).toArray();
    return Bridge.of(
        both.engine(),
        processes(both, here),
        processes(both, there),
        both.process(both.rank()),
        parent.first(),
        context,
        both.world(),
        label);
  }

  private static int[] processes(Peers of, int[] ranks) {
    int[] processes = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      processes[i] = of.process(ranks[i]);
    }
    return processes;
  }

  private static Peers of(Peers parent, int[] ranks, long context, String label) {
    int[] processes = processes(parent, ranks);
    int me = indexOf(ranks, parent.rank());
    return new Peers(parent.engine(), processes, ranks.length, me, context, parent.world(), label);
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
