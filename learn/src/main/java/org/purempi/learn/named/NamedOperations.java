package org.purempi.learn.named;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.purempi.Communicator;
import org.purempi.MpiException;
import org.purempi.ThreadLevel;

/**
 * Collective operations that ranks call by name, in any order, as in Horovod (Sergeev and Del Balso
 * 2018): what is called is done when all ranks have called it.
 *
 * <pre>
 * try (NamedOperations operations = NamedOperations.over(world)) {
 *   Handle&lt;Values&gt; a = operations.allreduce("layer2", gradient2, Reduction.AVERAGE);
 *   Handle&lt;Values&gt; b = operations.allreduce("layer1", gradient1, Reduction.AVERAGE);
 *   a.await();
 *   b.await();
 * }
 * </pre>
 *
 * <p>Every rank has a background thread. In cycles the ranks find out what all are ready for; rank
 * 0 compares what they ask for, and what they have agreed on before costs a bit in one allreduce.
 * Small allreduces of one type and operator share a message. Any thread of a rank may call; the
 * values are read and written by the background thread until the handle is done.
 *
 * <p>If ranks ask for different things under one name, its handles fail on all of them with a
 * {@link NamedOperationException} that names the ranks. Whatever is under way when a rank closes,
 * fails. A rank that fails amid an operation, such as for want of memory, tells the others in a job
 * that survives failures, and else ends the job: they would wait for it for ever.
 */
public final class NamedOperations implements AutoCloseable {
  private static final int LONGEST_NAME_BYTES = 10_000;

  private final int rank;
  private final int size;
  private final Inbox inbox = new Inbox();
  private final Tally tally = new Tally();
  private final Timeline timeline;
  private final Thread thread;

  private NamedOperations(Communicator ranks, NamedOptions options) {
    this.rank = ranks.rank();
    this.size = ranks.size();
    this.timeline = new Timeline(options.warnings());
    if (options.timeline() != null && rank == 0) {
      timeline.start(options.timeline(), options.marksCycles());
    }
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("purempi-named-" + rank)
            .inheritInheritableThreadLocals(false) // it frees no rank that waits for another:
            .group(outermost()) // the watch for ranks that hang is not to count on it
            .unstarted(new Background(ranks, options, inbox, timeline, tally));
  }

  private static ThreadGroup outermost() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /** With the options of Horovod's environment variables; collective. */
  public static NamedOperations over(Communicator ranks) {
    return over(ranks, NamedOptions.fromEnvironment());
  }

  /**
   * Starts the background threads, which have a communicator of their own; collective.
   *
   * @throws IllegalStateException if the environment does not let two threads call at once
   * @throws java.io.UncheckedIOException if the timeline cannot be written
   */
  public static NamedOperations over(Communicator ranks, NamedOptions options) {
    ThreadLevel level = ranks.mpi().queryThread();
    if (level != ThreadLevel.MULTIPLE) {
      throw new IllegalStateException(
          "operations by name call MPI from a thread of their own, beside the program's: that needs"
              + " the thread level MULTIPLE, and this environment has "
              + level);
    }
    Communicator own = ranks.dup();
    var operations = new NamedOperations(own, options.ofFirst(own));
    operations.thread.start();
    return operations;
  }

  /** Combines the arrays of all ranks in place. */
  public Handle<Values> allreduce(String name, float[] inOut, Reduction reduction) {
    return allreduce(name, Values.of(inOut), reduction);
  }

  /** Combines the values of all ranks in place; type, shape and reduction are the same on all. */
  public Handle<Values> allreduce(String name, Values inOut, Reduction reduction) {
    return allreduce(name, inOut, inOut, reduction);
  }

  /** Combines the values of all ranks to other memory; the handle gives {@code out}. */
  public Handle<Values> allreduce(String name, Values in, Values out, Reduction reduction) {
    Submission s = allreduction(name, List.of(in), List.of(out), reduction);
    return submitted(s, r -> r.values().getFirst());
  }

  /** A group, in place: either all of it is done or nothing. It has one name. */
  public Handle<List<Values>> allreduce(String name, List<Values> inOut, Reduction reduction) {
    return allreduce(name, inOut, inOut, reduction);
  }

  /** A group of one type, to other memory. */
  public Handle<List<Values>> allreduce(
      String name, List<Values> in, List<Values> out, Reduction reduction) {
    Submission s = allreduction(name, List.copyOf(in), List.copyOf(out), reduction);
    return submitted(s, Submission.Result::values);
  }

  private Submission allreduction(
      String name, List<Values> in, List<Values> out, Reduction reduction) {
    if (in.isEmpty() || in.size() != out.size()) {
      throw new IllegalArgumentException(
          "allreduce '%s' of %d values to %d: it needs as many, and one at least"
              .formatted(name, in.size(), out.size()));
    }
    NumberType type = in.getFirst().type();
    for (int i = 0; i < in.size(); i++) {
      Values from = in.get(i);
      Values to = out.get(i);
      if (from.type() != type || to.type() != type || !from.shape().equals(to.shape())) {
        throw new IllegalArgumentException(
            "allreduce '%s' of %s %s to %s %s: a group has one type, and a result its shape"
                .formatted(name, from.type(), from.shape(), to.type(), to.shape()));
      }
    }
    checkReduction("allreduce", name, type, reduction);
    List<List<Long>> shapes = in.stream().map(Values::shape).toList();
    var request = new Request(Kind.ALLREDUCE, name, type, reduction, 0, shapes);
    return new Submission(request, in, out, List.of());
  }

  private static void checkReduction(
      String kind, String name, NumberType type, Reduction reduction) {
    if (!reduction.takes(type)) {
      throw new IllegalArgumentException(
          "%s '%s': %s of %s: whole numbers are neither averaged nor scaled"
              .formatted(kind, name, reduction, type));
    }
  }

  /** The rows of all ranks; ranks may give different numbers of rows, which are else alike. */
  public Handle<Gathered> allgather(String name, Values rows) {
    checkRows(Kind.ALLGATHER, name, rows);
    Request request = request(Kind.ALLGATHER, name, rows, rows.rowShape(), Reduction.SUM, 0);
    return gathering(new Submission(request, List.of(rows), List.of(), List.of()));
  }

  /** The root's values, to all ranks' memory; the same type and shape. */
  public Handle<Values> broadcast(String name, Values inOut, int root) {
    if (root < 0 || root >= size) {
      throw new IllegalArgumentException(
          "broadcast '%s': the root is %d, and the ranks are 0 … %d"
              .formatted(name, root, size - 1));
    }
    Request request = request(Kind.BROADCAST, name, inOut, inOut.shape(), Reduction.SUM, root);
    var s = new Submission(request, List.of(inOut), List.of(inOut), List.of());
    return submitted(s, r -> r.values().getFirst());
  }

  /** The root's array, to all ranks' arrays of the same length. */
  public Handle<Values> broadcast(String name, float[] inOut, int root) {
    return broadcast(name, Values.of(inOut), root);
  }

  /**
   * Rows for each rank, rank 0's first, for rows from each.
   *
   * @param splits how many rows go to each rank; without them as many to each
   */
  public Handle<Gathered> alltoall(String name, Values rows, long... splits) {
    checkRows(Kind.ALLTOALL, name, rows);
    long[] given = splits;
    if (given.length == 0) {
      given = new long[size];
      Arrays.fill(given, rows.rows() / size);
    }
    boolean isWhole = given.length == size && Arrays.stream(given).allMatch(n -> n >= 0);
    if (!isWhole || Arrays.stream(given).sum() != rows.rows()) {
      throw new IllegalArgumentException(
          "alltoall '%s': %d rows are split in %s for %d ranks"
              .formatted(name, rows.rows(), Arrays.toString(given), size));
    }
    Request request = request(Kind.ALLTOALL, name, rows, rows.rowShape(), Reduction.SUM, 0);
    List<Long> each = Arrays.stream(given).boxed().toList();
    return gathering(new Submission(request, List.of(rows), List.of(), each));
  }

  /**
   * Combines the values of all ranks, and gives each rank its rows in new memory: as many to each,
   * and one more to the first ones if rows are left over.
   */
  public Handle<Values> reduceScatter(String name, Values rows, Reduction reduction) {
    checkRows(Kind.REDUCE_SCATTER, name, rows);
    checkReduction("reduceScatter", name, rows.type(), reduction);
    Request request = request(Kind.REDUCE_SCATTER, name, rows, rows.shape(), reduction, 0);
    var s = new Submission(request, List.of(rows), List.of(), List.of());
    return submitted(s, r -> r.values().getFirst());
  }

  /** Is done when all ranks have called it; gives no values. */
  public Handle<Values> barrier(String name) {
    Request request =
        request(Kind.BARRIER, name, Values.NONE, Values.NONE.shape(), Reduction.SUM, 0);
    var s = new Submission(request, List.of(), List.of(), List.of());
    return submitted(s, r -> r.values().getFirst());
  }

  /**
   * This rank has nothing more to give: until all ranks have joined, it adds zeros to what the
   * others sum and average, and no rows to what they gather. Other operations fail meanwhile. An
   * average is still divided by the number of all ranks.
   *
   * @return gives the rank that joined last; then all may go on
   */
  public Handle<Integer> join() {
    var s = new Submission(Request.JOIN, List.of(), List.of(), List.of());
    return submitted(s, Submission.Result::last);
  }

  private static Request request(
      Kind kind, String name, Values values, List<Long> shape, Reduction reduction, int root) {
    return new Request(kind, name, values.type(), reduction, root, List.of(shape));
  }

  private static void checkRows(Kind kind, String name, Values rows) {
    if (rows.shape().isEmpty()) {
      throw new IllegalArgumentException(
          "%s '%s' of a single number: it needs rows".formatted(kind.word(), name));
    }
  }

  private Handle<Gathered> gathering(Submission s) {
    return submitted(s, r -> new Gathered(r.values().getFirst(), r.rows()));
  }

  private <T> Handle<T> submitted(Submission s, Function<Submission.Result, T> view) {
    Objects.requireNonNull(s.request.name());
    if (s.request.name().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a name has at most " + LONGEST_NAME_BYTES + " bytes: " + s.request.name());
    }
    s.in.forEach(v -> checkMemory(s, v, false));
    s.out.forEach(v -> checkMemory(s, v, true));
    inbox.put(s);
    return new Handle<>(s, view);
  }

  private void checkMemory(Submission s, Values values, boolean isWritten) {
    if (!values.memory().isAccessibleBy(thread)) {
      throw new IllegalArgumentException(
          s.request.title()
              + ": its memory belongs to another thread than the one that sends it: take it from"
              + " Arena.ofShared() or ofAuto()");
    }
    if (isWritten && values.memory().isReadOnly()) {
      throw new IllegalArgumentException(s.request.title() + ": its memory is read-only");
    }
  }

  /** What this rank's thread has done so far. */
  public NamedCounts counts() {
    return tally.counts();
  }

  /**
   * Writes a timeline from now on, of what this rank sees: on rank 0 also when which rank was ready
   * for what was not known before.
   *
   * @param file JSON for Chrome's tracing and Perfetto; replaced if there is one
   * @param marksCycles whether each cycle has a mark
   * @throws IllegalStateException if a timeline is being written
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public void startTimeline(Path file, boolean marksCycles) {
    timeline.start(file, marksCycles);
  }

  /** Completes the timeline's file, if one is being written. */
  public void stopTimeline() {
    timeline.stop();
  }

  /**
   * Ends the operations on all ranks: those that are under way fail, and on other ranks none begins
   * any more. Waits for the background thread, which tells the others.
   *
   * @throws MpiException if interrupted
   */
  @Override
  public void close() {
    inbox.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NamedOperationException("interrupted while closing operations by name", e);
    }
  }

  @Override
  public String toString() {
    return "operations by name of rank " + rank + " of " + size;
  }
}
