package org.purempi.launch.calls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/**
 * Which calls of ranks are one collective operation: those with the same order on a communicator of
 * the same ranks and context, or, where no order is known, the same place among those of one name;
 * and who has waited in it for whom.
 */
final class Meetings {
  /** Hears that a call could not go on before another rank's. */
  @FunctionalInterface
  interface Listener {
    void add(WaitKind kind, RankCalls rank, int index, CallRecord call, Waits.Cause cause);
  }

  /** One rank's call in an operation. */
  private record Guest(RankCalls rank, int index, CallRecord call, Family family) {
    Waits.Cause cause() {
      return new Waits.Cause(rank.rank(), index, call.begin());
    }

    boolean isRoot() {
      return call.peer() == rank.rank();
    }
  }

  /** One rank's way through the operations of a communicator. */
  private static final class Course {
    private final RankCalls rank;
    private final int[] records;
    private int at;

    Course(RankCalls rank, int[] records) {
      this.rank = rank;
      this.records = Ints.sorted(records, index -> order(rank, index, 0));
    }

    private static int order(RankCalls rank, int index, int otherwise) {
      CallRecord call = rank.get(index);
      return call == null || call.order() < 0 ? otherwise : call.order();
    }

    /** The order of its next operation; the largest number behind the last. */
    int next() {
      return at < records.length ? order(rank, records[at], at) : Integer.MAX_VALUE;
    }

    Guest take() {
      int index = records[at++];
      CallRecord call = rank.get(index);
      if (call == null) {
        throw new AssertionError("it was there");
      }
      return new Guest(rank, index, call, rank.family(call));
    }
  }

  /** Whom a call of neighbors waits for depends on the topology, which is not recorded. */
  private static final String OF_NEIGHBORS = "neighbor";

  /** The one call of an epoch in which all meet. */
  private static final String FENCE = "fence";

  private final Names names;
  private final Listener listener;

  /** Finds them all. */
  Meetings(Recording recording, Listener listener) {
    this.listener = listener;
    names = recording.names();
    Map<Integer, Map<Integer, Ints>> byRank = new HashMap<>();
    recording.ranks().forEach(rank -> byRank.put(rank.rank(), byCommunicator(rank)));
    List<Names.Group> groups = recording.names().groups();
    for (int group = 0; group < groups.size(); group++) {
      boolean isThere = true;
      for (int time = 0; isThere; time++) {
        List<Course> courses = new ArrayList<>();
        isThere = false;
        for (int member : groups.get(group).members()) {
          RankCalls rank = recording.rank(member);
          int[] numbers = rank == null ? new int[0] : rank.own().numbers(group);
          if (rank != null && time < numbers.length) {
            isThere = true;
            Ints records = byRank.getOrDefault(member, Map.of()).get(numbers[time]);
            if (records != null) {
              courses.add(new Course(rank, records.toArray()));
            }
          }
        }
        walk(courses);
      }
    }
    meetUnordered(recording);
  }

  /** The collective calls of a rank that have orders, by its own numbers of communicators. */
  private Map<Integer, Ints> byCommunicator(RankCalls rank) {
    Map<Integer, Ints> lists = new HashMap<>();
    for (int i = 0; i < rank.count(); i++) {
      CallRecord call = rank.get(i);
      if (call != null && call.order() >= 0 && isCollective(call)) {
        lists.computeIfAbsent(rank.ownCommunicator(i), number -> new Ints()).add(i);
      }
    }
    return lists;
  }

  private boolean isCollective(CallRecord call) {
    Names.Call kind = names.call(call.what());
    return switch (kind.family()) {
      case ALL_TO_ALL, FROM_ROOT, TO_ROOT, MAKING, FILE_TOGETHER -> true;
      case PREFIX -> !kind.name().startsWith(OF_NEIGHBORS);
      case EPOCH -> kind.name().equals(FENCE);
      default -> false;
    };
  }

  /** The others of each communicator and name; the n-th calls of all ranks are one. */
  private void meetUnordered(Recording recording) {
    Map<List<Integer>, List<Course>> courses = new HashMap<>();
    for (RankCalls rank : recording.ranks()) {
      Map<List<Integer>, Ints> lists = new HashMap<>();
      for (int i = 0; i < rank.count(); i++) {
        CallRecord call = rank.get(i);
        if (call != null && call.order() < 0 && call.communicator() >= 0 && isCollective(call)) {
          lists
              .computeIfAbsent(List.of(call.communicator(), call.what()), key -> new Ints())
              .add(i);
        }
      }
      lists.forEach(
          (key, list) ->
              courses
                  .computeIfAbsent(key, k -> new ArrayList<>())
                  .add(new Course(rank, list.toArray())));
    }
    courses.values().forEach(this::walk);
  }

  private void walk(List<Course> courses) {
    while (true) {
      int order = Integer.MAX_VALUE;
      for (Course course : courses) {
        order = Math.min(order, course.next());
      }
      if (order == Integer.MAX_VALUE) {
        return;
      }
      List<Guest> guests = new ArrayList<>();
      for (Course course : courses) {
        if (course.next() == order) {
          guests.add(course.take());
        }
      }
      meet(guests);
    }
  }

  private void meet(List<Guest> guests) {
    Guest last = null;
    Guest lastOfOthers = null;
    Guest root = null;
    for (Guest guest : guests) {
      if (guest.family == Family.PREFIX && last != null) {
        listener.add(WaitKind.IMBALANCE, guest.rank, guest.index, guest.call, last.cause());
      }
      last = later(last, guest);
      if (guest.isRoot()) {
        root = guest;
      } else {
        lastOfOthers = later(lastOfOthers, guest);
      }
    }
    for (Guest guest : guests) {
      Guest waitsFor =
          switch (guest.family) {
            case FROM_ROOT -> root;
            case TO_ROOT -> guest.isRoot() ? lastOfOthers : null;
            case PREFIX -> null;
            default -> last;
          };
      if (waitsFor != null) {
        listener.add(WaitKind.IMBALANCE, guest.rank, guest.index, guest.call, waitsFor.cause());
      }
    }
  }

  private static Guest later(@Nullable Guest one, Guest other) {
    return one == null || other.call.begin() > one.call.begin() ? other : one;
  }
}
