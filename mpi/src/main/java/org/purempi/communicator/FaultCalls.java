package org.purempi.communicator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.Agreement;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;
import org.purempi.Request;
import org.purempi.RevokedException;
import org.purempi.Status;
import org.purempi.Window;
import org.purempi.communicator.Hints.Uniform;
import org.purempi.protocol.ErrorRanges.Range;
import org.purempi.protocol.Failures;
import org.purempi.protocol.Peers;
import org.purempi.recovery.Agreements;
import org.purempi.recovery.Agreements.Started;
import org.purempi.request.ValueRequest;

/** What ranks do when others have failed. */
abstract class FaultCalls extends Handles {
  private final Failures failures;
  private volatile Range range = Range.LOCAL;
  private volatile Uniform uniform = Uniform.LOCAL;

  FaultCalls(Rank home, Peers peers, String name, ErrorHandler errorHandler) {
    super(home, peers, name, errorHandler);
    this.failures = engine.failures();
  }

  @Override
  final void heed(Info its) {
    uniform = Hints.uniform(its);
    Range now = Hints.range(its);
    if (now != range) {
      range = now;
      failures.range(everybody(), now);
    }
  }

  @Override
  final boolean isUniform(boolean isMaking) {
    Uniform now = uniform;
    return now == Uniform.COLL || (isMaking && now != Uniform.LOCAL);
  }

  @Override
  final <T extends @Nullable Object> T uniformly(Supplier<T> work) {
    List<T> made = new ArrayList<>(1);
    MpiException mine = null;
    try {
      made.add(work.get());
    } catch (ProcessFailedException | RevokedException e) {
      mine = e;
    }
    Agreement all = agreement(mine == null ? 1 : 0);
    if (all.flag() != 0) {
      return made.getFirst();
    }
    made.forEach(FaultCalls::abandon);
    if (mine == null) {
      int[] ranks = all.failed().stream().mapToInt(Integer::intValue).toArray();
      String text = "the call has failed at another rank: " + all.failed() + " have failed";
      mine = new ProcessFailedException(ErrorClass.PROC_FAILED, ranks, text);
    }
    throw mine;
  }

  /** Closes what others have not got. */
  private static void abandon(@Nullable Object made) {
    switch (made) {
      case Communicator c -> c.close();
      case Window w -> {
        w.setErrhandler(ErrorHandler.RETURN);
        try {
          w.close();
        } catch (ProcessFailedException e) {
          // It is closed, too.
        }
      }
      case null, default -> {}
    }
  }

  /**
   * The communicator of those that are left.
   *
   * @param left ranks of everybody, in increasing order
   */
  abstract Communicator survivors(int[] left, long context);

  @Override
  public final void revoke() {
    requireNotClosed("revoke");
    requireRecovery("revoke");
    failures.revoke(everybody());
  }

  @Override
  public final boolean isRevoked() {
    return failures.isRevoked(everybody());
  }

  @Override
  public final Communicator shrink() {
    return shrinking("shrink").waitFor();
  }

  @Override
  public final Request<Communicator> ishrink() {
    return shrinking("ishrink");
  }

  private Request<Communicator> shrinking(String call) {
    Peers all = everybody();
    return agreeing(call, 0, true, its -> survivors(survivors(all.size(), its), its.context()));
  }

  private int[] survivors(int size, Started agreed) {
    int[] left = IntStream.range(0, size).filter(rank -> !agreed.failed().contains(rank)).toArray();
    if (Arrays.stream(left).noneMatch(rank -> rank == everybody().rank())) {
      throw new MpiException(
          ErrorClass.PROC_ABORTED,
          at("shrink") + ": the other ranks hold that this one has failed: end it");
    }
    return left;
  }

  @Override
  public final int agree(int flag) {
    Agreement agreed = agreement(flag);
    return handling(agreed::value);
  }

  @Override
  public final Agreement agreement(int flag) {
    return agreeing("agree", flag, false, FaultCalls::agreement).waitFor();
  }

  @Override
  public final Request<Agreement> iagree(int flag) {
    return agreeing("iagree", flag, false, FaultCalls::agreement);
  }

  private static Agreement agreement(Started its) {
    return new Agreement(its.flag(), its.failed(), its.isAcknowledged());
  }

  private <T> Request<T> agreeing(
      String call, int flag, boolean isShrink, Function<Started, T> value) {
    requireNotClosed(call);
    Peers all = everybody();
    Started its =
        Agreements.of(engine).start(all, flag, isShrink ? () -> home.contexts().take(all) : null);
    Function<Status, T> then = status -> value.apply(its);
    return new ValueRequest<>(this, its.operation(), then);
  }

  @Override
  public final Group getFailed() {
    return group(failures.known(everybody()));
  }

  @Override
  public final int ackFailed(int count) {
    if (count < 0) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.ARG, at("ackFailed") + ": count is " + count + ": 0 or more"));
    }
    return failures.acknowledge(everybody(), count);
  }

  @Override
  public final Group failureGetAcked() {
    return group(failures.acknowledged(everybody()));
  }

  private Group group(List<Integer> ranks) {
    long[] processes = ranks.stream().mapToLong(everybody()::process).toArray();
    return Group.ofProcesses(processes, home.process());
  }

  private void requireNotClosed(String call) {
    if (isClosed()) {
      requireOpen(call);
    }
    home.requireRunning(call);
  }

  private void requireRecovery(String call) {
    if (!failures.isOn()) {
      throw raise(
          new MpiException(
              ErrorClass.UNSUPPORTED_OPERATION,
              at(call)
                  + ": this job ends with the first rank that fails: start it by mpiexec"
                  + " -enable-recovery, or with -Dpurempi.recovery=true"));
    }
  }

  /** Why calls fail on a communicator that has been revoked; null if it has not. */
  @Override
  final @Nullable MpiException barred(String call) {
    return failures.isRevoked(peers) ? failures.revocation(peers, at(call), label()) : null;
  }
}
