package org.purempi.learn.named;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.VBuf;

/** Carries out what has been decided, in the same order on all ranks. */
final class Execution {
  private static final long ALIGNMENT = 64;

  private final Communicator ranks;
  private final long fusionBytes;
  private final Inbox inbox;
  private final Timeline timeline;
  private final FusedAllreduce allreduce;

  Execution(
      Communicator ranks,
      long fusionBytes,
      Inbox inbox,
      Timeline timeline,
      FusedAllreduce allreduce) {
    this.ranks = ranks;
    this.fusionBytes = fusionBytes;
    this.inbox = inbox;
    this.timeline = timeline;
    this.allreduce = allreduce;
  }

  /**
   * Does it, and tells the handles.
   *
   * @param pending loses what is done
   */
  void run(List<Decision> decisions, Map<String, Submission> pending) {
    if (decisions.isEmpty()) {
      return;
    }
    long decided = System.nanoTime();
    List<Task> tasks = new ArrayList<>();
    for (Decision decision : decisions) {
      switch (decision) {
        case Decision.Go(Request request) -> {
          Submission s = pending.get(request.name());
          tasks.add(new Task(request, s));
          timeline.negotiated(s, decided);
        }
        case Decision.Refused(String name, String why) ->
            fail(pending.remove(name), new NamedOperationException(why, null));
        case Decision.AllJoined(int last) ->
            finish(
                pending.remove(Request.JOIN.name()),
                new Submission.Result(List.of(), List.of(), last));
      }
    }
    for (List<Task> batch : Task.fused(tasks, fusionBytes)) {
      long start = System.nanoTime();
      timeline.spans(batch, "QUEUE", decided, start);
      Submission.@Nullable Result result = result(batch);
      timeline.done(batch, decided, System.nanoTime());
      List<Submission> done = new ArrayList<>();
      for (Task task : batch) {
        Submission s = pending.remove(task.request().name());
        if (s != null) {
          done.add(s);
        }
      }
      inbox.over(done);
      for (Submission s : done) {
        s.future.complete(result == null ? Submission.Result.of(s.out) : result);
      }
    }
  }

  private void fail(@Nullable Submission s, NamedOperationException why) {
    if (s != null) {
      inbox.over(List.of(s));
      s.future.completeExceptionally(why);
    }
  }

  private void finish(@Nullable Submission s, Submission.Result result) {
    if (s != null) {
      inbox.over(List.of(s));
      s.future.complete(result);
    }
  }

  /** Does a batch; null if the results lie where they were asked for. */
  private Submission.@Nullable Result result(List<Task> batch) {
    Task task = batch.getFirst();
    Submission s = task.submission();
    return switch (task.request().kind()) {
      case ALLREDUCE -> {
        allreduce.run(batch);
        yield null;
      }
      case BROADCAST -> {
        if (s != null) {
          ranks.bcast(buf(s.out.getFirst()), task.request().root());
        }
        yield null;
      }
      case ALLGATHER -> gathered(task.request(), s);
      case ALLTOALL -> s == null ? null : exchanged(task.request(), s);
      case REDUCE_SCATTER -> s == null ? null : scattered(task.request(), s);
      case BARRIER, JOIN -> Submission.Result.of(List.of(Values.NONE));
    };
  }

  private static Buf buf(Values v) {
    return FusedAllreduce.buf(v.memory(), v.type());
  }

  /** All ranks' rows; a rank that has joined gives none. */
  private Submission.Result gathered(Request request, @Nullable Submission s) {
    long mine = s == null ? 0 : s.in.getFirst().rows();
    long[] rows = ranks.allgather(mine);
    Values all = rows(request, Arrays.stream(rows).sum());
    Buf in = s == null ? buf(all).slice(0, 0) : buf(s.in.getFirst());
    ranks.allgatherv(in, VBuf.of(buf(all), numbers(request, rows)));
    return result(all, rows);
  }

  private Submission.Result exchanged(Request request, Submission s) {
    long[] given = s.splits.stream().mapToLong(Long::longValue).toArray();
    long[] got = new long[given.length];
    ranks.alltoall(given, got);
    Values all = rows(request, Arrays.stream(got).sum());
    ranks.alltoallv(
        VBuf.of(buf(s.in.getFirst()), numbers(request, given)),
        VBuf.of(buf(all), numbers(request, got)));
    return result(all, got);
  }

  /** As many rows for each rank; the first ones get those that are left over. */
  private Submission.Result scattered(Request request, Submission s) {
    Values in = s.in.getFirst();
    long[] rows = new long[ranks.size()];
    for (int r = 0; r < rows.length; r++) {
      rows[r] = in.rows() / rows.length + (r < in.rows() % rows.length ? 1 : 0);
    }
    List<Long> rowShape = in.rowShape();
    long perRow = Values.product(rowShape);
    long[] counts = Arrays.stream(rows).map(n -> n * perRow).toArray();
    Reduction reduction = request.reduction();
    MemorySegment from = in.memory();
    if (reduction.prescale() != 1) {
      from = memory(from.byteSize()).copyFrom(from);
      request.type().scale(from, reduction.prescale());
    }
    Values mine = values(request.type(), rows[ranks.rank()], rowShape);
    ranks.reduceScatter(
        FusedAllreduce.buf(from, request.type()),
        buf(mine),
        counts,
        request.type().op(reduction.rule()));
    request.type().scale(mine.memory(), reduction.last(rows.length));
    return result(mine, rows);
  }

  private static Submission.Result result(Values values, long[] rows) {
    return new Submission.Result(List.of(values), Arrays.stream(rows).boxed().toList(), 0);
  }

  private static long[] numbers(Request request, long[] rows) {
    long perRow = Values.product(request.shapes().getFirst());
    return Arrays.stream(rows).map(n -> n * perRow).toArray();
  }

  private static Values rows(Request request, long rows) {
    return values(request.type(), rows, request.shapes().getFirst());
  }

  private static Values values(NumberType type, long rows, List<Long> rowShape) {
    List<Long> shape = new ArrayList<>();
    shape.add(rows);
    shape.addAll(rowShape);
    return new Values(memory(Values.product(shape) * type.bytes()), type, shape);
  }

  private static MemorySegment memory(long bytes) {
    return Arena.ofAuto().allocate(bytes, ALIGNMENT);
  }
}
