package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.LockType;
import org.purempi.Window;
import org.purempi.tests.OnRanks;
import org.purempi.tests.onesided.RandomProgram.Step;
import org.purempi.tests.onesided.RandomProgram.Verb;

/**
 * Programs made by a seed, compared with what becomes of the parts when one rank does all. The seed
 * is a new one each time; an error names it, and {@code -Dseed} sets it.
 */
final class RandomWindowCases {
  private static final int EPOCHS = 12;

  private RandomWindowCases() {}

  /** What a step has brought back, and what it must be. */
  private record Result(Step step, Buf got) {
    void check() {
      if (step.isSeenKnown()) {
        assertThat(got.base())
            .as("what %s of %s found, op %s", step.verb(), step.type(), step.op())
            .isEqualTo(step.data(step.seen(), step.n()));
      }
    }
  }

  @OnRanks(
      value = {1, 2, 3, 4},
      seconds = 60)
  static void everyRandomProgramLeavesWhatItWouldInASequence(Communicator world) throws Exception {
    long[] seed = {Long.getLong("seed", System.nanoTime())};
    world.bcast(seed, 0);
    AnyWindow.each(
        world,
        RandomProgram.PART_BYTES,
        any -> {
          try {
            run(any, seed[0]);
          } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed[0] + ", rank " + any.rank(), e);
          }
        });
  }

  private static void run(AnyWindow any, long seed) {
    var program = new RandomProgram(seed, any.size());
    for (int i = 0; i < EPOCHS; i++) {
      int kind = program.next(4);
      List<Step> mine =
          program.epoch(kind >= 2).stream().filter(s -> s.origin() == any.rank()).toList();
      List<Result> results =
          switch (kind) {
            case 0 -> fence(any, mine);
            case 1 -> startAndPost(any, mine);
            case 2 -> lockAll(any, mine);
            default -> locks(any, mine);
          };
      any.comm().barrier();
      any.window().sync();
      results.forEach(Result::check);
      assertThat(any.memory().toArray(JAVA_BYTE))
          .as("part after epoch %d of kind %d", i, kind)
          .isEqualTo(program.part(any.rank()));
      any.comm().barrier();
    }
  }

  private static List<Result> fence(AnyWindow any, List<Step> steps) {
    List<Result> results = new ArrayList<>();
    any.window().fence();
    steps.forEach(s -> start(any, s, results));
    any.window().fence();
    return results;
  }

  private static List<Result> startAndPost(AnyWindow any, List<Step> steps) {
    List<Result> results = new ArrayList<>();
    any.window().post(any.window().group());
    any.window().start(any.window().group());
    steps.forEach(s -> start(any, s, results));
    any.window().complete();
    any.window().waitFor();
    return results;
  }

  private static List<Result> lockAll(AnyWindow any, List<Step> steps) {
    List<Result> results = new ArrayList<>();
    any.window().lockAll();
    for (Step step : steps) {
      any.window().flush(step.target());
      start(any, step, results);
    }
    any.window().unlockAll();
    return results;
  }

  private static List<Result> locks(AnyWindow any, List<Step> steps) {
    List<Result> results = new ArrayList<>();
    for (Step step : steps) {
      boolean alone = step.values().getFirst() % 2 == 0;
      any.window().lock(alone ? LockType.EXCLUSIVE : LockType.SHARED, step.target());
      start(any, step, results);
      any.window().unlock(step.target());
    }
    return results;
  }

  private static void start(AnyWindow any, Step step, List<Result> results) {
    Window window = any.window();
    int target = step.target();
    long at = any.at(target, step.byteOffset());
    int n = step.n();
    byte[] got = new byte[n * (int) step.type().size()];
    Buf into = Buf.of(got, 0, n, step.type());
    Buf origin = Buf.of(step.data(step.values(), n), 0, n, step.type());
    switch (step.verb()) {
      case PUT -> window.put(origin, target, at, 1, step.layout());
      case GET -> window.get(into, target, at, 1, step.layout());
      case UPDATE -> window.accumulate(origin, target, at, 1, step.layout(), step.op());
      case FETCH -> window.getAccumulate(origin, into, target, at, 1, step.layout(), step.op());
      case SWAP -> {
        Buf expected = origin;
        byte[] both = step.data(step.values(), 2);
        Buf value = Buf.of(both, both.length / 2, 1, step.type());
        window.compareAndSwap(value, expected, into, target, at);
      }
    }
    if (step.verb() != Verb.PUT && step.verb() != Verb.UPDATE) {
      results.add(new Result(step, into));
    }
  }
}
