package org.purempi.communicator;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.check.Check;
import org.purempi.check.Tracked;
import org.purempi.collective.Collective;
import org.purempi.collective.Plan;
import org.purempi.collective.Plans;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.StagedOperation;
import org.purempi.request.CollectiveRequest;
import org.purempi.request.LivePersistentRequest;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.What;

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

  /** Performs a call on the spot. */
  final void run(String call, Plan plan) {
    run(call, Mpi.UNDEFINED, plan);
  }

  /** The same, with a root. */
  final void run(String call, int root, Plan plan) {
    requireOpen(call);
    OpenCall open = Watch.ON ? entered(call, root) : null;
    try {
      if (isUniform(false)) {
        uniformly(
            () -> {
              collective().run(plan);
              return null;
            });
      } else {
        collective().run(plan);
      }
    } catch (MpiArgumentException | MpiException e) {
      throw raise(here(), e);
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  private OpenCall entered(String call, int root) {
    OpenCall open = watch.enter(What.collective(call), watched, root, 0, null);
    watch.collective(open, watched);
    return open;
  }

  /** Starts a call, whose status becomes a value. */
  final <T> Request<T> started(String call, Plan plan, Function<Status, T> value) {
    OpenCall open = Watch.ON ? entered(call, Mpi.UNDEFINED) : null;
    try {
      Operation operation = written(call, () -> collective().start(plan));
      var request = new CollectiveRequest<>(this, operation, value);
      if (Check.ON) {
        request.track(tracked(false, call, operation));
      }
      return request;
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  private <T> T written(String call, Supplier<T> writing) {
    requireOpen(call);
    try {
      return writing.get();
    } catch (MpiArgumentException | MpiException e) {
      throw raise(here(), e);
    }
  }

  final Request<Status> started(String call, Plan plan) {
    return started(call, plan, status -> status);
  }

  final PersistentRequest kept(String call, Plan plan) {
    StagedOperation script = written(call, () -> collective().keep(plan));
    startsLater();
    var request =
        new LivePersistentRequest(
            this,
            () -> {
              script.start();
              return script;
            });
    if (Check.ON) {
      request.track(tracked(true, call, script));
    }
    return request;
  }

  private Tracked tracked(boolean isPersistent, String call, Operation operation) {
    String label = call + " on " + label();
    return new Tracked(engine.checker(), isPersistent, () -> label, Collective.uses(operation));
  }

  // ---- blocking (chapter 6)

  @Override
  public final void barrier() {
    run("barrier", s -> plans().barrier(s));
  }

  @Override
  public final void bcast(Buf buf, int root) {
    run("bcast", root, s -> plans().bcast(s, buf, root));
  }

  @Override
  public final void gather(Buf sendbuf, @Nullable Buf recvbuf, int root) {
    run("gather", root, s -> plans().gather(s, sendbuf, recvbuf, root));
  }

  @Override
  public final void gatherv(Buf sendbuf, @Nullable VBuf recvbuf, int root) {
    run("gatherv", root, s -> plans().gatherv(s, sendbuf, recvbuf, root));
  }

  @Override
  public final void scatter(@Nullable Buf sendbuf, Buf recvbuf, int root) {
    run("scatter", root, s -> plans().scatter(s, sendbuf, recvbuf, root));
  }

  @Override
  public final void scatterv(@Nullable VBuf sendbuf, Buf recvbuf, int root) {
    run("scatterv", root, s -> plans().scatterv(s, sendbuf, recvbuf, root));
  }

  @Override
  public final void allgather(Buf sendbuf, Buf recvbuf) {
    run("allgather", s -> plans().allgather(s, sendbuf, recvbuf));
  }

  @Override
  public final void allgatherv(Buf sendbuf, VBuf recvbuf) {
    run("allgatherv", s -> plans().allgatherv(s, sendbuf, recvbuf));
  }

  @Override
  public final void alltoall(Buf sendbuf, Buf recvbuf) {
    run("alltoall", s -> plans().alltoall(s, sendbuf, recvbuf));
  }

  @Override
  public final void alltoallv(VBuf sendbuf, VBuf recvbuf) {
    run("alltoallv", s -> plans().alltoallv(s, sendbuf, recvbuf));
  }

  @Override
  public final void alltoallw(WBuf sendbuf, WBuf recvbuf) {
    run("alltoallw", s -> plans().alltoallw(s, sendbuf, recvbuf));
  }

  @Override
  public final void reduce(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root) {
    run("reduce", root, s -> plans().reduce(s, sendbuf, recvbuf, op, root));
  }

  @Override
  public final void allreduce(Buf sendbuf, Buf recvbuf, Op op) {
    run("allreduce", s -> plans().allreduce(s, sendbuf, recvbuf, op));
  }

  @Override
  public final void reduceScatterBlock(Buf sendbuf, Buf recvbuf, Op op) {
    run("reduceScatterBlock", s -> plans().reduceScatterBlock(s, sendbuf, recvbuf, op));
  }

  @Override
  public final void reduceScatter(Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op) {
    run("reduceScatter", s -> plans().reduceScatter(s, sendbuf, recvbuf, recvcounts, op));
  }

  @Override
  public final void scan(Buf sendbuf, Buf recvbuf, Op op) {
    run("scan", s -> plans().scan(s, sendbuf, recvbuf, op));
  }

  @Override
  public final void exscan(Buf sendbuf, Buf recvbuf, Op op) {
    run("exscan", s -> plans().exscan(s, sendbuf, recvbuf, op));
  }

  // ---- non-blocking (section 6.12)

  @Override
  public final Request<Status> ibarrier() {
    return started("ibarrier", s -> plans().barrier(s));
  }

  @Override
  public final Request<Status> ibcast(Buf buf, int root) {
    return started("ibcast", s -> plans().bcast(s, buf, root));
  }

  @Override
  public final Request<Status> igather(Buf sendbuf, @Nullable Buf recvbuf, int root) {
    return started("igather", s -> plans().gather(s, sendbuf, recvbuf, root));
  }

  @Override
  public final Request<Status> igatherv(Buf sendbuf, @Nullable VBuf recvbuf, int root) {
    return started("igatherv", s -> plans().gatherv(s, sendbuf, recvbuf, root));
  }

  @Override
  public final Request<Status> iscatter(@Nullable Buf sendbuf, Buf recvbuf, int root) {
    return started("iscatter", s -> plans().scatter(s, sendbuf, recvbuf, root));
  }

  @Override
  public final Request<Status> iscatterv(@Nullable VBuf sendbuf, Buf recvbuf, int root) {
    return started("iscatterv", s -> plans().scatterv(s, sendbuf, recvbuf, root));
  }

  @Override
  public final Request<Status> iallgather(Buf sendbuf, Buf recvbuf) {
    return started("iallgather", s -> plans().allgather(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> iallgatherv(Buf sendbuf, VBuf recvbuf) {
    return started("iallgatherv", s -> plans().allgatherv(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ialltoall(Buf sendbuf, Buf recvbuf) {
    return started("ialltoall", s -> plans().alltoall(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ialltoallv(VBuf sendbuf, VBuf recvbuf) {
    return started("ialltoallv", s -> plans().alltoallv(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ialltoallw(WBuf sendbuf, WBuf recvbuf) {
    return started("ialltoallw", s -> plans().alltoallw(s, sendbuf, recvbuf));
  }

  @Override
  public final Request<Status> ireduce(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root) {
    return started("ireduce", s -> plans().reduce(s, sendbuf, recvbuf, op, root));
  }

  @Override
  public final Request<Status> iallreduce(Buf sendbuf, Buf recvbuf, Op op) {
    return started("iallreduce", s -> plans().allreduce(s, sendbuf, recvbuf, op));
  }

  @Override
  public final Request<Status> ireduceScatterBlock(Buf sendbuf, Buf recvbuf, Op op) {
    return started("ireduceScatterBlock", s -> plans().reduceScatterBlock(s, sendbuf, recvbuf, op));
  }

  @Override
  public final Request<Status> ireduceScatter(Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op) {
    return started(
        "ireduceScatter", s -> plans().reduceScatter(s, sendbuf, recvbuf, recvcounts, op));
  }

  @Override
  public final Request<Status> iscan(Buf sendbuf, Buf recvbuf, Op op) {
    return started("iscan", s -> plans().scan(s, sendbuf, recvbuf, op));
  }

  @Override
  public final Request<Status> iexscan(Buf sendbuf, Buf recvbuf, Op op) {
    return started("iexscan", s -> plans().exscan(s, sendbuf, recvbuf, op));
  }

  // ---- non-blocking, of one value

  @Override
  public final Request<Integer> iallreduce(int value, Op op) {
    int[] a = {value};
    return started(
        "iallreduce", s -> plans().allreduce(s, Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  @Override
  public final Request<Long> iallreduce(long value, Op op) {
    long[] a = {value};
    return started(
        "iallreduce", s -> plans().allreduce(s, Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  @Override
  public final Request<Float> iallreduce(float value, Op op) {
    float[] a = {value};
    return started(
        "iallreduce", s -> plans().allreduce(s, Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  @Override
  public final Request<Double> iallreduce(double value, Op op) {
    double[] a = {value};
    return started(
        "iallreduce", s -> plans().allreduce(s, Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  @Override
  public final Request<Boolean> iallreduce(boolean value, Op op) {
    boolean[] a = {value};
    return started(
        "iallreduce", s -> plans().allreduce(s, Buf.IN_PLACE, Buf.of(a), op), status -> a[0]);
  }

  // ---- persistent (section 6.13)

  @Override
  public final PersistentRequest barrierInit() {
    return kept("barrierInit", s -> plans().barrier(s));
  }

  @Override
  public final PersistentRequest bcastInit(Buf buf, int root) {
    return kept("bcastInit", s -> plans().bcast(s, buf, root));
  }

  @Override
  public final PersistentRequest gatherInit(Buf sendbuf, @Nullable Buf recvbuf, int root) {
    return kept("gatherInit", s -> plans().gather(s, sendbuf, recvbuf, root));
  }

  @Override
  public final PersistentRequest gathervInit(Buf sendbuf, @Nullable VBuf recvbuf, int root) {
    return kept("gathervInit", s -> plans().gatherv(s, sendbuf, recvbuf, root));
  }

  @Override
  public final PersistentRequest scatterInit(@Nullable Buf sendbuf, Buf recvbuf, int root) {
    return kept("scatterInit", s -> plans().scatter(s, sendbuf, recvbuf, root));
  }

  @Override
  public final PersistentRequest scattervInit(@Nullable VBuf sendbuf, Buf recvbuf, int root) {
    return kept("scattervInit", s -> plans().scatterv(s, sendbuf, recvbuf, root));
  }

  @Override
  public final PersistentRequest allgatherInit(Buf sendbuf, Buf recvbuf) {
    return kept("allgatherInit", s -> plans().allgather(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest allgathervInit(Buf sendbuf, VBuf recvbuf) {
    return kept("allgathervInit", s -> plans().allgatherv(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest alltoallInit(Buf sendbuf, Buf recvbuf) {
    return kept("alltoallInit", s -> plans().alltoall(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest alltoallvInit(VBuf sendbuf, VBuf recvbuf) {
    return kept("alltoallvInit", s -> plans().alltoallv(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest alltoallwInit(WBuf sendbuf, WBuf recvbuf) {
    return kept("alltoallwInit", s -> plans().alltoallw(s, sendbuf, recvbuf));
  }

  @Override
  public final PersistentRequest reduceInit(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root) {
    return kept("reduceInit", s -> plans().reduce(s, sendbuf, recvbuf, op, root));
  }

  @Override
  public final PersistentRequest allreduceInit(Buf sendbuf, Buf recvbuf, Op op) {
    return kept("allreduceInit", s -> plans().allreduce(s, sendbuf, recvbuf, op));
  }

  @Override
  public final PersistentRequest reduceScatterBlockInit(Buf sendbuf, Buf recvbuf, Op op) {
    return kept("reduceScatterBlockInit", s -> plans().reduceScatterBlock(s, sendbuf, recvbuf, op));
  }

  @Override
  public final PersistentRequest reduceScatterInit(
      Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op) {
    return kept(
        "reduceScatterInit", s -> plans().reduceScatter(s, sendbuf, recvbuf, recvcounts, op));
  }

  @Override
  public final PersistentRequest scanInit(Buf sendbuf, Buf recvbuf, Op op) {
    return kept("scanInit", s -> plans().scan(s, sendbuf, recvbuf, op));
  }

  @Override
  public final PersistentRequest exscanInit(Buf sendbuf, Buf recvbuf, Op op) {
    return kept("exscanInit", s -> plans().exscan(s, sendbuf, recvbuf, op));
  }
}
