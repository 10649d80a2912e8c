package org.purempi.learn.parallel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.junit.Ranks;
import org.purempi.learn.Parameter;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Layer;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Relu;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/** Pipelines learn as one rank alone does. */
@Timeout(300)
class PipelineTest {
  private static final int STEPS = 6;

  private static List<Schedule> schedules(int ranks) {
    return List.of(
        Schedule.gpipe(ranks, 8),
        Schedule.oneForwardOneBackward(ranks, 8),
        Schedule.oneForwardOneBackward(ranks, 2), // fewer than ranks
        Schedule.interleaved(ranks, 2, 8));
  }

  private static Pipeline pipeline(Communicator ranks, Schedule schedule) {
    return new Pipeline(
        ranks,
        schedule,
        SoftmaxCrossEntropy::of,
        Learning.SEED,
        Learning.stages(Learning.layers(), ranks.size() * schedule.chunks()));
  }

  @Test
  @Ranks(
      value = {1, 2, 4},
      seconds = 100)
  void allSchedulesLearnAsOneRankAlone(Communicator world) {
    for (Schedule schedule : schedules(world.size())) {
      var whole = new Network(Learning.SEED, Learning.layers());
      try (Pipeline pipeline = pipeline(world, schedule)) {
        for (int step = 0; step < STEPS; step++) {
          Learning.Batch batch = Learning.batch(step);
          double loss = Learning.learn(whole, batch, SoftmaxCrossEntropy::of);
          Learning.same(pipeline.step(batch.examples(), batch.labels()).loss(), loss);
          Learning.isPart(pipeline, whole, 0);
          Learning.descend(whole);
          Learning.descend(pipeline);
        }
        assertThat(world.allreduce(pipeline.parameters().size(), Op.SUM))
            .isEqualTo(whole.parameters().size());
      }
    }
  }

  /** The order in which gradients are summed is the same for all schedules. */
  @Test
  @Ranks(
      value = {2, 4},
      seconds = 100)
  void allSchedulesGiveTheSameToTheBit(Communicator world) {
    List<Double> losses = new ArrayList<>();
    for (Schedule schedule : schedules(world.size())) {
      try (Pipeline pipeline = pipeline(world, schedule)) {
        double loss = 0;
        for (int step = 0; step < STEPS && schedule.microBatches() == 8; step++) {
          Learning.Batch batch = Learning.batch(step);
          loss = pipeline.step(batch.examples(), batch.labels()).loss();
          Learning.descend(pipeline);
        }
        losses.add(loss);
      }
    }
    losses.removeIf(l -> l == 0);
    assertThat(losses).hasSize(3).containsOnly(losses.getFirst());
  }

  /** Batches of another size need other messages. */
  @Test
  @Ranks(
      value = {2, 4},
      seconds = 100)
  void batchesOfSeveralSizesAndEvaluationsTakeTurns(Communicator world) {
    for (Schedule schedule : schedules(world.size())) {
      var whole = new Network(Learning.SEED, Learning.layers());
      try (Pipeline pipeline = pipeline(world, schedule)) {
        for (int step = 0; step < STEPS; step++) {
          Learning.Batch batch = Learning.batch(step);
          Learning.Batch used = step % 2 == 0 ? batch : batch.part(1, 2);
          var scores = whole.apply(batch.examples());
          var result = SoftmaxCrossEntropy.of(scores, batch.labels(), 1);
          Pipeline.Outcome found = pipeline.evaluate(batch.examples(), batch.labels());
          Learning.same(found.loss(), result.sum() / Learning.BATCH);
          assertThat(found.right()).isEqualTo(result.right());
          double loss = Learning.learn(whole, used, SoftmaxCrossEntropy::of);
          Learning.same(pipeline.step(used.examples(), used.labels()).loss(), loss);
          Learning.descend(whole);
          Learning.descend(pipeline);
        }
      }
    }
  }

  @Test
  @Ranks(
      value = {1, 2},
      seconds = 100)
  void aGradientIsToldOnceWhenItIsComplete(Communicator world) {
    for (Schedule schedule : schedules(world.size())) {
      try (Pipeline pipeline = pipeline(world, schedule)) {
        List<Integer> told = new ArrayList<>();
        List<byte[]> then = new ArrayList<>();
        assertThat(
                pipeline.onGradient(
                    p -> {
                      told.add(p);
                      then.add(bytes(pipeline.parameters().get(p)));
                    }))
            .isTrue();
        Learning.Batch batch = Learning.batch(0);
        pipeline.step(batch.examples(), batch.labels());
        assertThat(told)
            .containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, pipeline.parameters().size()).boxed().toList());
        for (int i = 0; i < told.size(); i++) {
          assertThat(then.get(i)).isEqualTo(bytes(pipeline.parameters().get(told.get(i))));
        }
        assertThat(pipeline.gradients() == null).isEqualTo(schedule.chunks() > 1);
      }
    }
  }

  private static byte[] bytes(Parameter parameter) {
    return parameter.gradient().toArray(JAVA_BYTE);
  }

  @Test
  @Ranks(
      value = {2, 4},
      seconds = 100)
  void batchesThatDoNotFitAreToldOnAllRanks(Communicator world) {
    int size = world.size();
    try (Pipeline pipeline = pipeline(world, Schedule.gpipe(size, 8))) {
      assertThatThrownBy(() -> pipeline.step(new Tensor(12, Learning.INPUTS), new int[12]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("12 examples cannot be divided evenly into 8 micro-batches");
      assertThatThrownBy(() -> pipeline.step(new Tensor(4, Learning.INPUTS), new int[4]))
          .hasMessage("4 examples cannot be divided evenly into 8 micro-batches");
      assertThatThrownBy(() -> pipeline.step(new Tensor(8, Learning.INPUTS), new int[7]))
          .hasMessage("8 examples need as many labels, not 7");
      int rows = world.rank() == 0 ? 16 : 8;
      assertThatThrownBy(() -> pipeline.step(new Tensor(rows, Learning.INPUTS), new int[rows]))
          .hasMessage(
              "Pipeline: its %d ranks have from 8 to 16 examples, but all must have as many"
                  .formatted(size));
      Learning.Batch batch = Learning.batch(0); // and all goes on
      assertThat(pipeline.step(batch.examples(), batch.labels()).loss()).isPositive();
    }
  }

  @Test
  @Ranks(value = 2, seconds = 100)
  void schedulesThatDoNotFitAreRefused(Communicator world) {
    List<List<Layer>> stages = List.of(List.of(new Dense(2, 2)), List.of(new Relu()));
    assertThatThrownBy(
            () -> new Pipeline(world, Schedule.gpipe(3, 4), SoftmaxCrossEntropy::of, 1, stages))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "GPipe of 3 ranks with 4 micro-batches needs 3 ranks and 3 stages, not 2 and 2");
    var longer = Schedule.gpipe(2, 4 + world.rank());
    assertThatThrownBy(() -> new Pipeline(world, longer, SoftmaxCrossEntropy::of, 1, stages))
        .hasMessage(
            "Pipeline: rank 0 has GPipe of 2 ranks with 4 micro-batches, and rank 1 has GPipe of 2"
                + " ranks with 5 micro-batches, but all must have the same");
    var other = world.rank() == 0 ? Schedule.gpipe(2, 4) : Schedule.oneForwardOneBackward(2, 4);
    assertThatThrownBy(() -> new Pipeline(world, other, SoftmaxCrossEntropy::of, 1, stages))
        .hasMessageContaining("rank 1 has 1F1B of 2 ranks with 4 micro-batches");
  }
}
