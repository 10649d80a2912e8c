package org.purempi.learn.named;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What this rank has asked for, and has not got yet. */
final class Submission {
  final Request request;

  /** What this rank gives. */
  final List<Values> in;

  /** Where the result goes; empty if that is new memory. */
  final List<Values> out;

  /** Of an alltoall: how many rows go to each rank. */
  final List<Long> splits;

  final long sinceNanos = System.nanoTime();
  final CompletableFuture<Result> future = new CompletableFuture<>();

  /** Whether the coordinator knows of it; the background thread's. */
  boolean isSent;

  Submission(Request request, List<Values> in, List<Values> out, List<Long> splits) {
    this.request = request;
    this.in = in;
    this.out = out;
    this.splits = splits;
  }

  /**
   * What an operation gives.
   *
   * @param rows how many came from each rank, where that is asked
   * @param last the rank that joined last
   */
  record Result(List<Values> values, List<Long> rows, int last) {
    static Result of(List<Values> values) {
      return new Result(values, List.of(), 0);
    }
  }
}
