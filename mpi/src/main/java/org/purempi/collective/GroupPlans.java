package org.purempi.collective;

import static org.purempi.check.CollectiveCall.NO_ROOT;
import static org.purempi.collective.Checks.present;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.check.Check;
import org.purempi.check.Use;
import org.purempi.protocol.Peers;

/** The collectives of one group of ranks. */
final class GroupPlans implements Plans {
  private final Steps steps;
  private final int rank;
  private final int size;

  private final @Nullable CallTeller teller;

  GroupPlans(Steps steps, Peers peers) {
    this.steps = steps;
    this.rank = peers.rank();
    this.size = peers.size();
    this.teller = Check.ON ? new CallTeller(peers) : null;
  }

  @Override
  public void barrier(Schedule s) {
    if (teller != null) {
      teller.call(s, "barrier", NO_ROOT);
    }
    steps.barrier(s);
  }

  @Override
  public void bcast(Schedule s, Buf buf, int root) {
    CollectiveArguments.bcast(buf, root, rank, size);
    if (teller != null) {
      teller.equal(
          s,
          "bcast",
          root,
          null,
          buf,
          rank == root ? Use.read(buf, "bcast") : Use.written(buf, "bcast"));
    }
    steps.bcast(s, buf, root);
  }

  @Override
  public void gather(Schedule s, @Nullable Buf send, @Nullable Buf recv, int root) {
    Buf mine = present("gather", "sendbuf", send);
    CollectiveArguments.gather(mine, recv, root, rank, size);
    if (teller != null) {
      teller.block(s, "gather", root, mine, rank == root ? recv : null, true);
    }
    steps.gather(s, mine, recv, root);
  }

  @Override
  public void gatherv(Schedule s, @Nullable Buf send, @Nullable VBuf recv, int root) {
    Buf mine = present("gatherv", "sendbuf", send);
    CollectiveArguments.gatherv(mine, recv, root, rank, size);
    if (teller != null) {
      teller.toRoot(
          s, "gatherv", root, mine, rank == root && recv != null ? Blocks.of(recv) : null);
    }
    steps.gatherv(s, mine, recv, root);
  }

  @Override
  public void scatter(Schedule s, @Nullable Buf send, @Nullable Buf recv, int root) {
    Buf mine = present("scatter", "recvbuf", recv);
    CollectiveArguments.scatter(send, mine, root, rank, size);
    if (teller != null) {
      teller.block(s, "scatter", root, mine, rank == root ? send : null, false);
    }
    steps.scatter(s, send, mine, root);
  }

  @Override
  public void scatterv(Schedule s, @Nullable VBuf send, @Nullable Buf recv, int root) {
    Buf mine = present("scatterv", "recvbuf", recv);
    CollectiveArguments.scatterv(send, mine, root, rank, size);
    if (teller != null) {
      teller.fromRoot(
          s, "scatterv", root, mine, rank == root && send != null ? Blocks.of(send) : null);
    }
    steps.scatterv(s, send, mine, root);
  }

  @Override
  public void allgather(Schedule s, Buf send, Buf recv) {
    CollectiveArguments.allgather(send, recv, size);
    if (teller != null) {
      teller.block(s, "allgather", NO_ROOT, send, recv, true);
    }
    steps.allgather(s, send, recv);
  }

  @Override
  public void allgatherv(Schedule s, Buf send, VBuf recv) {
    CollectiveArguments.allgatherv(send, recv, rank, size);
    if (teller != null) {
      teller.toAll(s, "allgatherv", Blocks.of(recv));
    }
    steps.allgatherv(s, send, recv);
  }

  @Override
  public void alltoall(Schedule s, Buf send, Buf recv) {
    CollectiveArguments.alltoall(send, recv, size);
    if (teller != null) {
      teller.blocks(s, "alltoall", send, recv);
    }
    steps.alltoall(s, send, recv);
  }

  @Override
  public void alltoallv(Schedule s, VBuf send, VBuf recv) {
    CollectiveArguments.alltoallv(send, recv, rank, size);
    if (teller != null) {
      Blocks in = Blocks.of(recv);
      teller.parts(s, "alltoallv", send == VBuf.IN_PLACE ? in : Blocks.of(send), in);
    }
    steps.alltoallv(s, send, recv);
  }

  @Override
  public void alltoallw(Schedule s, WBuf send, WBuf recv) {
    CollectiveArguments.alltoallw(send, recv, rank, size);
    if (teller != null) {
      Blocks in = Blocks.of(recv);
      teller.parts(s, "alltoallw", Checks.isInPlace(send) ? in : Blocks.of(send), in);
    }
    steps.alltoallw(s, send, recv);
  }

  @Override
  public void reduce(Schedule s, @Nullable Buf send, @Nullable Buf recv, Op op, int root) {
    Buf mine = present("reduce", "sendbuf", send);
    CollectiveArguments.reduce(mine, recv, op, root, rank, size);
    if (teller != null) {
      teller.reduction(s, "reduce", root, op, mine, rank == root ? recv : null);
    }
    steps.reduce(s, mine, recv, op, root);
  }

  @Override
  public void allreduce(Schedule s, Buf send, Buf recv, Op op) {
    CollectiveArguments.allreduce(send, recv, op);
    if (teller != null) {
      teller.reduction(s, "allreduce", NO_ROOT, op, send, recv);
    }
    steps.allreduce(s, send, recv, op);
  }

  @Override
  public void reduceScatterBlock(Schedule s, Buf send, Buf recv, Op op) {
    CollectiveArguments.reduceScatterBlock(send, recv, op, size);
    if (teller != null) {
      teller.reduction(s, "reduceScatterBlock", NO_ROOT, op, send, recv);
    }
    steps.reduceScatterBlock(s, send, recv, op);
  }

  @Override
  public void reduceScatter(Schedule s, Buf send, Buf recv, long[] counts, Op op) {
    CollectiveArguments.reduceScatter(send, recv, counts, op, rank, size);
    if (teller != null) {
      teller.reduction(s, "reduceScatter", NO_ROOT, op, send, recv);
    }
    steps.reduceScatter(s, send, recv, counts, op);
  }

  @Override
  public void scan(Schedule s, Buf send, Buf recv, Op op) {
    CollectiveArguments.scan(send, recv, op);
    if (teller != null) {
      teller.reduction(s, "scan", NO_ROOT, op, send, recv);
    }
    steps.scan(s, send, recv, op);
  }

  @Override
  public void exscan(Schedule s, Buf send, Buf recv, Op op) {
    CollectiveArguments.exscan(send, recv, op, rank);
    if (teller != null) {
      teller.reduction(s, "exscan", NO_ROOT, op, send, recv);
    }
    steps.exscan(s, send, recv, op);
  }
}
