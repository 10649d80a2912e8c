package org.purempi.pool;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which worker gets which task. Each has one in reserve. Whenever one runs dry although
 * tasks wait, all get twice as many ahead, as long as that is no more than some work for a moment;
 * many travel in one message. Inside the master's lock.
 */
final class Crew {
  /** No worker is given more work ahead, but for the one task in reserve. */
  private static final double MOST_AHEAD_NANOS = 50e6;

  private static final int FEWEST_AHEAD = 2;
  private static final int MOST_AHEAD = 256;

  /** A message of more bytes takes no further task. */
  private static final int LONG_MESSAGE = 1 << 20;

  /** How much a message with times of tasks counts against those before it. */
  private static final double NEWS = 0.2;

  private final Link link;
  private final List<Member> members;
  private double nanosPerTask = MOST_AHEAD_NANOS;
  private int ahead = FEWEST_AHEAD;
  private boolean isStopped;

  Crew(Link link) {
    this.link = link;
    this.members = new ArrayList<>();
    welcome();
  }

  /** Takes in those that have come since; if the pool is over, they are told. */
  void welcome() {
    while (members.size() < link.workers()) {
      Member member = new Member(members.size());
      members.add(member);
      if (isStopped) {
        link.send(member.number, new Packet().put(Packet.STOP));
      }
    }
  }

  List<Member> members() {
    return members;
  }

  /**
   * Some tasks have been done in so much time.
   *
   * @param ranDry whether their worker has none left although some wait
   */
  void learn(long nanos, int tasks, boolean ranDry) {
    if (tasks > 0) {
      nanosPerTask += NEWS * ((double) nanos / tasks - nanosPerTask);
      double most = Math.clamp(MOST_AHEAD_NANOS / nanosPerTask, FEWEST_AHEAD, MOST_AHEAD);
      ahead = (int) Math.min(ranDry ? 2 * ahead : ahead, most);
    }
  }

  /** Gives what waits to those who have room; whether there was any. */
  boolean dispatch(Deque<Job> waiting) {
    boolean any = false;
    Member member = freest();
    while (member != null && !waiting.isEmpty() && !isStopped) {
      give(member, waiting);
      any = true;
      member = freest();
    }
    return any;
  }

  /** Who has least, if that is no more than half of what a worker may have. */
  private @Nullable Member freest() {
    Member freest = null;
    int least = ahead / 2 + 1;
    for (Member member : members) {
      if (!member.isGone && member.load() < least) {
        freest = member;
        least = member.load();
      }
    }
    return freest;
  }

  private void give(Member member, Deque<Job> waiting) {
    int share = Math.max(1, waiting.size() / members.size());
    int room = Math.min(share, ahead - member.load());
    Packet message = new Packet();
    for (int i = 0; i < room && !waiting.isEmpty() && message.length() < LONG_MESSAGE; i++) {
      member.give(waiting.remove(), message);
    }
    link.send(member.number, message);
  }

  /**
   * No task waits: if a worker has nothing to do, a busy one is asked for what it has not begun.
   */
  void balance() {
    Member busiest = null;
    boolean anyIdle = false;
    for (Member member : members) {
      anyIdle |= !member.isGone && member.load() == 0;
      if (!member.isRecalled && member.load() > (busiest == null ? 1 : busiest.load())) {
        busiest = member;
      }
    }
    if (anyIdle && busiest != null && !isStopped) {
      busiest.isRecalled = true;
      int half = busiest.load() / 2;
      link.send(busiest.number, new Packet().put(Packet.RECALL).put(half));
    }
  }

  /** Nobody wants a job any more that a worker has. */
  void cancel(Member member, Job job, boolean interrupt) {
    if (member.jobs.containsKey(job.id) && !isStopped) {
      byte how = (byte) (interrupt ? 1 : 0);
      link.send(member.number, new Packet().put(Packet.CANCEL).put(job.id).put(how));
    }
  }

  /** No chunk will name a function any more. */
  void forget(Job.Shared function) {
    for (Member member : members) {
      if (member.shared.remove(function.number()) && !member.isGone && !isStopped) {
        link.send(member.number, new Packet().put(Packet.FORGET).put(function.number()));
      }
    }
  }

  boolean isIdle() {
    return members.stream().allMatch(m -> m.load() == 0);
  }

  /** Tells all that the pool is over, in one of two ways, unless they have been told. */
  void stop(byte how) {
    if (!isStopped) {
      isStopped = true;
      for (Member member : members) {
        if (!member.isGone) {
          member.isStopping = how == Packet.STOP_NOW;
          link.send(member.number, new Packet().put(how));
        }
      }
    }
  }

  boolean isStopped() {
    return isStopped;
  }

  /** Whether one has been told to end at once, and may yet give tasks back. */
  boolean isAwaited() {
    return members.stream().anyMatch(m -> m.isStopping && !m.isGone);
  }

  boolean isGone() {
    return members.stream().allMatch(m -> m.isGone);
  }

  /** Nothing more will come from it. */
  void lose(Member member) {
    member.isGone = true;
    member.jobs.clear();
  }
}
