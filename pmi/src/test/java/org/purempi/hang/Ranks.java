package org.purempi.hang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.hang.Need.Kind;
import org.purempi.hang.Situation.Activity;
import org.purempi.hang.Situation.Entered;
import org.purempi.hang.Situation.Lock;

/** Situations of a world of so many ranks, in short. */
record Ranks(int size) {
  static final long WORLD = 4;
  static final long OTHER = 8;

  Scope world() {
    return new Scope(WORLD, "MPI_COMM_WORLD", RankSet.range(0, size - 1));
  }

  Scope other() {
    return new Scope(OTHER, "rows", RankSet.range(0, size - 1));
  }

  Need receive(int from, int tag) {
    return new Need(Kind.RECEIVE, false, RankSet.of(from), world(), tag, CollectiveCall.UNKNOWN);
  }

  Need receiveFromAny(int tag) {
    RankSet all = world().members();
    return new Need(Kind.RECEIVE, true, all, world(), tag, CollectiveCall.UNKNOWN);
  }

  Need send(int to, int tag) {
    return new Need(Kind.SEND, false, RankSet.of(to), world(), tag, CollectiveCall.UNKNOWN);
  }

  /** A step of the first collective operation on the world. */
  Need collective(int peer, CollectiveCall call) {
    return new Need(Kind.COLLECTIVE, false, RankSet.of(peer), world(), 0, call);
  }

  static CollectiveCall barrier() {
    return new CollectiveCall("barrier", "", "", -1, 0);
  }

  static Situation waits(int rank, String call, Need... needs) {
    return waits(rank, false, call, needs);
  }

  static Situation waits(int rank, boolean isAny, String call, Need... needs) {
    String place = "at P.java:" + (10 + rank);
    return with(rank, List.of(new Wait(call, place, isAny, false, List.of(needs))));
  }

  static Situation with(int rank, List<Wait> waits) {
    return new Situation(rank, Activity.WAITING, "", waits, List.of(), List.of(), List.of());
  }

  static Situation runs(int rank) {
    return Situation.of(rank, Activity.RUNNING, "at P.java:99");
  }

  static Situation ended(int rank) {
    return Situation.of(rank, Activity.ENDED, "");
  }

  static Situation entered(Situation s, int count) {
    return new Situation(
        s.rank(),
        s.activity(),
        s.place(),
        s.waits(),
        s.letters(),
        List.of(new Entered(WORLD, count)),
        s.locks());
  }

  static Situation holding(Situation s, int target) {
    List<Lock> locks = List.of(new Lock(WORLD, target));
    return new Situation(
        s.rank(), s.activity(), s.place(), s.waits(), s.letters(), s.entered(), locks);
  }

  static Situation with(Situation s, Letter... letters) {
    List<Letter> all = new ArrayList<>(Arrays.asList(letters));
    return new Situation(s.rank(), s.activity(), s.place(), s.waits(), all, s.entered(), s.locks());
  }
}
