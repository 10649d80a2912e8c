package org.purempi.learn.named;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;

/**
 * What it costs to find out that 100 tensors are ready whose names are known, beside the allreduce
 * of three longs that it needs; and a whole step of 100 allreduces of 16 floats by name, beside one
 * plain allreduce of all. Arguments: how many rounds, then nothing under mpiexec, or the number of
 * ranks on threads of this JVM. Prints "name where ranks median decile best", in microseconds at
 * rank 0; where others compute meanwhile the last two tell more.
 */
public final class NegotiationCost {
  private static final int TENSORS = 100;
  private static final int FLOATS = 16;
  private static final int WARM_UP = 3_000;
  private static final double MICRO_NANOS = 1e3;

  private final Communicator world;
  private final int rounds;
  private final String where;

  private NegotiationCost(Communicator world, int rounds, String where) {
    this.world = world;
    this.rounds = rounds;
    this.where = where;
  }

  /** Measures. */
  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    if (args.length > 1) {
      Mpi.runThreads(
          Integer.parseInt(args[1]), w -> new NegotiationCost(w, rounds, "threads").all());
      return;
    }
    try (Mpi mpi = Mpi.init(args)) {
      new NegotiationCost(mpi.world(), rounds, "processes").all();
    }
  }

  private void all() {
    Submission[] pending = new Submission[TENSORS];
    var cache = new ResponseCache(TENSORS);
    for (int i = 0; i < TENSORS; i++) {
      Values v = Values.of(new float[FLOATS]);
      pending[i] = submission("layer" + i + ".weight", v);
      cache.put(submission("layer" + i + ".weight", v).request);
    }
    var options =
        NamedOptions.DEFAULT
            .fused(64 << 20, Duration.ZERO)
            .stalling(Duration.ZERO, Duration.ZERO, System.err::println);
    var timeline = new Timeline(options.warnings());
    var coordinator =
        world.rank() == 0
            ? new Coordinator(world.size(), cache, new StallInspector(options), timeline)
            : null;
    var negotiation =
        new Negotiation(world, cache, coordinator, new Tally(), options.suspicionNanos());
    List<Submission> list = Arrays.asList(pending);
    measure(
        "negotiation",
        () -> {
          if (negotiation.cycle(list, false).decisions().size() != TENSORS) {
            throw new IllegalStateException("not all are ready");
          }
        });
    long[] words = new long[3];
    measure("allreduce3", () -> world.allreduce(words, Op.BAND));
    float[] together = new float[TENSORS * FLOATS];
    measure("plain", () -> world.allreduce(together, Op.SUM));
    float[][] each = new float[TENSORS][FLOATS];
    try (var operations = NamedOperations.over(world, options)) {
      List<Handle<Values>> handles = new ArrayList<>();
      measure(
          "step",
          () -> {
            handles.clear();
            for (int i = 0; i < TENSORS; i++) {
              handles.add(operations.allreduce("layer" + i, each[i], Reduction.SUM));
            }
            handles.forEach(Handle::await);
          });
    }
  }

  private static Submission submission(String name, Values v) {
    var request =
        new Request(Kind.ALLREDUCE, name, v.type(), Reduction.AVERAGE, 0, List.of(v.shape()));
    return new Submission(request, List.of(v), List.of(v), List.of());
  }

  private void measure(String name, Runnable call) {
    for (int i = 0; i < WARM_UP; i++) {
      call.run();
    }
    long[] nanos = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      call.run();
      nanos[i] = System.nanoTime() - start;
    }
    world.barrier();
    if (world.rank() == 0) {
      Arrays.sort(nanos);
      System.out.println(
          String.format(
              Locale.ROOT,
              "%-12s %-10s %d %9.1f %9.1f %9.1f",
              name,
              where,
              world.size(),
              nanos[rounds / 2] / MICRO_NANOS,
              nanos[rounds / 10] / MICRO_NANOS,
              nanos[0] / MICRO_NANOS));
    }
  }
}
