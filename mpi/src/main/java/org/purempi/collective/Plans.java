package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * The collective operations as plans: of one group of ranks, or between the two of an
 * intercommunicator. Blocks and counts are as in {@link org.purempi.Collectives}. Wrong arguments
 * are {@link org.purempi.MpiArgumentException}s, thrown before there is a plan.
 */
public interface Plans {
  /** All wait for all (section 6.3). */
  Plan barrier();

  /** The root's data goes to all (section 6.4). */
  Plan bcast(Buf buf, int root);

  /** Every rank's data goes to the root (section 6.5). */
  Plan gather(@Nullable Buf send, @Nullable Buf recv, int root);

  /** As gather, with a block of its own size for each rank (section 6.5). */
  Plan gatherv(@Nullable Buf send, @Nullable VBuf recv, int root);

  /** The root's data is cut in equal blocks (section 6.6). */
  Plan scatter(@Nullable Buf send, @Nullable Buf recv, int root);

  /** As scatter, with a block of its own size for each rank (section 6.6). */
  Plan scatterv(@Nullable VBuf send, @Nullable Buf recv, int root);

  /** Every rank's data goes to all (section 6.7). */
  Plan allgather(Buf send, Buf recv);

  /** As allgather, with a block of its own size for each rank (section 6.7). */
  Plan allgatherv(Buf send, VBuf recv);

  /** Block j of rank i becomes block i of rank j (section 6.8). */
  Plan alltoall(Buf send, Buf recv);

  /** As alltoall, with blocks of any size (section 6.8). */
  Plan alltoallv(VBuf send, VBuf recv);

  /** As alltoall, with blocks of any size, place and datatype (section 6.8). */
  Plan alltoallw(WBuf send, WBuf recv);

  /** All data combined, at the root (section 6.9.1). */
  Plan reduce(@Nullable Buf send, @Nullable Buf recv, Op op, int root);

  /** All data combined, at every rank (section 6.9.6). */
  Plan allreduce(Buf send, Buf recv, Op op);

  /** All data combined, cut in equal blocks (section 6.10.1). */
  Plan reduceScatterBlock(Buf send, Buf recv, Op op);

  /** As reduceScatterBlock, with {@code counts[i]} elements for rank i (section 6.10.2). */
  Plan reduceScatter(Buf send, Buf recv, long[] counts, Op op);

  /** The data of ranks 0 … this rank combined (section 6.11.1). */
  Plan scan(Buf send, Buf recv, Op op);

  /** The data of ranks 0 … this rank − 1 combined (section 6.11.2). */
  Plan exscan(Buf send, Buf recv, Op op);
}
