package org.purempi.learn.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.junit.Ranks;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.SoftmaxCrossEntropy;

/** Data, tensor and pipeline parallel together learn as one rank alone does. */
@Timeout(300)
class HybridTest {
  private static final int STEPS = 4;

  @Test
  @Ranks(value = 4, seconds = 100)
  void gridsOfFourRanksLearnAsOneRankAlone(Communicator world) {
    learns(new Grid(world, 1, 2, 2), Schedule.oneForwardOneBackward(2, 4));
    learns(new Grid(world, 2, 2, 1), Schedule.oneForwardOneBackward(1, 2));
    learns(new Grid(world, 2, 1, 2), Schedule.interleaved(2, 2, 4));
    learns(new Grid(world, 4, 1, 1), Schedule.gpipe(1, 1));
  }

  @Test
  @Ranks(value = 8, seconds = 100)
  void gridsOfEightRanksLearnAsOneRankAlone(Communicator world) {
    learns(new Grid(world, 2, 2, 2), Schedule.interleaved(2, 2, 4));
    learns(new Grid(world, 1, 2, 4), Schedule.oneForwardOneBackward(4, 4));
  }

  private static void learns(Grid grid, Schedule schedule) {
    var whole = new Network(Learning.SEED, Learning.layers());
    int stages = schedule.ranks() * schedule.chunks();
    try (grid;
        Pipeline pipeline =
            new Pipeline(
                grid.pipeline(),
                schedule,
                new VocabularyParallelLoss(grid.tensor()),
                Learning.SEED,
                Learning.stages(Learning.layers(grid.tensor()), stages));
        DataParallel parallel = DataParallel.setup(grid.data(), pipeline).open()) {
      for (int step = 0; step < STEPS; step++) {
        Learning.Batch batch = Learning.batch(step);
        Learning.Batch own = batch.part(grid.data().rank(), grid.data().size());
        double loss = pipeline.step(own.examples(), own.labels()).loss();
        parallel.finish();
        Learning.same(
            grid.data().allreduce(loss, Op.SUM) / grid.data().size(),
            Learning.learn(whole, batch, SoftmaxCrossEntropy::of));
        Learning.isPart(pipeline, whole, grid.tensor().rank());
        Learning.descend(whole);
        Learning.descend(pipeline);
      }
      parallel.requireIdentical();
    }
  }

  @Test
  @Ranks(value = 8, seconds = 100)
  void neighboursShareAStage(Communicator world) {
    try (Grid grid = new Grid(world, 2, 2, 2)) {
      int rank = world.rank();
      assertThat(grid.all().rank()).isEqualTo(rank);
      assertThat(grid.tensor().rank()).isEqualTo(rank % 2);
      assertThat(grid.data().rank()).isEqualTo(rank / 2 % 2);
      assertThat(grid.pipeline().rank()).isEqualTo(rank / 4);
    }
    try (Grid grid = new Grid(world, 4, 2, 1)) {
      assertThat(grid.data().size()).isEqualTo(4);
      assertThat(grid.tensor().size()).isEqualTo(2);
      assertThat(grid.pipeline().size()).isEqualTo(1);
    }
  }

  @Test
  @Ranks(value = 4, seconds = 100)
  void gridsThatDoNotFitAreRefused(Communicator world) {
    assertThatThrownBy(() -> new Grid(world, 2, 2, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a grid of 2 replicas x 2 ranks a stage x 2 stages needs 8 ranks, not 4: start as many,"
                + " or change the grid");
    assertThatThrownBy(() -> new Grid(world, 0, 2, 2))
        .hasMessageStartingWith("a grid of 0 replicas");
  }
}
