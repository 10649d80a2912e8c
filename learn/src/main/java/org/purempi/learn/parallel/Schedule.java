package org.purempi.learn.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What each rank of a pipeline does in which order. The layers are cut into as many stages as there
 * are ranks times chunks; chunk c of rank r is stage c × ranks + r. A batch is cut into
 * micro-batches, which follow one another through the stages, and their gradients back.
 *
 * @param name of the schedule
 * @param ranks of the pipeline
 * @param chunks of layers that each rank has
 * @param microBatches of a batch
 * @param steps what each rank does
 */
public record Schedule(
    String name, int ranks, int chunks, int microBatches, List<List<Step>> steps) {
  /**
   * A pass of one micro-batch through one chunk of a rank.
   *
   * @param forward or backward
   * @param chunk of the rank, from 0
   * @param microBatch of the batch, from 0
   */
  public record Step(boolean forward, int chunk, int microBatch) {
    /** As F2.0: forward, micro-batch 2, chunk 0. */
    @Override
    public String toString() {
      return (forward ? "F" : "B") + microBatch + "." + chunk;
    }
  }

  /** How long a backward pass takes, measured in forward passes. */
  private static final int BACKWARD = 2;

  /**
   * All forward passes, then all backward passes: the activations of a whole batch are kept (Huang
   * et al., GPipe, 2019).
   */
  public static Schedule gpipe(int ranks, int microBatches) {
    return of("GPipe", ranks, 1, microBatches, rank -> microBatches);
  }

  /**
   * As soon as it can, a rank makes a backward pass after each forward pass, and so keeps the
   * activations of at most {@code ranks - rank} micro-batches; its bubble is that of GPipe
   * (Narayanan et al., PipeDream-Flush, 2021).
   */
  public static Schedule oneForwardOneBackward(int ranks, int microBatches) {
    return of("1F1B", ranks, 1, microBatches, rank -> ranks - rank - 1);
  }

  /**
   * 1F1B over several chunks of layers for each rank: the bubble is smaller by that factor, and as
   * many times more messages travel (Narayanan et al., Efficient large-scale language model
   * training, 2021, section 2.2).
   *
   * @throws IllegalArgumentException if the micro-batches cannot be divided evenly by the ranks
   */
  public static Schedule interleaved(int ranks, int chunks, int microBatches) {
    return of(
        "interleaved 1F1B",
        ranks,
        chunks,
        microBatches,
        rank -> 2 * (ranks - rank - 1) + (chunks - 1) * ranks);
  }

  /**
   * @param ahead how many forward passes a rank makes before its first pair of both
   */
  private static Schedule of(
      String name, int ranks, int chunks, int microBatches, IntUnaryOperator ahead) {
    if (ranks < 1 || chunks < 1 || microBatches < 1) {
      throw new IllegalArgumentException(
          "%s needs at least one rank, chunk and micro-batch, not %d, %d and %d"
              .formatted(name, ranks, chunks, microBatches));
    }
    if (chunks > 1 && microBatches % ranks != 0) {
      throw new IllegalArgumentException(
          "%s of %d ranks needs a multiple of so many micro-batches, not %d"
              .formatted(name, ranks, microBatches));
    }
    int passes = chunks * microBatches;
    List<List<Step>> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int lead = Math.min(passes, ahead.applyAsInt(rank));
      List<Step> steps = new ArrayList<>();
      for (int pass = 0; pass < passes + lead; pass++) {
        if (pass < passes) {
          steps.add(step(true, pass, ranks, chunks));
        }
        if (pass >= lead) {
          steps.add(step(false, pass - lead, ranks, chunks));
        }
      }
      all.add(List.copyOf(steps));
    }
    return new Schedule(name, ranks, chunks, microBatches, List.copyOf(all));
  }

  /** As many micro-batches as there are ranks pass through a chunk before the next one's turn. */
  private static Step step(boolean forward, int pass, int ranks, int chunks) {
    int round = chunks == 1 ? 1 : ranks;
    int turn = pass / round % chunks;
    int microBatch = pass / (round * chunks) * round + pass % round;
    return new Step(forward, forward ? turn : chunks - 1 - turn, microBatch);
  }

  /** How many activations of a chunk a rank keeps at most. */
  public int inFlight(int rank) {
    int kept = 0;
    int most = 0;
    for (Step step : steps.get(rank)) {
      kept += step.forward ? 1 : -1;
      most = Math.max(most, kept);
    }
    return most;
  }

  /**
   * The part of the time in which ranks wait, if messages take no time, all chunks the same, and a
   * backward pass twice as long as a forward pass. It is (p - 1) / (v·m + p - 1) for p ranks, v
   * chunks and m micro-batches, if nothing else holds ranks up.
   *
   * @throws IllegalStateException if ranks wait for each other for ever
   */
  public double bubble() {
    long[][] ends = new long[2 * ranks * chunks][microBatches]; // of forward and backward passes
    int[] next = new int[ranks];
    long[] now = new long[ranks];
    int left = steps.stream().mapToInt(List::size).sum();
    long busy = (1L + BACKWARD) * chunks * microBatches;
    while (left > 0) {
      int before = left;
      for (int rank = 0; rank < ranks; rank++) {
        while (next[rank] < steps.get(rank).size()) {
          Step step = steps.get(rank).get(next[rank]);
          int row = row(rank, step);
          long ready = row == 0 ? 0 : ends[row - 1][step.microBatch];
          if (row > 0 && ready == 0) {
            break;
          }
          now[rank] = Math.max(now[rank], ready) + (step.forward ? 1 : BACKWARD);
          ends[row][step.microBatch] = now[rank];
          next[rank]++;
          left--;
        }
      }
      if (left == before) {
        throw new IllegalStateException(this + ": ranks wait for each other");
      }
    }
    return 1 - (double) busy / Arrays.stream(now).max().orElseThrow();
  }

  /** The number of a pass among those of a micro-batch, each of which needs the one before. */
  private int row(int rank, Step step) {
    int stage = step.chunk * ranks + rank;
    return step.forward ? stage : 2 * ranks * chunks - 1 - stage;
  }

  @Override
  public String toString() {
    return "%s of %d ranks with %d micro-batches".formatted(name, ranks, microBatches)
        + (chunks == 1 ? "" : " and " + chunks + " chunks");
  }
}
