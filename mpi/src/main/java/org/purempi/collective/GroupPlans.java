package org.purempi.collective;

import static org.purempi.collective.Checks.present;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;

/** The plans of one group of ranks. */
final class GroupPlans implements Plans {
  private final Steps steps;
  private final int rank;
  private final int size;

  GroupPlans(Steps steps, int rank, int size) {
    this.steps = steps;
    this.rank = rank;
    this.size = size;
  }

  @Override
  public Plan barrier() {
    return steps::barrier;
  }

  @Override
  public Plan bcast(Buf buf, int root) {
    CollectiveArguments.bcast(buf, root, rank, size);
    return s -> steps.bcast(s, buf, root);
  }

  @Override
  public Plan gather(@Nullable Buf send, @Nullable Buf recv, int root) {
    Buf mine = present("gather", "sendbuf", send);
    CollectiveArguments.gather(mine, recv, root, rank, size);
    return s -> steps.gather(s, mine, recv, root);
  }

  @Override
  public Plan gatherv(@Nullable Buf send, @Nullable VBuf recv, int root) {
    Buf mine = present("gatherv", "sendbuf", send);
    CollectiveArguments.gatherv(mine, recv, root, rank, size);
    return s -> steps.gatherv(s, mine, recv, root);
  }

  @Override
  public Plan scatter(@Nullable Buf send, @Nullable Buf recv, int root) {
    Buf mine = present("scatter", "recvbuf", recv);
    CollectiveArguments.scatter(send, mine, root, rank, size);
    return s -> steps.scatter(s, send, mine, root);
  }

  @Override
  public Plan scatterv(@Nullable VBuf send, @Nullable Buf recv, int root) {
    Buf mine = present("scatterv", "recvbuf", recv);
    CollectiveArguments.scatterv(send, mine, root, rank, size);
    return s -> steps.scatterv(s, send, mine, root);
  }

  @Override
  public Plan allgather(Buf send, Buf recv) {
    CollectiveArguments.allgather(send, recv, size);
    return s -> steps.allgather(s, send, recv);
  }

  @Override
  public Plan allgatherv(Buf send, VBuf recv) {
    CollectiveArguments.allgatherv(send, recv, rank, size);
    return s -> steps.allgatherv(s, send, recv);
  }

  @Override
  public Plan alltoall(Buf send, Buf recv) {
    CollectiveArguments.alltoall(send, recv, size);
    return s -> steps.alltoall(s, send, recv);
  }

  @Override
  public Plan alltoallv(VBuf send, VBuf recv) {
    CollectiveArguments.alltoallv(send, recv, rank, size);
    return s -> steps.alltoallv(s, send, recv);
  }

  @Override
  public Plan alltoallw(WBuf send, WBuf recv) {
    CollectiveArguments.alltoallw(send, recv, rank, size);
    return s -> steps.alltoallw(s, send, recv);
  }

  @Override
  public Plan reduce(@Nullable Buf send, @Nullable Buf recv, Op op, int root) {
    Buf mine = present("reduce", "sendbuf", send);
    CollectiveArguments.reduce(mine, recv, op, root, rank, size);
    return s -> steps.reduce(s, mine, recv, op, root);
  }

  @Override
  public Plan allreduce(Buf send, Buf recv, Op op) {
    CollectiveArguments.allreduce(send, recv, op);
    return s -> steps.allreduce(s, send, recv, op);
  }

  @Override
  public Plan reduceScatterBlock(Buf send, Buf recv, Op op) {
    CollectiveArguments.reduceScatterBlock(send, recv, op, size);
    return s -> steps.reduceScatterBlock(s, send, recv, op);
  }

  @Override
  public Plan reduceScatter(Buf send, Buf recv, long[] counts, Op op) {
    CollectiveArguments.reduceScatter(send, recv, counts, op, rank, size);
    long[] own = counts.clone();
    return s -> steps.reduceScatter(s, send, recv, own, op);
  }

  @Override
  public Plan scan(Buf send, Buf recv, Op op) {
    CollectiveArguments.scan(send, recv, op);
    return s -> steps.scan(s, send, recv, op);
  }

  @Override
  public Plan exscan(Buf send, Buf recv, Op op) {
    CollectiveArguments.exscan(send, recv, op, rank);
    return s -> steps.exscan(s, send, recv, op);
  }
}
