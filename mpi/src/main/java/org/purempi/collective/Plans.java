package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * The collective operations, of one group of ranks or between the two of an intercommunicator: each
 * checks its arguments, then writes its steps on a schedule. Blocks and counts are as in {@link
 * org.purempi.Collectives}. Wrong arguments are {@link org.purempi.MpiArgumentException}s, thrown
 * before anything is written.
 */
public interface Plans {
  /** All wait for all (section 6.3). */
  void barrier(Schedule s);

  /** The root's data goes to all (section 6.4). */
  void bcast(Schedule s, Buf buf, int root);

  /** Every rank's data goes to the root (section 6.5). */
  void gather(Schedule s, @Nullable Buf send, @Nullable Buf recv, int root);

  /** As gather, with a block of its own size for each rank (section 6.5). */
  void gatherv(Schedule s, @Nullable Buf send, @Nullable VBuf recv, int root);

  /** The root's data is cut in equal blocks (section 6.6). */
  void scatter(Schedule s, @Nullable Buf send, @Nullable Buf recv, int root);

  /** As scatter, with a block of its own size for each rank (section 6.6). */
  void scatterv(Schedule s, @Nullable VBuf send, @Nullable Buf recv, int root);

  /** Every rank's data goes to all (section 6.7). */
  void allgather(Schedule s, Buf send, Buf recv);

  /** As allgather, with a block of its own size for each rank (section 6.7). */
  void allgatherv(Schedule s, Buf send, VBuf recv);

  /** Block j of rank i becomes block i of rank j (section 6.8). */
  void alltoall(Schedule s, Buf send, Buf recv);

  /** As alltoall, with blocks of any size (section 6.8). */
  void alltoallv(Schedule s, VBuf send, VBuf recv);

  /** As alltoall, with blocks of any size, place and datatype (section 6.8). */
  void alltoallw(Schedule s, WBuf send, WBuf recv);

  /** All data combined, at the root (section 6.9.1). */
  void reduce(Schedule s, @Nullable Buf send, @Nullable Buf recv, Op op, int root);

  /** All data combined, at every rank (section 6.9.6). */
  void allreduce(Schedule s, Buf send, Buf recv, Op op);

  /** All data combined, cut in equal blocks (section 6.10.1). */
  void reduceScatterBlock(Schedule s, Buf send, Buf recv, Op op);

  /** As reduceScatterBlock, with {@code counts[i]} elements for rank i (section 6.10.2). */
  void reduceScatter(Schedule s, Buf send, Buf recv, long[] counts, Op op);

  /** The data of ranks 0 … this rank combined (section 6.11.1). */
  void scan(Schedule s, Buf send, Buf recv, Op op);

  /** The data of ranks 0 … this rank − 1 combined (section 6.11.2). */
  void exscan(Schedule s, Buf send, Buf recv, Op op);
}
