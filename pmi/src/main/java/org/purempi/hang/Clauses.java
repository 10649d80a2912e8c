package org.purempi.hang;

import java.util.ArrayList;
import java.util.List;
import org.purempi.hang.Need.Kind;
import org.purempi.hang.Situation.Activity;

/** What a rank waits for, in words that follow its name; ranks are those of the world. */
final class Clauses {
  private static final int MOST_NEEDS = 3;
  private static final String WORLD = "MPI_COMM_WORLD";

  private final WaitGraph graph;

  Clauses(WaitGraph graph) {
    this.graph = graph;
  }

  /** {@code in recv at Tags.java:11 for a message with tag 5 from rank 0, which …}. */
  String whole(Situation s) {
    Wait w = s.main();
    var needs = new ArrayList<String>();
    for (Need need : w.needs().subList(0, Math.min(MOST_NEEDS, w.needs().size()))) {
      Blockers.Of by = graph.blockers(s.rank(), need);
      needs.add(purpose(need, by, who(s.rank(), need, by)));
    }
    int more = w.needs().size() - needs.size();
    String joint = w.isAny() ? " or" : " and"; // what follows begins with a space
    String rest = more > 0 ? joint + " " + more + " more" : "";
    return "in " + w.where() + String.join(joint, needs) + rest + tail(s) + others(s);
  }

  private static String others(Situation s) {
    int others = s.waits().size() - 1;
    return others == 0
        ? ""
        : " (and " + others + (others == 1 ? " other thread waits)" : " other threads wait)");
  }

  /** The same without the ranks: what many ranks that wait for different ones have in common. */
  String shape(Situation s) {
    Wait w = s.main();
    if (w.needs().isEmpty()) {
      return "in " + w.where();
    }
    Need need = w.needs().getFirst();
    Blockers.Of by = graph.blockers(s.rank(), need);
    String who = by.ranks().size() == 1 ? "another rank" : "other ranks";
    int more = w.needs().size() - 1;
    return "in " + w.where() + purpose(need, by, who) + (more > 0 ? " and more" : "");
  }

  /** What an edge of the graph says. */
  String label(Situation s, Need need) {
    String tag = need.number() < 0 ? "any tag" : "tag " + need.number();
    return switch (need.kind()) {
      case RECEIVE, RECEIVING, PROBE -> "message, " + tag + on(need);
      case SEND, SENDING -> "to receive, " + tag + on(need);
      case COLLECTIVE -> s.main().call() + " no. " + (need.number() + 1) + on(need);
      case PERSISTENT -> s.main().call() + on(need);
      case CREATION -> "a communicator";
      case POST -> "post";
      case COMPLETION -> "complete";
      case LOCK -> "lock of rank " + need.number();
      case WINDOW, ANSWER -> need.scope().name();
    };
  }

  private static String on(Need need) {
    String name = need.scope().name();
    return name.equals(WORLD) ? "" : " on " + name;
  }

  private String who(int rank, Need need, Blockers.Of by) {
    RankSet ranks = by.ranks();
    if (ranks.isEmpty()) {
      return "a rank";
    }
    if (ranks.size() == 1) {
      return ranks.first() == rank ? "itself" : ranks.words();
    }
    boolean isAll = ranks.size() >= need.scope().members().size() - 1;
    boolean isAny = by.isAny();
    return isAny ? (isAll ? "any rank" : "any of " + ranks.words()) : ranks.words();
  }

  private static String purpose(Need need, Blockers.Of by, String who) {
    String tag = need.number() < 0 ? "any tag" : "tag " + need.number();
    String name = need.scope().name();
    return switch (need.kind()) {
      case RECEIVE, PROBE -> " for a message with " + tag + " from " + who + on(need);
      case RECEIVING -> " for the rest of a message with " + tag + " from " + who + on(need);
      case SEND -> " until its message with " + tag + on(need) + " is received by " + who;
      case SENDING ->
          " until the rest of its message with " + tag + on(need) + " is taken by " + who;
      case COLLECTIVE ->
          " (collective call no. %d on %s) for %s%s"
              .formatted(need.number() + 1, name, who, entered(by));
      case PERSISTENT -> " (a persistent collective on " + name + ") for " + who;
      case CREATION -> " (the making of a communicator from " + name + ") for " + who;
      case POST -> " for post on " + name + " by " + who;
      case COMPLETION -> " for complete on " + name + " by " + who;
      case LOCK -> " for the lock of rank " + need.number() + " of " + name + holder(by, who);
      case WINDOW -> " for an answer on " + name + " from " + who;
      case ANSWER -> " for " + who;
    };
  }

  private static String entered(Blockers.Of by) {
    if (!by.isMissing()) {
      return "";
    }
    return by.ranks().size() == 1 ? ", which has not entered it" : ", which have not entered it";
  }

  private static String holder(Blockers.Of by, String who) {
    return by.ranks().isEmpty() ? "" : ", held by " + who;
  }

  private String tail(Situation s) {
    RankSet only = null;
    boolean isSame = true;
    for (Need need : s.main().needs()) {
      RankSet ranks = graph.blockers(s.rank(), need).ranks();
      isSame &= only == null || only.equals(ranks);
      only = ranks;
    }
    if (only == null || !isSame || only.isEmpty()) {
      return "";
    }
    if (only.size() == 1) {
      int peer = only.first();
      boolean isMissing = s.main().needs().getFirst().kind() == Kind.COLLECTIVE;
      boolean isJoined = isMissing && graph.blockers(s.rank(), first(s)).isMissing();
      return peer == s.rank() ? "" : (isJoined ? " and " : ", which ") + state(peer);
    }
    boolean isAny = s.main().isAny() || graph.blockers(s.rank(), first(s)).isAny();
    return isAny && graph.isStuck(s.rank()) ? ", none of which can act" : "";
  }

  private static Need first(Situation s) {
    return s.main().needs().getFirst();
  }

  /** What a rank is doing, in short: a verb and what follows. */
  String state(int rank) {
    Situation s = graph.situation(rank);
    if (s == null) {
      return "is of another world";
    }
    return switch (s.activity()) {
      case RUNNING -> "does not wait in MPI" + (s.place().isEmpty() ? "" : " " + s.place());
      case ENDED -> "has ended MPI";
      case ABSENT -> "has not started MPI";
      case SILENT -> "did not answer";
      case WAITING -> "waits in " + s.main().where() + shortly(s);
    };
  }

  private String shortly(Situation s) {
    if (s.main().isLimited()) {
      return " with a time limit";
    }
    List<Need> needs = s.main().needs();
    if (needs.isEmpty()) {
      return "";
    }
    Blockers.Of by = graph.blockers(s.rank(), needs.getFirst());
    return needs.size() > 1 || by.ranks().isEmpty()
        ? ""
        : " for " + who(s.rank(), needs.getFirst(), by);
  }

  /** Whether a rank waits, and so has a sentence. */
  static boolean waits(Situation s) {
    return s.activity() == Activity.WAITING && !s.waits().isEmpty();
  }
}
