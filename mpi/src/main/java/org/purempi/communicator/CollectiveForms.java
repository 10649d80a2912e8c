package org.purempi.communicator;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorHandler;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.collective.Collective;
import org.purempi.collective.Plan;
import org.purempi.collective.Plans;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Procedure;
import org.purempi.request.CollectiveRequest;
import org.purempi.request.LivePersistentRequest;

/**
 * The three forms of each collective: blocking (chapter 6), started at once, and set up to be
 * started (sections 6.12, 6.13). All come from one plan, which one group and two have each their
 * own of.
 */
abstract class CollectiveForms extends PersistentMessages {
  CollectiveForms(Rank home, Peers peers, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
  }

  /** What performs plans: on the ranks whose numbers plans use. */
  abstract Collective collective();

  /** The plans of this communicator's collectives. */
  abstract Plans plans();

  /** Performs a call on the spot; its arguments are checked by making its plan. */
  final void run(String call, Supplier<Plan> maker) {
    requireOpen(call);
    try {
      collective().run(maker.get());
    } catch (MpiArgumentException | MpiException e) {
      throw raise(here(), e);
    }
  }

  private Plan plan(String call, Supplier<Plan> maker) {
    requireOpen(call);
    try {
      return maker.get();
    } catch (MpiArgumentException | MpiException e) {
      throw raise(here(), e);
    }
  }

  final <T> Request<T> started(String call, Supplier<Plan> maker, Function<Status, T> value) {
    Operation operation = collective().start(plan(call, maker));
    return new CollectiveRequest<>(this, operation, value);
  }

  final Request<Status> started(String call, Supplier<Plan> maker) {
    return started(call, maker, status -> status);
  }

  final PersistentRequest kept(String call, Supplier<Plan> maker) {
    Procedure script = collective().keep(plan(call, maker));
    startsLater();
    return new LivePersistentRequest(
        this,
        () -> {
          script.start();
          return script;
        });
  }

  // ---- blocking (chapter 6)

  @Override
  public final void barrier() {
    run("barrier", () -> plans().barrier());
  }

  @Override
  public final void bcast(Buf buf, int root) {
    run("bcast", () -> plans().bcast(buf, root));
  }

  @Override
  public final void gather(Buf sendbuf, @Nullable Buf recvbuf, int root) {
    run("gather", () -> plans().gather(sendbuf, recvbuf, root));
  }

  @Override
  public final void gatherv(Buf sendbuf, @Nullable VBuf recvbuf, int root) {
    run("gatherv", () -> plans().gatherv(sendbuf, recvbuf, root));
  }

  @Override
  public final void scatter(@Nullable Buf sendbuf, Buf recvbuf, int root) {
    run("scatter", () -> plans().scatter(sendbuf, recvbuf, root));
  }

  @Override
  public final void scatterv(@Nullable VBuf sendbuf, Buf recvbuf, int root) {
    run("scatterv", () -> plans().scatterv(sendbuf, recvbuf, root));
  }

  @Override
  public final void allgather(Buf sendbuf, Buf recvbuf) {
    run("allgather", () -> plans().allgather(sendbuf, recvbuf));
  }

  @Override
  public final void allgatherv(Buf sendbuf, VBuf recvbuf) {
    run("allgatherv", () -> plans().allgatherv(sendbuf, recvbuf));
  }

  @Override
  public final void alltoall(Buf sendbuf, Buf recvbuf) {
    run("alltoall", () -> plans().alltoall(sendbuf, recvbuf));
  }

  @Override
  public final void alltoallv(VBuf sendbuf, VBuf recvbuf) {
    run("alltoallv", () -> plans().alltoallv(sendbuf, recvbuf));
  }

  @Override
  public final void alltoallw(WBuf sendbuf, WBuf recvbuf) {
    run("alltoallw", () -> plans().alltoallw(sendbuf, recvbuf));
  }

  @Override
  public final void reduce(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root) {
    run("reduce", () -> plans().reduce(sendbuf, recvbuf, op, root));
  }

  @Override
  public final void allreduce(Buf sendbuf, Buf recvbuf, Op op) {
    run("allreduce", () -> plans().allreduce(sendbuf, recvbuf, op));
  }

  @Override
  public final void reduceScatterBlock(Buf sendbuf, Buf recvbuf, Op op) {
    run("reduceScatterBlock", () -> plans().reduceScatterBlock(sendbuf, recvbuf, op));
  }

  @Override
  public final void reduceScatter(Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op) {
    run("reduceScatter", () -> plans().reduceScatter(sendbuf, recvbuf, recvcounts, op));
  }

  @Override
  public final void scan(Buf sendbuf, Buf recvbuf, Op op) {
    run("scan", () -> plans().scan(sendbuf, recvbuf, op));
  }

  @Override
  public final void exscan(Buf sendbuf, Buf recvbuf, Op op) {
    run("exscan", () -> plans().exscan(sendbuf, recvbuf, op));
  }

  // ---- non-blocking (section 6.12)

  @Override
  public final Request<Status> ibarrier() {
    return started("ibarrier", () -> plans().barrier());
  }

  @Override
  public final Request<Status> ibcast(Buf buf, int root) {
    return started("ibcast", () -> plans().bcast(buf, root));
  }

  @Override
  public final Request<Status> igather(Buf sendbuf, @Nullable Buf recvbuf, int root) {
    return started("igather", () -> plans().gather(sendbuf, recvbuf, root));
  }

  @Override
  public final Request<Status> igatherv(Buf sendbuf, @Nullable VBuf recvbuf, int root) {
    return started("igatherv", () -> plans().gatherv(sendbuf, recvbuf, root));
  }

  @Override
  public final Request<Status> iscatter(@Nullable Buf sendbuf, Buf recvbuf, int root) {
    return started("iscatter", () -> plans().scatter(sendbuf, recvbuf, root));
  }

  @Override
  public final Request<Status> iscatterv(@Nullable VBuf sendbuf, Buf recvbuf, int root) {
    return started("iscatterv", () -> plans().scatterv(sendbuf, recvbuf, root));
  }

  @Override
  public final Request<Status> iallgather(Buf sendbuf, Buf recvbuf) {
    return started("iallgather", () -> plans().allgather(sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> iallgatherv(Buf sendbuf, VBuf recvbuf) {
    return started("iallgatherv", () -> plans().allgatherv(sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ialltoall(Buf sendbuf, Buf recvbuf) {
    return started("ialltoall", () -> plans().alltoall(sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ialltoallv(VBuf sendbuf, VBuf recvbuf) {
    return started("ialltoallv", () -> plans().alltoallv(sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ialltoallw(WBuf sendbuf, WBuf recvbuf) {
    return started("ialltoallw", () -> plans().alltoallw(sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ireduce(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root) {
    return started("ireduce", () -> plans().reduce(sendbuf, recvbuf, op, root));
  }

  @Override
  public final Request<Status> iallreduce(Buf sendbuf, Buf recvbuf, Op op) {
    return started("iallreduce", () -> plans().allreduce(sendbuf, recvbuf, op));
  }

  @Override
  public final Request<Status> ireduceScatterBlock(Buf sendbuf, Buf recvbuf, Op op) {
    return started("ireduceScatterBlock", () -> plans().reduceScatterBlock(sendbuf, recvbuf, op));
  }

  @Override
  public final Request<Status> ireduceScatter(Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op) {
    return started("ireduceScatter", () -> plans().reduceScatter(sendbuf, recvbuf, recvcounts, op));
  }

  @Override
  public final Request<Status> iscan(Buf sendbuf, Buf recvbuf, Op op) {
    return started("iscan", () -> plans().scan(sendbuf, recvbuf, op));
  }

  @Override
  public final Request<Status> iexscan(Buf sendbuf, Buf recvbuf, Op op) {
    return started("iexscan", () -> plans().exscan(sendbuf, recvbuf, op));
  }

  // ---- non-blocking, of one value

  @Override
  public final Request<Integer> iallreduce(int value, Op op) {
    int[] a = {value};
    return started(
        "iallreduce", () -> plans().allreduce(Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  @Override
  public final Request<Long> iallreduce(long value, Op op) {
    long[] a = {value};
    return started(
        "iallreduce", () -> plans().allreduce(Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  @Override
  public final Request<Float> iallreduce(float value, Op op) {
    float[] a = {value};
    return started(
        "iallreduce", () -> plans().allreduce(Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  @Override
  public final Request<Double> iallreduce(double value, Op op) {
    double[] a = {value};
    return started(
        "iallreduce", () -> plans().allreduce(Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  @Override
  public final Request<Boolean> iallreduce(boolean value, Op op) {
    boolean[] a = {value};
    return started(
        "iallreduce", () -> plans().allreduce(Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  // ---- persistent (section 6.13)

  @Override
  public final PersistentRequest barrierInit() {
    return kept("barrierInit", () -> plans().barrier());
  }

  @Override
  public final PersistentRequest bcastInit(Buf buf, int root) {
    return kept("bcastInit", () -> plans().bcast(buf, root));
  }

  @Override
  public final PersistentRequest gatherInit(Buf sendbuf, @Nullable Buf recvbuf, int root) {
    return kept("gatherInit", () -> plans().gather(sendbuf, recvbuf, root));
  }

  @Override
  public final PersistentRequest gathervInit(Buf sendbuf, @Nullable VBuf recvbuf, int root) {
    return kept("gathervInit", () -> plans().gatherv(sendbuf, recvbuf, root));
  }

  @Override
  public final PersistentRequest scatterInit(@Nullable Buf sendbuf, Buf recvbuf, int root) {
    return kept("scatterInit", () -> plans().scatter(sendbuf, recvbuf, root));
  }

  @Override
  public final PersistentRequest scattervInit(@Nullable VBuf sendbuf, Buf recvbuf, int root) {
    return kept("scattervInit", () -> plans().scatterv(sendbuf, recvbuf, root));
  }

  @Override
  public final PersistentRequest allgatherInit(Buf sendbuf, Buf recvbuf) {
    return kept("allgatherInit", () -> plans().allgather(sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest allgathervInit(Buf sendbuf, VBuf recvbuf) {
    return kept("allgathervInit", () -> plans().allgatherv(sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest alltoallInit(Buf sendbuf, Buf recvbuf) {
    return kept("alltoallInit", () -> plans().alltoall(sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest alltoallvInit(VBuf sendbuf, VBuf recvbuf) {
    return kept("alltoallvInit", () -> plans().alltoallv(sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest alltoallwInit(WBuf sendbuf, WBuf recvbuf) {
    return kept("alltoallwInit", () -> plans().alltoallw(sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest reduceInit(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root) {
    return kept("reduceInit", () -> plans().reduce(sendbuf, recvbuf, op, root));
  }

  @Override
  public final PersistentRequest allreduceInit(Buf sendbuf, Buf recvbuf, Op op) {
    return kept("allreduceInit", () -> plans().allreduce(sendbuf, recvbuf, op));
  }

  @Override
  public final PersistentRequest reduceScatterBlockInit(Buf sendbuf, Buf recvbuf, Op op) {
    return kept("reduceScatterBlockInit", () -> plans().reduceScatterBlock(sendbuf, recvbuf, op));
  }

  @Override
  public final PersistentRequest reduceScatterInit(
      Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op) {
    return kept("reduceScatterInit", () -> plans().reduceScatter(sendbuf, recvbuf, recvcounts, op));
  }

  @Override
  public final PersistentRequest scanInit(Buf sendbuf, Buf recvbuf, Op op) {
    return kept("scanInit", () -> plans().scan(sendbuf, recvbuf, op));
  }

  @Override
  public final PersistentRequest exscanInit(Buf sendbuf, Buf recvbuf, Op op) {
    return kept("exscanInit", () -> plans().exscan(sendbuf, recvbuf, op));
  }
}
