package org.purempi.collective;

import static org.purempi.collective.Checks.present;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;

/** The collectives of one group of ranks. */
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
  public void barrier(Schedule s) {
    steps.barrier(s);
  }

  @Override
  public void bcast(Schedule s, Buf buf, int root) {
    CollectiveArguments.bcast(buf, root, rank, size);
    steps.bcast(s, buf, root);
  }

  @Override
  public void gather(Schedule s, @Nullable Buf send, @Nullable Buf recv, int root) {
    Buf mine = present("gather", "sendbuf", send);
    CollectiveArguments.gather(mine, recv, root, rank, size);
    steps.gather(s, mine, recv, root);
  }

  @Override
  public void gatherv(Schedule s, @Nullable Buf send, @Nullable VBuf recv, int root) {
    Buf mine = present("gatherv", "sendbuf", send);
    CollectiveArguments.gatherv(mine, recv, root, rank, size);
    steps.gatherv(s, mine, recv, root);
  }

  @Override
  public void scatter(Schedule s, @Nullable Buf send, @Nullable Buf recv, int root) {
    Buf mine = present("scatter", "recvbuf", recv);
    CollectiveArguments.scatter(send, mine, root, rank, size);
    steps.scatter(s, send, mine, root);
  }

  @Override
  public void scatterv(Schedule s, @Nullable VBuf send, @Nullable Buf recv, int root) {
    Buf mine = present("scatterv", "recvbuf", recv);
    CollectiveArguments.scatterv(send, mine, root, rank, size);
    steps.scatterv(s, send, mine, root);
  }

  @Override
  public void allgather(Schedule s, Buf send, Buf recv) {
    CollectiveArguments.allgather(send, recv, size);
    steps.allgather(s, send, recv);
  }

  @Override
  public void allgatherv(Schedule s, Buf send, VBuf recv) {
    CollectiveArguments.allgatherv(send, recv, rank, size);
    steps.allgatherv(s, send, recv);
  }

  @Override
  public void alltoall(Schedule s, Buf send, Buf recv) {
    CollectiveArguments.alltoall(send, recv, size);
    steps.alltoall(s, send, recv);
  }

  @Override
  public void alltoallv(Schedule s, VBuf send, VBuf recv) {
    CollectiveArguments.alltoallv(send, recv, rank, size);
    steps.alltoallv(s, send, recv);
  }

  @Override
  public void alltoallw(Schedule s, WBuf send, WBuf recv) {
    CollectiveArguments.alltoallw(send, recv, rank, size);
    steps.alltoallw(s, send, recv);
  }

  @Override
  public void reduce(Schedule s, @Nullable Buf send, @Nullable Buf recv, Op op, int root) {
    Buf mine = present("reduce", "sendbuf", send);
    CollectiveArguments.reduce(mine, recv, op, root, rank, size);
    steps.reduce(s, mine, recv, op, root);
  }

  @Override
  public void allreduce(Schedule s, Buf send, Buf recv, Op op) {
    CollectiveArguments.allreduce(send, recv, op);
    steps.allreduce(s, send, recv, op);
  }

  @Override
  public void reduceScatterBlock(Schedule s, Buf send, Buf recv, Op op) {
    CollectiveArguments.reduceScatterBlock(send, recv, op, size);
    steps.reduceScatterBlock(s, send, recv, op);
  }

  @Override
  public void reduceScatter(Schedule s, Buf send, Buf recv, long[] counts, Op op) {
    CollectiveArguments.reduceScatter(send, recv, counts, op, rank, size);
    steps.reduceScatter(s, send, recv, counts, op);
  }

  @Override
  public void scan(Schedule s, Buf send, Buf recv, Op op) {
    CollectiveArguments.scan(send, recv, op);
    steps.scan(s, send, recv, op);
  }

  @Override
  public void exscan(Schedule s, Buf send, Buf recv, Op op) {
    CollectiveArguments.exscan(send, recv, op, rank);
    steps.exscan(s, send, recv, op);
  }
}
