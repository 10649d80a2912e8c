package org.purempi.recovery;

import java.util.BitSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One agreement of some ranks, as one of them sees it: they decide the same, whoever fails
 * meanwhile. Without communication: it is told what happens, and tells what to send.
 *
 * <p>As long as nobody fails the votes go up a binomial tree of the ranks that were alive at the
 * last agreement, and the decision of its root comes down; a rank is done when it has passed it on
 * (early returning agreement: Herault et al., "Practical scalable consensus for pseudo-synchronous
 * distributed systems", SC 2015). Whoever learns of a failure before it knows the decision turns to
 * a coordinator, the lowest rank that lives, which asks all that live: if one of them knows a
 * decision it is that, else it is what their votes give. Who has answered a coordinator takes a
 * decision only from it or a later one, as in Paxos; since a rank is said to have failed only when
 * it has, no two coordinators live, and what a failed one may have told somebody is found out by
 * the next.
 *
 * <p>All ranks that survive decide the same, and so do those that {@link #leave}. A rank that fails
 * right after it has decided may have been the only one that knew: then the others decide without
 * it.
 */
final class Consensus {
  /** What ranks tell each other. */
  enum Word {
    /** The votes of a subtree, to its parent. */
    UP,
    /** A rank's vote, to a coordinator. */
    VOTE,
    /** A coordinator asks for a vote or the decision. */
    QUERY,
    /** The decision. */
    DECIDED
  }

  /** Carries words to other ranks. */
  interface Network {
    void send(int rank, Word word, int ballot, @Nullable Vote vote);
  }

  /** The ballot of the tree; that of a coordinator is its rank. */
  static final int TREE = -1;

  private final int rank;
  private final int size;
  private final Network network;

  /** Those that take no part: they were known to have failed at the last agreement. */
  private BitSet absent = new BitSet();

  private BitSet dead = new BitSet();
  private UnaryOperator<Vote> decider = UnaryOperator.identity();
  private @Nullable Vote mine;

  private final BitSet reported = new BitSet();
  private @Nullable Vote below;
  private boolean hasReported;

  /** The highest coordinator that this rank has answered. */
  private int promised = TREE;

  private final BitSet asked = new BitSet();
  private final BitSet voted = new BitSet();
  private @Nullable Vote votes;
  private @Nullable Vote decision;

  Consensus(int rank, int size, Network network) {
    this.rank = rank;
    this.size = size;
    this.network = network;
  }

  /** What has been decided; null if nothing yet. */
  @Nullable Vote decision() {
    return decision;
  }

  /** Whether this rank has voted. */
  boolean hasBegun() {
    return mine != null;
  }

  /**
   * This rank votes.
   *
   * @param absentRanks the same at all ranks
   * @param deadRanks all that are known here to have failed
   * @param forming makes the decision of the votes, at the rank that decides
   */
  void begin(BitSet absentRanks, BitSet deadRanks, Vote vote, UnaryOperator<Vote> forming) {
    absent = (BitSet) absentRanks.clone();
    mine = vote;
    decider = forming;
    if (promised > TREE) {
      network.send(promised, Word.VOTE, promised, vote);
    }
    failed(deadRanks);
    report();
  }

  /** These ranks have failed, and maybe others of which this was told before. */
  void failed(BitSet deadRanks) {
    dead.or(deadRanks);
    if (dead.isEmpty()) {
      return;
    }
    BitSet unexpected = (BitSet) dead.clone();
    unexpected.andNot(absent);
    if (mine != null && decision == null && !unexpected.isEmpty()) {
      turnToCoordinator(mine);
    }
  }

  /** A word has come. */
  void told(int from, Word word, int ballot, @Nullable Vote vote) {
    switch (word) {
      case UP -> up(from, vote);
      case VOTE -> vote(from, vote);
      case QUERY -> query(from);
      case DECIDED -> decided(ballot, vote);
    }
  }

  @Override
  public String toString() {
    return "%s: vote %s, absent %s, dead %s, reported %s %s %s, promised %d, asked %s, voted %s %s, decision %s"
        .formatted(
            rank,
            mine,
            absent,
            dead,
            reported,
            below,
            hasReported,
            promised,
            asked,
            voted,
            votes,
            decision);
  }

  // ---- The tree of those that were alive

  /** The place of a rank among those that take part. */
  private int place(int of) {
    if (absent.isEmpty()) {
      return of;
    }
    int place = of;
    for (int r = absent.nextSetBit(0); r >= 0 && r < of; r = absent.nextSetBit(r + 1)) {
      place--;
    }
    return place;
  }

  private int at(int place) {
    if (absent.isEmpty()) {
      return place;
    }
    int r = absent.nextClearBit(0);
    for (int i = 0; i < place; i++) {
      r = absent.nextClearBit(r + 1);
    }
    return r;
  }

  private BitSet children() {
    var children = new BitSet();
    int all = size - absent.cardinality();
    int here = place(rank);
    for (int step = 1; here + step < all && (here & step) == 0; step <<= 1) {
      children.set(at(here + step));
    }
    return children;
  }

  private void up(int from, @Nullable Vote vote) {
    if (vote != null && !reported.get(from)) {
      reported.set(from);
      below = below == null ? vote : below.and(vote);
      report();
    }
  }

  private void report() {
    Vote its = mine;
    if (its == null || hasReported || promised > TREE || decision != null) {
      return;
    }
    BitSet missing = children();
    missing.andNot(reported);
    if (!missing.isEmpty()) {
      return;
    }
    hasReported = true;
    Vote all = below == null ? its : its.and(below);
    int here = place(rank);
    if (here == 0) {
      decide(decider.apply(all), TREE);
    } else {
      network.send(at(here & here - 1), Word.UP, TREE, all);
    }
  }

  // ---- The coordinator

  private void turnToCoordinator(Vote its) {
    BitSet gone = (BitSet) dead.clone();
    gone.or(absent);
    int coordinator = gone.nextClearBit(0);
    if (coordinator < promised) {
      return; // it has failed, for somebody has taken its place
    }
    boolean isNew = coordinator > promised;
    promised = coordinator;
    if (coordinator == rank) {
      for (int r = gone.nextClearBit(0); r < size; r = gone.nextClearBit(r + 1)) {
        if (r != rank && !asked.get(r) && !voted.get(r)) {
          asked.set(r);
          network.send(r, Word.QUERY, rank, null);
        }
      }
      count();
    } else if (isNew) {
      network.send(coordinator, Word.VOTE, coordinator, its);
    }
  }

  private void query(int from) {
    Vote known = decision;
    Vote its = mine;
    if (known != null) {
      network.send(from, Word.DECIDED, from, known);
    } else if (from > promised) {
      promised = from;
      if (its != null) {
        network.send(from, Word.VOTE, from, its);
      }
    }
  }

  private void vote(int from, @Nullable Vote vote) {
    Vote known = decision;
    if (known != null) {
      network.send(from, Word.DECIDED, rank, known);
    } else if (vote != null && !voted.get(from)) {
      voted.set(from);
      votes = votes == null ? vote : votes.and(vote);
      count();
    }
  }

  private void count() {
    Vote its = mine;
    BitSet heard = (BitSet) voted.clone();
    heard.or(dead);
    heard.or(absent);
    heard.set(rank);
    if (promised == rank && its != null && heard.nextClearBit(0) >= size) {
      Vote all = votes == null ? its : its.and(votes);
      BitSet failed = (BitSet) all.failed().clone();
      failed.or(dead);
      Vote complete = new Vote(all.flag(), all.context(), failed, all.acknowledged());
      decide(decider.apply(complete), rank);
    }
  }

  // ---- The decision

  private void decided(int ballot, @Nullable Vote vote) {
    if (decision == null && vote != null && ballot >= promised) {
      decide(vote, promised == rank ? rank : ballot);
    }
  }

  private void decide(Vote vote, int ballot) {
    decision = vote;
    BitSet to = children();
    if (promised == rank) {
      to.set(0, size);
    }
    to.andNot(voted);
    tell(to, ballot, vote);
    tell(voted, rank, vote); // who has turned to this rank takes it from nobody below
  }

  /** This rank leaves: it will answer no coordinator, so all are told what it knows. */
  void leave() {
    Vote known = decision;
    if (known != null) {
      var all = new BitSet();
      all.set(0, size);
      tell(all, size, known);
    }
  }

  private void tell(BitSet ranks, int ballot, Vote vote) {
    for (int r = ranks.nextSetBit(0); r >= 0; r = ranks.nextSetBit(r + 1)) {
      if (r != rank && !dead.get(r) && !absent.get(r)) {
        network.send(r, Word.DECIDED, ballot, vote);
      }
    }
  }
}
