package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Procedure;

/**
 * The collective operations of one {@link Peers}: blocking, and as plans in every form. Blocks and
 * counts are as in {@link org.purempi.Collectives}. All ranks call the same operations in the same
 * order, one thread at a time. Wrong arguments are {@link org.purempi.MpiArgumentException}s,
 * thrown before anything is sent.
 */
public final class Collective {
  private final Peers peers;
  private final Steps steps;
  private final BlockingSchedule schedule;
  private final Plans plans;

  /**
   * The operations of these ranks, by the algorithms that the tables or the user's settings say.
   *
   * @throws org.purempi.MpiArgumentException if a setting names no algorithm
   */
  public Collective(Peers peers) {
    this.peers = peers;
    steps = new Steps(peers.size(), Closeness.of(peers), Wishes.ofThisProcess());
    schedule = new BlockingSchedule(peers);
    plans = new GroupPlans(steps, peers.rank(), peers.size());
  }

  /** The operations as plans, for {@link #run}, {@link #start} and {@link #keep}. */
  public Plans plans() {
    return plans;
  }

  /** Performs a plan on the spot. */
  public void run(Plan plan) {
    schedule.begin();
    plan.write(schedule);
    schedule.end();
  }

  /** Starts a plan, and leaves it to progress (section 6.12). */
  public Procedure start(Plan plan) {
    Script script = new Script(peers, peers.nextCollectiveTag());
    plan.write(script);
    script.start();
    return script;
  }

  /**
   * Writes a plan down, to be started again and again (section 6.13); in which order the scripts of
   * a communicator are started does not matter.
   */
  public Procedure keep(Plan plan) {
    Script script = new Script(peers, peers.nextPersistentTag());
    plan.write(script);
    return script;
  }

  /** Returns when all ranks have called (section 6.3). */
  public void barrier() {
    schedule.begin();
    steps.barrier(schedule);
    schedule.end();
  }

  /** The root's data goes to all (section 6.4). */
  public void bcast(Buf buf, int root) {
    CollectiveArguments.bcast(buf, root, schedule.rank(), schedule.size());
    schedule.begin();
    steps.bcast(schedule, buf, root);
    schedule.end();
  }

  /** Every rank's data goes to the root, in rank order (section 6.5). */
  public void gather(Buf send, @Nullable Buf recv, int root) {
    CollectiveArguments.gather(send, recv, root, schedule.rank(), schedule.size());
    schedule.begin();
    steps.gather(schedule, send, recv, root);
    schedule.end();
  }

  /** As gather, with a block of its own size for each rank (section 6.5). */
  public void gatherv(Buf send, @Nullable VBuf recv, int root) {
    CollectiveArguments.gatherv(send, recv, root, schedule.rank(), schedule.size());
    schedule.begin();
    steps.gatherv(schedule, send, recv, root);
    schedule.end();
  }

  /** The root's data is cut in equal blocks, one for each rank (section 6.6). */
  public void scatter(@Nullable Buf send, Buf recv, int root) {
    CollectiveArguments.scatter(send, recv, root, schedule.rank(), schedule.size());
    schedule.begin();
    steps.scatter(schedule, send, recv, root);
    schedule.end();
  }

  /** As scatter, with a block of its own size for each rank (section 6.6). */
  public void scatterv(@Nullable VBuf send, Buf recv, int root) {
    CollectiveArguments.scatterv(send, recv, root, schedule.rank(), schedule.size());
    schedule.begin();
    steps.scatterv(schedule, send, recv, root);
    schedule.end();
  }

  /** Every rank's data goes to all, in rank order (section 6.7). */
  public void allgather(Buf send, Buf recv) {
    CollectiveArguments.allgather(send, recv, schedule.size());
    schedule.begin();
    steps.allgather(schedule, send, recv);
    schedule.end();
  }

  /** As allgather, with a block of its own size for each rank (section 6.7). */
  public void allgatherv(Buf send, VBuf recv) {
    CollectiveArguments.allgatherv(send, recv, schedule.rank(), schedule.size());
    schedule.begin();
    steps.allgatherv(schedule, send, recv);
    schedule.end();
  }

  /** Block j of rank i becomes block i of rank j (section 6.8). */
  public void alltoall(Buf send, Buf recv) {
    CollectiveArguments.alltoall(send, recv, schedule.size());
    schedule.begin();
    steps.alltoall(schedule, send, recv);
    schedule.end();
  }

  /** As alltoall, with blocks of any size (section 6.8). */
  public void alltoallv(VBuf send, VBuf recv) {
    CollectiveArguments.alltoallv(send, recv, schedule.rank(), schedule.size());
    schedule.begin();
    steps.alltoallv(schedule, send, recv);
    schedule.end();
  }

  /** As alltoall, with blocks of any size, place and datatype (section 6.8). */
  public void alltoallw(WBuf send, WBuf recv) {
    CollectiveArguments.alltoallw(send, recv, schedule.rank(), schedule.size());
    schedule.begin();
    steps.alltoallw(schedule, send, recv);
    schedule.end();
  }

  /** All data combined, at the root (section 6.9.1). */
  public void reduce(Buf send, @Nullable Buf recv, Op op, int root) {
    CollectiveArguments.reduce(send, recv, op, root, schedule.rank(), schedule.size());
    schedule.begin();
    steps.reduce(schedule, send, recv, op, root);
    schedule.end();
  }

  /** All data combined, at every rank (section 6.9.6). */
  public void allreduce(Buf send, Buf recv, Op op) {
    CollectiveArguments.allreduce(send, recv, op);
    schedule.begin();
    steps.allreduce(schedule, send, recv, op);
    schedule.end();
  }

  /** All data combined, cut in equal blocks, block i to rank i (section 6.10.1). */
  public void reduceScatterBlock(Buf send, Buf recv, Op op) {
    CollectiveArguments.reduceScatterBlock(send, recv, op, schedule.size());
    schedule.begin();
    steps.reduceScatterBlock(schedule, send, recv, op);
    schedule.end();
  }

  /** As reduceScatterBlock, with {@code counts[i]} elements for rank i (section 6.10.2). */
  public void reduceScatter(Buf send, Buf recv, long[] counts, Op op) {
    CollectiveArguments.reduceScatter(send, recv, counts, op, schedule.rank(), schedule.size());
    schedule.begin();
    steps.reduceScatter(schedule, send, recv, counts, op);
    schedule.end();
  }

  /** The data of ranks 0 … this rank combined (section 6.11.1). */
  public void scan(Buf send, Buf recv, Op op) {
    CollectiveArguments.scan(send, recv, op);
    schedule.begin();
    steps.scan(schedule, send, recv, op);
    schedule.end();
  }

  /** The data of ranks 0 … this rank − 1 combined (section 6.11.2). */
  public void exscan(Buf send, Buf recv, Op op) {
    CollectiveArguments.exscan(send, recv, op, schedule.rank());
    schedule.begin();
    steps.exscan(schedule, send, recv, op);
    schedule.end();
  }
}
