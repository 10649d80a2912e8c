package org.purempi.tests.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.DistGraphCommunicator;
import org.purempi.ErrorClass;
import org.purempi.GraphCommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Topology;
import org.purempi.tests.OnRanks;

/** Sections 8.5.3 and 8.5.4: graphs. */
final class GraphCases {
  private GraphCases() {}

  /** The Standard's example: 0–1, 0–3, 2–3. */
  private static final int[] INDEX = {2, 3, 4, 6};

  private static final int[] EDGES = {1, 3, 0, 3, 0, 2};

  @OnRanks({4, 7})
  static void everyRankKnowsTheWholeGraph(Communicator world) {
    GraphCommunicator graph = world.graphCreate(INDEX, EDGES, false);
    assertThat(world.graphMap(INDEX, EDGES))
        .isEqualTo(world.rank() < 4 ? world.rank() : Mpi.UNDEFINED);
    assertThat(graph != null).isEqualTo(world.rank() < 4);
    if (graph == null) {
      return;
    }
    assertThat(graph.topoTest()).isEqualTo(Topology.GRAPH);
    assertThat(graph.nnodes()).isEqualTo(4);
    assertThat(graph.nedges()).isEqualTo(6);
    assertThat(graph.index()).isEqualTo(INDEX);
    assertThat(graph.edges()).isEqualTo(EDGES);
    assertThat(graph.neighbors(0)).containsExactly(1, 3);
    assertThat(graph.neighbors(3)).containsExactly(0, 2);
    assertThat(graph.neighborsCount(1)).isOne();
    assertThatThrownBy(() -> graph.neighbors(4)).isInstanceOf(MpiArgumentException.class);
    int[] got = new int[graph.neighborsCount(graph.rank())];
    GraphCommunicator copy = graph.dup();
    copy.neighborAllgather(Buf.of(new int[] {graph.rank()}), Buf.of(got));
    assertThat(got).isEqualTo(graph.neighbors(graph.rank()));
  }

  @OnRanks({2})
  static void aGraphThatIsNoneIsRefused(Communicator world) {
    int[][][] wrong = {{{1, 0}, {1}}, {{1, 2}, {1}}, {{1, 2}, {1, 2}}, {{0, 0, 0}, {}}};
    for (int[][] w : wrong) {
      assertThatThrownBy(() -> world.graphCreate(w[0], w[1], false))
          .isInstanceOf(MpiArgumentException.class);
    }
    assertThat(world.graphCreate(new int[0], new int[0], false)).isNull();
  }

  @OnRanks({2, 3, 4})
  static void eachRankNamesItsOwnEdges(Communicator world) {
    int n = world.size();
    int me = world.rank();
    int right = (me + 1) % n;
    int left = (me + n - 1) % n;
    DistGraphCommunicator ring =
        world.distGraphCreateAdjacent(
            new int[] {left, me}, new int[] {5, 6}, new int[] {right, me}, new int[] {5, 6}, true);
    assertThat(ring.topoTest()).isEqualTo(Topology.DIST_GRAPH);
    assertThat(ring.indegree()).isEqualTo(2);
    assertThat(ring.outdegree()).isEqualTo(2);
    assertThat(ring.weighted()).isTrue();
    assertThat(ring.sources()).containsExactly(left, me);
    assertThat(ring.sourceWeights()).containsExactly(5, 6);
    assertThat(ring.destinations()).containsExactly(right, me);
    assertThat(ring.destWeights()).containsExactly(5, 6);
    int[] got = new int[2];
    ring.dup().neighborAlltoall(Buf.of(new int[] {10 * me, 10 * me + 1}), Buf.of(got));
    assertThat(got).containsExactly(10 * left, 10 * me + 1);
  }

  @OnRanks({2, 3})
  static void aRankMayHaveNoEdgesAndNoWeightsAreNotEmptyWeights(Communicator world) {
    int[] none = {};
    boolean root = world.rank() == 0;
    var star =
        world.distGraphCreateAdjacent(
            root ? none : new int[] {0}, null, root ? others(world) : none, null, false);
    assertThat(star.weighted()).isFalse();
    assertThat(star.sourceWeights()).isEmpty();
    int[] got = new int[star.indegree()];
    star.neighborAllgather(Buf.of(new int[] {world.rank() + 7}), Buf.of(got));
    assertThat(got).isEqualTo(root ? none : new int[] {7});
    var empty = world.distGraphCreateAdjacent(none, none, none, none, false);
    assertThat(empty.weighted()).isTrue();
    empty.neighborAlltoall(Buf.of(none), Buf.of(none));
  }

  private static int[] others(Communicator world) {
    int[] others = new int[world.size() - 1];
    Arrays.setAll(others, i -> i + 1);
    return others;
  }

  @OnRanks({2, 3, 4})
  static void edgesThatOthersNameReachBothEnds(Communicator world) {
    int n = world.size();
    int me = world.rank();
    // Rank 0 names, for every rank, the edges to the two ranks behind it.
    int[] sources = new int[me == 0 ? n : 0];
    int[] degrees = new int[sources.length];
    int[] destinations = new int[2 * sources.length];
    int[] weights = new int[destinations.length];
    for (int s = 0; s < sources.length; s++) {
      sources[s] = s;
      degrees[s] = 2;
      for (int k = 0; k < 2; k++) {
        destinations[2 * s + k] = (s + k + 1) % n;
        weights[2 * s + k] = 10 * s + k;
      }
    }
    var graph = world.distGraphCreate(sources, degrees, destinations, weights, false);
    assertThat(graph.destinations()).containsExactly((me + 1) % n, (me + 2) % n);
    assertThat(graph.destWeights()).containsExactly(10 * me, 10 * me + 1);
    assertThat(graph.indegree()).isEqualTo(2);
    int[] got = new int[2];
    int[] send = graph.destWeights();
    graph.neighborAlltoall(Buf.of(send), Buf.of(got));
    assertThat(got).as("each edge carries its own weight").isEqualTo(graph.sourceWeights());
  }

  @OnRanks({2, 3})
  static void severalEdgesBetweenTheSameRanksKeepTheirOrder(Communicator world) {
    int n = world.size();
    int right = (world.rank() + 1) % n;
    int[] three = {right, right, right};
    var graph = world.distGraphCreate(new int[] {world.rank()}, new int[] {3}, three, null, false);
    assertThat(graph.weighted()).isFalse();
    int left = (world.rank() + n - 1) % n;
    assertThat(graph.sources()).containsExactly(left, left, left);
    int[] got = new int[3];
    int me = world.rank();
    graph.neighborAlltoall(Buf.of(new int[] {me, me + 10, me + 20}), Buf.of(got));
    assertThat(got).containsExactly(left, left + 10, left + 20);
  }

  @OnRanks({2})
  static void edgesThatAreNoneAreRefused(Communicator world) {
    int[] one = {0};
    Runnable[] wrong = {
      () -> world.distGraphCreateAdjacent(new int[] {2}, null, one, null, false),
      () -> world.distGraphCreateAdjacent(one, new int[0], one, null, false),
      () -> world.distGraphCreateAdjacent(one, new int[] {-1}, one, null, false),
      () -> world.distGraphCreate(one, new int[] {2}, one, null, false),
      () -> world.distGraphCreate(one, new int[0], one, null, false),
    };
    for (Runnable w : wrong) {
      assertThatThrownBy(w::run).isInstanceOf(MpiArgumentException.class);
    }
    assertThatThrownBy(() -> Objects.requireNonNull(world.cartCreate(one, new boolean[1], false)))
        .isInstanceOfSatisfying(
            MpiArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.DIMS));
  }
}
