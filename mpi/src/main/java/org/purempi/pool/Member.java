package org.purempi.pool;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A worker as the master knows it. Inside the master's lock. */
final class Member {
  /** Its number in the link. */
  final int number;

  /** What it has, the oldest first. */
  final Map<Long, Job> jobs = new LinkedHashMap<>();

  /** The numbers of the functions and lambdas that it knows. */
  final Set<Integer> shared = new HashSet<>();

  /** Whether it has been asked to give tasks back and has not answered. */
  boolean isRecalled;

  /** Whether it has been told to end at once and has not answered. */
  boolean isStopping;

  /** Whether it has ended, or died. */
  boolean isGone;

  Member(int number) {
    this.number = number;
  }

  int load() {
    return jobs.size();
  }

  /** Writes a job down, and what it names if that is new there. */
  void give(Job job, Packet out) {
    Job.Content content = job.content;
    Job.Shared named = content.shared();
    if (named != null && shared.add(named.number())) {
      out.put(Packet.SHARE).put(named.number()).put(named.bytes());
    }
    out.put(content.kind()).put(job.id);
    if (named != null) {
      out.put(named.number());
    }
    out.put(content.body());
    job.member = this;
    jobs.put(job.id, job);
  }
}
