package org.purempi.learn.parallel;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.junit.Ranks;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Differences;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/** Experts on several ranks learn as they do together on one. */
@Timeout(300)
class MixtureOfExpertsTest {
  private static final int STEPS = 8;
  private static final int EXPERTS = 8;

  private static Network network(Communicator ranks, double capacity) {
    return new Network(
        Learning.SEED,
        List.of(
            new Dense(Learning.INPUTS, 8),
            new MixtureOfExperts(ranks, 8, 10, EXPERTS, capacity, 0.02),
            new Dense(8, Learning.CLASSES)));
  }

  @Test
  @Ranks(
      value = {1, 2, 4},
      seconds = 100)
  void expertsOnRanksLearnAsOnOneRank(Communicator world) {
    learn(world, 8); // no token is left out
    learn(world, 1);
    learn(world, 0.3);
  }

  /** Rank after rank, one rank alone takes the tokens that each has. */
  private static void learn(Communicator world, double capacity) {
    Network together = network(world.mpi().self(), capacity);
    Network apart = network(world, capacity);
    double first = 0;
    for (int step = 0; step < STEPS; step++) {
      Learning.Batch batch = Learning.batch(step % 2);
      double whole = 0;
      for (int rank = 0; rank < world.size(); rank++) {
        whole += learn(together, tokens(batch, rank, world.size()));
      }
      double own = learn(apart, tokens(batch, world.rank(), world.size()));
      Learning.same(world.allreduce(own, Op.SUM), whole);
      sumGradients(apart, world);
      Learning.isPart(apart, together, 0);
      Learning.descend(apart);
      Learning.descend(together);
      first = step == 0 ? whole : first;
      assertThat(step < STEPS - 2 || whole < first).isTrue(); // it does learn
    }
  }

  /** Each rank has fewer tokens than the one before; the last one has what is left. */
  private static Learning.Batch tokens(Learning.Batch batch, int rank, int ranks) {
    int from = 0;
    int count = Learning.BATCH;
    for (int r = 0; r <= rank; r++) {
      from += r == 0 ? 0 : count;
      int left = Learning.BATCH - from;
      count = r == ranks - 1 ? left : left / 2 + 1;
    }
    return new Learning.Batch(
        batch.examples().rows(from, count), batch.classes().subList(from, from + count));
  }

  private static double learn(Network network, Learning.Batch batch) {
    var memo = new Memo();
    var result =
        SoftmaxCrossEntropy.of(
            network.forward(batch.examples(), memo), batch.labels(), Learning.BATCH);
    network.backward(result.gradient(), memo);
    return result.sum() / Learning.BATCH;
  }

  private static void sumGradients(Model model, Communicator ranks) {
    for (Parameter p : model.parameters()) {
      if (!MixtureOfExperts.isExpert(p)) {
        ranks.allreduce(Buf.IN_PLACE, Buf.of(p.gradient(), p.size(), Datatype.FLOAT), Op.SUM);
      }
    }
  }

  @Test
  @Ranks(value = 1, seconds = 100)
  void gradientsAreHowFastTheLossGrows(Communicator world) {
    for (double capacity : new double[] {4, 0.7}) {
      var layer = new MixtureOfExperts(world, 5, 6, 4, capacity, 0);
      Differences.check(new Network(1, List.of(layer)), Differences.random(7, 5, 2), true);
    }
  }

  /** What is more with balance than without is the gradient of the imbalance. */
  @Test
  @Ranks(value = 1, seconds = 100)
  void theBalanceLossPullsAsFastAsTheImbalanceGrows(Communicator world) {
    Tensor x = Differences.random(9, 5, 2);
    var layer = new MixtureOfExperts(world, 5, 6, 4, 4, 0.5);
    var with = new Network(1, List.of(layer));
    var without = new Network(1, List.of(new MixtureOfExperts(world, 5, 6, 4, 4, 0)));
    for (Network network : List.of(with, without)) {
      var memo = new Memo();
      Tensor y = network.forward(x, memo);
      network.backward(new Tensor(y.rows(), y.columns()), memo);
    }
    assertThat(layer.imbalance(x)).isGreaterThan(1);
    for (int p = 0; p < 2; p++) {
      Parameter gate = with.parameters().get(p);
      assertThat(gate.name()).startsWith("0.gate.");
      assertThat(MixtureOfExperts.isExpert(gate)).isFalse();
      for (int i = 0; i < gate.size(); i++) {
        double rise = 0.5 * Differences.of(gate.values(), i, () -> layer.imbalance(x));
        assertThat(gate.gradient().getAtIndex(JAVA_FLOAT, i))
            .isCloseTo((float) rise, Offset.offset(1e-3f));
        assertThat(without.parameters().get(p).gradient().getAtIndex(JAVA_FLOAT, i)).isZero();
      }
    }
  }

  /** Of eight equal tokens the expert takes two; the others pass as they are. */
  @Test
  @Ranks(
      value = {1, 2},
      seconds = 100)
  void tokensBeyondTheCapacityPass(Communicator world) {
    var layer = new MixtureOfExperts(world, 3, 4, 4, 1, 0);
    var network = new Network(1, List.of(layer));
    var x = new Tensor(8, 3);
    for (int i = 0; i < x.data().length; i++) {
      x.data()[i] = 1 + i % 3;
    }
    Tensor y = network.apply(x);
    for (int r = 0; r < 8; r++) {
      boolean passes = true;
      for (int j = 0; j < 3; j++) {
        passes &= y.get(r, j) == x.get(r, j);
      }
      assertThat(passes).as("token %d", r).isEqualTo(r >= 2);
    }
  }

  @Test
  @Ranks(value = 4, seconds = 100)
  void aRankMayHaveNoTokens(Communicator world) {
    Network network = network(world, 1);
    int rows = world.rank() == 2 ? 0 : 6;
    var memo = new Memo();
    Tensor y = network.forward(Differences.random(rows, Learning.INPUTS, world.rank()), memo);
    assertThat(y.rows()).isEqualTo(rows);
    assertThat(network.backward(y, memo).rows()).isEqualTo(rows);
    var layer = new MixtureOfExperts(world, Learning.INPUTS, 4, 4, 1, 0.01);
    new Network(1, List.of(layer)).apply(new Tensor(0, Learning.INPUTS));
    assertThat(layer.imbalance(new Tensor(0, Learning.INPUTS))).isOne();
  }

  @Test
  @Ranks(value = 4, seconds = 100)
  void expertsThatCannotBeDividedAreRefused(Communicator world) {
    assertThatThrownBy(() -> new MixtureOfExperts(world, 4, 8, 6, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("6 experts cannot be divided evenly among 4 ranks");
    assertThatThrownBy(() -> new MixtureOfExperts(world, 4, 8, 0, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 experts cannot be divided evenly among 4 ranks");
  }
}
