package org.purempi.collective;

import static org.purempi.collective.Algorithm.Need.COMMUTATIVE;
import static org.purempi.collective.Algorithm.Need.POWER_OF_TWO;
import static org.purempi.collective.Table.ANY;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;
import org.purempi.setting.Setting;

/**
 * Which algorithm each operation uses. The limits are measured ones (docs/guide/collectives.md says
 * how); the guide shows the same tables, and a test compares the two.
 */
final class Tables {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private Tables() {}

  /** The steps of a barrier. */
  interface Barrier {
    void write(Schedule s);
  }

  /** The steps of a broadcast. */
  interface Bcast {
    void write(Schedule s, Buf buf, int root);
  }

  /** The steps of a gather; {@code recv} matters at the root only. */
  interface Gather {
    void write(Schedule s, Buf send, @Nullable Buf recv, int root);
  }

  /** The steps of a scatter; {@code send} matters at the root only. */
  interface Scatter {
    void write(Schedule s, @Nullable Buf send, Buf recv, int root);
  }

  /** The steps of an allgather. */
  interface Allgather {
    void write(Schedule s, Buf send, Buf recv);
  }

  /** The steps of an allgather of blocks of any length. */
  interface Allgatherv {
    void write(Schedule s, Buf send, Blocks recv);
  }

  /** The steps of an alltoall. */
  interface Alltoall {
    void write(Schedule s, Buf send, Buf recv);
  }

  /** The steps of an alltoall of blocks of any length. */
  interface Alltoallv {
    void write(Schedule s, Blocks send, Blocks recv);
  }

  /** The steps of a reduce; {@code recv} matters at the root only. */
  interface Reduce {
    void write(Schedule s, Buf send, @Nullable Buf recv, Op op, int root);
  }

  /** The steps of an allreduce. */
  interface Allreduce {
    void write(Schedule s, Buf send, Buf recv, Op op);
  }

  /** The steps of a reduce-scatter; {@code apart}: input and output share no memory. */
  interface ReduceScatter {
    void write(Schedule s, Buf input, Buf output, boolean apart, long[] counts, Op op);
  }

  /** The steps of a scan or exscan. */
  interface Scan {
    void write(Schedule s, Buf send, Buf recv, Op op);
  }

  static final Table<Barrier> BARRIER =
      new Table<Barrier>(Setting.BARRIER, "–")
          .has("dissemination", BarrierDissemination::steps)
          .has("linear", BarrierLinear::steps)
          .has("central", BarrierCentral::steps)
          .has("tree", BarrierTree::steps)
          .rule(2, ANY, "dissemination")
          .near(8, ANY, "central")
          .rule(ANY, ANY, "dissemination");

  static final Table<Bcast> BCAST =
      new Table<Bcast>(Setting.BCAST, "the message")
          .has("linear", BcastLinear::steps)
          .has("binomial", BcastBinomial::steps)
          .has("scatter-allgather", BcastScatterAllgather::steps)
          .has("chain", BcastChain::steps)
          .rule(4, 64 * KIB, "linear")
          .rule(4, ANY, "binomial")
          .rule(ANY, 64 * KIB, "binomial")
          .rule(8, ANY, "chain")
          .rule(ANY, 512 * KIB, "scatter-allgather")
          .rule(ANY, ANY, "chain");

  static final Table<Gather> GATHER =
      new Table<Gather>(Setting.GATHER, "a rank's block")
          .has("binomial", GatherBinomial::steps)
          .has("linear", Tables::gatherLinear)
          .rule(4, ANY, "linear")
          .rule(ANY, 2 * KIB, "binomial")
          .rule(ANY, ANY, "linear");

  static final Table<Scatter> SCATTER =
      new Table<Scatter>(Setting.SCATTER, "a rank's block")
          .has("binomial", ScatterBinomial::steps)
          .has("linear", Tables::scatterLinear)
          .rule(4, ANY, "linear")
          .rule(ANY, 2 * KIB, "binomial")
          .rule(ANY, ANY, "linear");

  static final Table<Allgather> ALLGATHER =
      new Table<Allgather>(Setting.ALLGATHER, "a rank's block")
          .has("linear", Tables::allgatherLinear)
          .has("recursive-doubling", AllgatherRecursiveDoubling::steps, POWER_OF_TWO)
          .has("bruck", AllgatherBruck::steps)
          .has("ring", Tables::allgatherRing)
          .rule(2, ANY, "recursive-doubling")
          .crowded(4, ANY, "linear")
          .rule(4, 2 * KIB, "recursive-doubling")
          .rule(4, ANY, "linear")
          .rule(ANY, 16 * KIB, "recursive-doubling")
          .rule(ANY, 2 * KIB, "bruck")
          .rule(ANY, ANY, "ring");

  static final Table<Allgatherv> ALLGATHERV =
      new Table<Allgatherv>(Setting.ALLGATHERV, "–")
          .has("linear", AllgatherLinear::steps)
          .has("ring", AllgatherRing::steps)
          .rule(2, ANY, "ring")
          .rule(4, ANY, "linear")
          .rule(ANY, ANY, "ring");

  static final Table<Alltoall> ALLTOALL =
      new Table<Alltoall>(Setting.ALLTOALL, "a rank's block for another")
          .has("bruck", AlltoallBruck::steps)
          .has("linear", Tables::alltoallLinear)
          .has("pairwise", Tables::alltoallPairwise)
          .rule(2, ANY, "pairwise")
          .near(4, ANY, "linear")
          .rule(4, 256, "bruck")
          .rule(4, ANY, "linear")
          .rule(8, 32 * KIB, "linear")
          .rule(ANY, 256, "bruck")
          .rule(ANY, 32 * KIB, "linear")
          .rule(ANY, ANY, "pairwise");

  static final Table<Alltoallv> ALLTOALLV =
      new Table<Alltoallv>(Setting.ALLTOALLV, "–")
          .has("linear", AlltoallLinear::steps)
          .has("pairwise", AlltoallPairwise::steps)
          .rule(2, ANY, "pairwise")
          .rule(ANY, ANY, "linear");

  static final Table<Reduce> REDUCE =
      new Table<Reduce>(Setting.REDUCE, "the vector")
          .has("linear", ReduceLinear::steps)
          .has("binomial", ReduceBinomial::steps)
          .has("rabenseifner", ReduceRabenseifner::steps, COMMUTATIVE)
          .rule(2, ANY, "binomial")
          .rule(4, 2 * KIB, "linear")
          .rule(8, ANY, "binomial")
          .rule(ANY, 64 * KIB, "binomial")
          .rule(ANY, ANY, "rabenseifner")
          .rule(ANY, ANY, "binomial");

  static final Table<Allreduce> ALLREDUCE =
      new Table<Allreduce>(Setting.ALLREDUCE, "the vector")
          .has("linear", AllreduceLinear::steps)
          .has("recursive-doubling", AllreduceRecursiveDoubling::steps)
          .has("rabenseifner", AllreduceRabenseifner::steps, COMMUTATIVE)
          .has("ring", AllreduceRing::steps, COMMUTATIVE)
          .has("by-reduce", AllreduceByReduce::steps)
          .rule(2, 8 * KIB, "recursive-doubling")
          .rule(2, ANY, "rabenseifner")
          .rule(2, ANY, "recursive-doubling")
          .crowded(4, 8 * KIB, "linear")
          .crowded(4, 256 * KIB, "by-reduce")
          .near(3, 8 * KIB, "linear")
          .near(3, 256 * KIB, "by-reduce")
          .rule(ANY, 8 * KIB, "recursive-doubling")
          .rule(ANY, ANY, "rabenseifner")
          .rule(ANY, ANY, "recursive-doubling");

  static final Table<ReduceScatter> REDUCE_SCATTER =
      new Table<ReduceScatter>(Setting.REDUCE_SCATTER, "the vector")
          .has("linear", Tables::reduceScatterLinear)
          .has("halving", Tables::reduceScatterHalving, COMMUTATIVE, POWER_OF_TWO)
          .has("pairwise", Tables::reduceScatterPairwise, COMMUTATIVE)
          .has("by-reduce", Tables::reduceScatterByReduce)
          .rule(2, ANY, "pairwise")
          .rule(4, 64 * KIB, "linear")
          .rule(ANY, 64 * KIB, "halving")
          .rule(ANY, ANY, "pairwise")
          .rule(8, ANY, "linear")
          .rule(ANY, ANY, "by-reduce");

  static final Table<Scan> SCAN =
      new Table<Scan>(Setting.SCAN, "the vector")
          .has("linear", ScanLinear::steps)
          .has("recursive-doubling", ScanRecursiveDoubling::steps)
          .has("chain", ScanChain::steps)
          .rule(2, ANY, "recursive-doubling")
          .crowded(4, 8 * KIB, "recursive-doubling")
          .crowded(4, ANY, "chain")
          .near(4, ANY, "recursive-doubling")
          .rule(4, 2 * KIB, "linear")
          .rule(ANY, ANY, "recursive-doubling");

  static final Table<Scan> EXSCAN =
      new Table<Scan>(Setting.EXSCAN, "the vector")
          .has("linear", ExscanLinear::steps)
          .has("recursive-doubling", ExscanRecursiveDoubling::steps)
          .has("chain", ExscanChain::steps)
          .rule(2, ANY, "recursive-doubling")
          .near(4, 8 * KIB, "recursive-doubling")
          .crowded(4, ANY, "chain")
          .near(4, MIB, "linear")
          .rule(4, 64 * KIB, "linear")
          .rule(ANY, ANY, "recursive-doubling");

  /** All tables, in the order of the Standard's chapter. */
  static final List<Table<?>> ALL =
      List.of(
          BARRIER,
          BCAST,
          GATHER,
          SCATTER,
          ALLGATHER,
          ALLGATHERV,
          ALLTOALL,
          ALLTOALLV,
          REDUCE,
          ALLREDUCE,
          REDUCE_SCATTER,
          SCAN,
          EXSCAN);

  // The algorithms that are written for blocks of any length, as they serve equal blocks.

  private static void gatherLinear(Schedule s, Buf send, @Nullable Buf recv, int root) {
    GatherLinear.steps(s, send, recv == null ? null : Blocks.equal(recv, s.size()), root);
  }

  private static void scatterLinear(Schedule s, @Nullable Buf send, Buf recv, int root) {
    ScatterLinear.steps(s, send == null ? null : Blocks.equal(send, s.size()), recv, root);
  }

  private static void allgatherLinear(Schedule s, Buf send, Buf recv) {
    AllgatherLinear.steps(s, send, Blocks.equal(recv, s.size()));
  }

  private static void allgatherRing(Schedule s, Buf send, Buf recv) {
    AllgatherRing.steps(s, send, Blocks.equal(recv, s.size()));
  }

  private static void alltoallLinear(Schedule s, Buf send, Buf recv) {
    AlltoallLinear.steps(s, Blocks.equal(send, s.size()), Blocks.equal(recv, s.size()));
  }

  private static void alltoallPairwise(Schedule s, Buf send, Buf recv) {
    AlltoallPairwise.steps(s, Blocks.equal(send, s.size()), Blocks.equal(recv, s.size()));
  }

  private static void reduceScatterLinear(
      Schedule s, Buf input, Buf output, boolean apart, long[] counts, Op op) {
    ReduceScatterLinear.steps(s, Blocks.consecutive(input, counts), output, apart, op);
  }

  private static void reduceScatterHalving(
      Schedule s, Buf input, Buf output, boolean apart, long[] counts, Op op) {
    ReduceScatterHalving.steps(s, input, output, counts, op);
  }

  private static void reduceScatterPairwise(
      Schedule s, Buf input, Buf output, boolean apart, long[] counts, Op op) {
    ReduceScatterPairwise.steps(s, Blocks.consecutive(input, counts), output, apart, op);
  }

  private static void reduceScatterByReduce(
      Schedule s, Buf input, Buf output, boolean apart, long[] counts, Op op) {
    ReduceScatterByReduce.steps(s, input, output, counts, op);
  }
}
