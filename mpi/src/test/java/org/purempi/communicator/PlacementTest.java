package org.purempi.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementTest {
  @Test
  void onOneHostRanksStay() {
    assertThat(Placement.of(new int[] {7, 7, 7, 7}, grid(2, 2), null)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void ranksMoveOnlyWhereThatHelps() {
    int[] hosts = {0, 0, 0, 0, 1, 1, 1, 1};
    assertThat(Placement.of(hosts, grid(2, 4), null)).containsExactly(0, 1, 4, 5, 2, 3, 6, 7);
    assertThat(Placement.of(hosts, grid(4, 2), null)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void aLineOfRanksPlacedInTurnIsCutOnceBetweenTwoHosts() {
    int[] hosts = {0, 1, 0, 1, 0, 1};
    int[][] line = grid(1, 6);
    assertThat(cut(hosts, identity(6), line)).isEqualTo(5);
    int[] ranks = Placement.of(hosts, line, null);
    assertThat(cut(hosts, ranks, line)).isEqualTo(1);
  }

  @Test
  void aSquareIsCutIntoSquares() {
    int[] hosts = IntStream.range(0, 16).map(rank -> rank % 4).toArray();
    int[] ranks = Placement.of(hosts, grid(4, 4), null);
    assertThat(cut(hosts, identity(16), grid(4, 4))).isEqualTo(12);
    assertThat(cut(hosts, ranks, grid(4, 4))).isEqualTo(8);
  }

  @Test
  void aCubeIsCutIntoCubes() {
    int[] hosts = IntStream.range(0, 64).map(rank -> rank / 8).toArray();
    int[][] cube = grid3(4);
    assertThat(cut(hosts, identity(64), cube)).isEqualTo(64);
    assertThat(cut(hosts, Placement.of(hosts, cube, null), cube)).isEqualTo(48);
  }

  @Test
  void neighborsBeyondTheEdgeAndHostsOfDifferentSizesAreFine() {
    int[][] line = {{-1, 1}, {0, 2}, {1, 3}, {2, 99}};
    int[] hosts = {5, 3, 3, 5};
    int[] ranks = Placement.of(hosts, line, null);
    assertThat(ranks).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(cut(hosts, ranks, line)).isEqualTo(1);
  }

  @Test
  void heavyEdgesStayOnOneHost() {
    int[] hosts = {0, 0, 1, 1};
    int[][] ring = {{3, 1}, {0, 2}, {1, 3}, {2, 0}};
    int[][] weights = {{9, 1}, {1, 9}, {9, 1}, {1, 9}};
    assertThat(Placement.of(hosts, ring, null)).containsExactly(0, 1, 2, 3);
    int[] ranks = Placement.of(hosts, ring, weights);
    assertThat(hosts[ranks[0]]).isEqualTo(hosts[ranks[3]]).isNotEqualTo(hosts[ranks[1]]);
    assertThat(hosts[ranks[1]]).isEqualTo(hosts[ranks[2]]);
  }

  @Test
  void everyRankTakesOneNodeAndNothingGetsWorse() {
    long seed = 11;
    var random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      int n = 1 + random.nextInt(20);
      int[] hosts = random.ints(n, 0, 1 + random.nextInt(5)).toArray();
      int[][] graph = new int[n][];
      for (int node = 0; node < n; node++) {
        graph[node] = random.ints(random.nextInt(4), 0, n).toArray();
      }
      int[] ranks = Placement.of(hosts, graph, null);
      assertThat(Arrays.stream(ranks).sorted().toArray()).as("seed " + seed).isEqualTo(identity(n));
      assertThat(directed(hosts, ranks, graph))
          .isLessThanOrEqualTo(directed(hosts, identity(n), graph));
    }
  }

  private static int[] identity(int n) {
    return IntStream.range(0, n).toArray();
  }

  private static int cut(int[] hosts, int[] ranks, int[][] graph) {
    return directed(hosts, ranks, graph) / 2;
  }

  private static int directed(int[] hosts, int[] ranks, int[][] graph) {
    int cut = 0;
    for (int node = 0; node < graph.length; node++) {
      for (int neighbor : graph[node]) {
        boolean inside = neighbor >= 0 && neighbor < graph.length;
        cut += inside && hosts[ranks[node]] != hosts[ranks[neighbor]] ? 1 : 0;
      }
    }
    return cut;
  }

  private static int[][] grid(int rows, int columns) {
    var grid = new Grid(new int[] {rows, columns}, new boolean[2]);
    return neighbors(grid, rows * columns);
  }

  private static int[][] grid3(int edge) {
    var grid = new Grid(new int[] {edge, edge, edge}, new boolean[3]);
    return neighbors(grid, edge * edge * edge);
  }

  private static int[][] neighbors(Grid grid, int nodes) {
    return IntStream.range(0, nodes).mapToObj(grid::neighbors).toArray(int[][]::new);
  }
}
