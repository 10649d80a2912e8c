package org.purempi.communicator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.DistGraphCommunicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.GraphCommunicator;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.MpiArgumentException;
import org.purempi.SpawnCommand;
import org.purempi.SplitType;
import org.purempi.Topology;
import org.purempi.collective.BridgePlans;
import org.purempi.collective.Collective;
import org.purempi.collective.Plans;
import org.purempi.context.Bridge;
import org.purempi.protocol.Peers;

/** Collectives between two groups, and what two groups cannot do. */
abstract class BridgeCollectives extends FaultCalls implements Intercommunicator {
  final Bridge bridge;
  private final Collective collective;
  private final Plans plans;

  BridgeCollectives(Rank home, Bridge bridge, ErrorHandler errorHandler) {
    super(home, bridge.remote(), "", errorHandler);
    this.bridge = bridge;
    this.collective = new Collective(bridge.both());
    this.plans =
        new BridgePlans(bridge.both(), bridge.remote().rank(), bridge.localSize(), bridge.first());
  }

  @Override
  final Peers everybody() {
    return bridge.both();
  }

  @Override
  final Collective collective() {
    return collective;
  }

  @Override
  final Plans plans() {
    return plans;
  }

  @Override
  final LiveCommunicator collectiveSide() {
    throw refused("this collective");
  }

  // ---- what needs one group

  private RuntimeException refused(String call) {
    return raise(
        new MpiArgumentException(
            ErrorClass.COMM,
            at(call)
                + " on the intercommunicator "
                + label()
                + ": it needs one group; merge() makes one of both"));
  }

  @Override
  public Topology topoTest() {
    return Topology.UNDEFINED;
  }

  @Override
  final void requireOneGroup(String call) {
    throw refused(call);
  }

  @Override
  public @Nullable Communicator splitType(SplitType type, int key, Info info) {
    throw refused("splitType");
  }

  @Override
  public @Nullable Communicator createGroup(Group group, int tag) {
    throw refused("createGroup");
  }

  @Override
  public Intercommunicator intercommCreate(
      int localLeader, @Nullable Communicator peerComm, int remoteLeader, int tag) {
    throw refused("intercommCreate");
  }

  @Override
  public Intercommunicator accept(String portName, Info info, int root) {
    throw refused("accept");
  }

  @Override
  public Intercommunicator connect(String portName, Info info, int root) {
    throw refused("connect");
  }

  @Override
  public Intercommunicator spawn(
      String command, String[] argv, int maxprocs, Info info, int root, int @Nullable [] errcodes) {
    throw refused("spawn");
  }

  @Override
  public Intercommunicator spawnMultiple(
      List<SpawnCommand> commands, int root, int @Nullable [] errcodes) {
    throw refused("spawnMultiple");
  }

  @Override
  public @Nullable CartCommunicator cartCreate(int[] dims, boolean[] periods, boolean reorder) {
    throw refused("cartCreate");
  }

  @Override
  public @Nullable GraphCommunicator graphCreate(int[] index, int[] edges, boolean reorder) {
    throw refused("graphCreate");
  }

  @Override
  public DistGraphCommunicator distGraphCreateAdjacent(
      int[] sources,
      int @Nullable [] sourceweights,
      int[] destinations,
      int @Nullable [] destweights,
      boolean reorder) {
    throw refused("distGraphCreateAdjacent");
  }

  @Override
  public DistGraphCommunicator distGraphCreate(
      int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, boolean reorder) {
    throw refused("distGraphCreate");
  }

  @Override
  public int cartMap(int[] dims, boolean[] periods) {
    throw refused("cartMap");
  }

  @Override
  public int graphMap(int[] index, int[] edges) {
    throw refused("graphMap");
  }
}
