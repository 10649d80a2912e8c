package org.purempi.communicator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Comparison;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Request;
import org.purempi.collective.Collective;
import org.purempi.collective.Plans;
import org.purempi.context.Bridge;
import org.purempi.protocol.Peers;

/** Two groups that talk to each other, and what is made of them (section 7.6). */
public final class LiveIntercommunicator extends BridgeCollectives {
  /** The communicator of the rank's side of {@code bridge}. */
  public LiveIntercommunicator(Rank home, Bridge bridge, ErrorHandler errorHandler) {
    super(home, bridge, errorHandler);
  }

  /** Whether it has been closed or disconnected. */
  public boolean isOver() {
    return isClosed();
  }

  @Override
  public int size() {
    return bridge.localSize();
  }

  @Override
  public int remoteSize() {
    return bridge.remote().size();
  }

  @Override
  public boolean testInter() {
    return true;
  }

  @Override
  public Group group() {
    return groupOf(bridge.localProcesses());
  }

  @Override
  public Group remoteGroup() {
    return groupOf(bridge.remote().processes());
  }

  private Group groupOf(int[] processes) {
    return Group.ofProcesses(Arrays.stream(processes).asLongStream().toArray(), home.process());
  }

  @Override
  public Comparison compare(Communicator other) {
    if (other == this) {
      return Comparison.IDENT;
    }
    if (!(other instanceof Intercommunicator inter)) {
      return Comparison.UNEQUAL;
    }
    Comparison local = group().compare(inter.group());
    Comparison remote = remoteGroup().compare(inter.remoteGroup());
    Comparison worse = local.compareTo(remote) > 0 ? local : remote;
    return worse == Comparison.IDENT ? Comparison.CONGRUENT : worse;
  }

  /** Collectives among the ranks of both groups, as one. */
  private Plans ofBoth() {
    return collective().plans();
  }

  @Override
  public Intercommunicator dup() {
    return (Intercommunicator) idup().waitFor();
  }

  @Override
  public Communicator dupWithInfo(Info info) {
    return idupWithInfo(info).waitFor();
  }

  @Override
  public Request<Communicator> idup() {
    return idupWithInfo(Info.EMPTY);
  }

  @Override
  public Request<Communicator> idupWithInfo(Info info) {
    requireOpen("idup");
    ErrorHandler handler = errorHandler;
    long[] context = home.contexts().proposal(bridge.both());
    return withCopies(
        copies ->
            started(
                "idup",
                s -> ofBoth().bcast(s, Buf.of(context), 0),
                s -> {
                  Bridge made = bridge.in(context[0], "dup of " + label());
                  return inherit(new LiveIntercommunicator(home, made, handler), copies, info);
                }));
  }

  @Override
  public Communicator merge(boolean high) {
    requireOpen("merge");
    int[] mine = {high ? 1 : 0};
    int[] all = new int[bridge.both().size()];
    return handling(
        () -> {
          Collective both = collective();
          both.run(s -> both.plans().allgather(s, Buf.of(mine), Buf.of(all)));
          // The first and the last rank of both are of different groups.
          boolean secondFirst = all[0] > all[all.length - 1];
          long[] context = home.contexts().proposal(bridge.both());
          both.run(s -> both.plans().bcast(s, Buf.of(context), 0));
          Peers merged = bridge.merged(secondFirst, context[0], "merger of " + label());
          return new LiveCommunicator(home, merged, "", errorHandler);
        });
  }

  @Override
  public @Nullable Intercommunicator split(int color, int key) {
    requireOpen("split");
    if (color < 0 && color != Mpi.UNDEFINED) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.ARG,
              at("split") + ": color " + color + " is neither 0 or more nor Mpi.UNDEFINED"));
    }
    return split(color, key, "part " + color + " of " + label());
  }

  private @Nullable Intercommunicator split(int color, int key, String label) {
    return handling(
        () -> {
          Bridge part = home.contexts().split(bridge, collective(), color, key, label);
          return part == null ? null : new LiveIntercommunicator(home, part, errorHandler);
        });
  }

  @Override
  Intercommunicator survivors(int[] left, long context) {
    Bridge made = home.contexts().part(bridge, left, context, "survivors of " + label());
    return new LiveIntercommunicator(home, made, errorHandler);
  }

  @Override
  public @Nullable Intercommunicator create(Group group) {
    requireOpen("create");
    int[] all = new int[group.size()];
    Arrays.setAll(all, i -> i);
    int[] ranks = group.translateRanks(all, group());
    if (Arrays.stream(ranks).anyMatch(r -> r == Mpi.UNDEFINED)) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.GROUP,
              at("create") + ": the group has processes that are not in the local group"));
    }
    int place = Arrays.stream(ranks).boxed().toList().indexOf(rank());
    int color = place < 0 ? Mpi.UNDEFINED : 0;
    return split(color, Math.max(0, place), "group of " + label());
  }
}
