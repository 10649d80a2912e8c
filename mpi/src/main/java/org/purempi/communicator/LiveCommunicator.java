package org.purempi.communicator;

import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.Comparison;
import org.purempi.DistGraphCommunicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.GraphCommunicator;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Request;
import org.purempi.SpawnCommand;
import org.purempi.SplitType;
import org.purempi.Topology;
import org.purempi.collective.Collective;
import org.purempi.collective.Plans;
import org.purempi.context.Bridge;
import org.purempi.protocol.Peers;

/** A communicator of one group: and what is made of it (chapters 7, 8). */
public class LiveCommunicator extends FaultCalls {
  private final Collective collective;
  private volatile @Nullable LiveCommunicator collectiveSide;

  /**
   * The communicator of {@code peers} on its rank.
   *
   * @param name the name that users see; empty if it has none
   */
  public LiveCommunicator(Rank home, Peers peers, String name, ErrorHandler errorHandler) {
    super(home, peers, name, errorHandler);
    this.collective = new Collective(peers);
  }

  @Override
  final Collective collective() {
    return collective;
  }

  @Override
  final Plans plans() {
    return collective.plans();
  }

  @Override
  final LiveCommunicator collectiveSide() {
    LiveCommunicator side = collectiveSide;
    if (side == null) {
      side = new LiveCommunicator(home, peers.collectiveSide(), name(), errorHandler);
      side.isGiven();
      collectiveSide = side;
    }
    return side;
  }

  @Override
  public final void setErrhandler(ErrorHandler handler) {
    super.setErrhandler(handler);
    LiveCommunicator side = collectiveSide;
    if (side != null) {
      side.setErrhandler(handler);
    }
  }

  // ---- groups and new communicators (chapter 7)

  @Override
  public int size() {
    return peers.size();
  }

  @Override
  public Group group() {
    long[] processes = new long[peers.size()];
    for (int i = 0; i < processes.length; i++) {
      processes[i] = peers.process(i);
    }
    return Group.ofProcesses(processes, home.process());
  }

  @Override
  public Comparison compare(Communicator other) {
    if (other == this) {
      return Comparison.IDENT;
    }
    if (other.testInter()) {
      return Comparison.UNEQUAL;
    }
    Comparison groups = group().compare(other.group());
    return groups == Comparison.IDENT ? Comparison.CONGRUENT : groups;
  }

  /** A communicator of other ranks that inherits from this one. */
  private Communicator derived(Peers made) {
    return new LiveCommunicator(home, made, "", errorHandler);
  }

  /** A communicator of the same ranks in the same topology. */
  LiveCommunicator copy(Peers made, ErrorHandler handler) {
    return new LiveCommunicator(home, made, "", handler);
  }

  @Override
  final Communicator survivors(int[] left, long context) {
    return derived(home.contexts().part(peers, left, context, "survivors of " + label()));
  }

  private @Nullable Communicator derivedOrNull(@Nullable Peers made) {
    return made == null ? null : derived(made);
  }

  @Override
  public Communicator dup() {
    return dupWithInfo(Info.EMPTY);
  }

  @Override
  public Communicator dupWithInfo(Info info) {
    return making(
        "dup",
        () -> {
          Peers made = home.contexts().dup(peers, collective, "dup of " + label());
          return inherit(copy(made, errorHandler), copiedAttributes(), info);
        });
  }

  @Override
  public Request<Communicator> idup() {
    return idupWithInfo(Info.EMPTY);
  }

  @Override
  public Request<Communicator> idupWithInfo(Info info) {
    requireOpen("idup");
    ErrorHandler handler = errorHandler;
    long[] context = home.contexts().proposal(peers);
    return withCopies(
        copies ->
            started(
                "idup",
                s -> plans().bcast(s, Buf.of(context), 0),
                s ->
                    inherit(
                        copy(peers.in(context[0], "dup of " + label()), handler), copies, info)));
  }

  @Override
  public @Nullable Communicator split(int color, int key) {
    requireOpen("split");
    if (color < 0 && color != Mpi.UNDEFINED) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.ARG,
              at("split") + ": color " + color + " is neither 0 or more nor Mpi.UNDEFINED"));
    }
    String label = "part " + color + " of " + label();
    return making(
        "split", () -> derivedOrNull(home.contexts().split(peers, collective, color, key, label)));
  }

  @Override
  public @Nullable Communicator splitType(SplitType type, int key, Info info) {
    requireOpen("splitType");
    handling(() -> SplitColors.check(info, at("splitType")));
    SplitColors.Place place = SplitColors.of(type, info, this, home);
    Communicator part = split(place.color(), key);
    if (part instanceof Core made && !place.found().isEmpty()) {
      made.tell(SplitColors.HARDWARE, place.found());
    }
    return part;
  }

  @Override
  public @Nullable Communicator create(Group group) {
    requireOpen("create");
    int[] ranks = ranks("create", group);
    String label = "group of " + label();
    return making("create", () -> derivedOrNull(home.contexts().create(peers, ranks, label)));
  }

  @Override
  public @Nullable Communicator createGroup(Group group, int tag) {
    requireOpen("createGroup");
    if (tag < 0) {
      throw raise(Arguments.tag(at("createGroup"), tag));
    }
    int[] ranks = ranks("createGroup", group);
    String label = "group of " + label();
    return makingOfSome(
        "createGroup", () -> derivedOrNull(home.contexts().createGroup(peers, ranks, tag, label)));
  }

  /** The ranks here of a group's processes. */
  private int[] ranks(String call, Group group) {
    return handling(() -> Arguments.ranks(at(call), group, group(), label()));
  }

  @Override
  final void requireOneGroup(String call) {}

  @Override
  public boolean testInter() {
    return false;
  }

  @Override
  public Intercommunicator intercommCreate(
      int localLeader, @Nullable Communicator peerComm, int remoteLeader, int tag) {
    requireOpen("intercommCreate");
    if (localLeader < 0 || localLeader >= size()) {
      throw raise(
          Arguments.rank(at("intercommCreate"), "localLeader", localLeader, size(), label()));
    }
    Peers through = null;
    if (rank() == localLeader) {
      if (!(peerComm instanceof Messages bridge)) {
        throw raise(
            new MpiArgumentException(
                ErrorClass.COMM, at("intercommCreate") + ": the leader needs a peerComm"));
      }
      if (!bridge.maySend("intercommCreate", Buf.EMPTY, remoteLeader, tag)) {
        throw raise(
            Arguments.rank(
                at("intercommCreate"),
                "remoteLeader",
                remoteLeader,
                bridge.size(),
                bridge.label()));
      }
      through = bridge.peers();
    }
    Peers bridge = through;
    String label = "bridge from " + label();
    return making(
        "intercommCreate",
        () -> {
          Bridge made =
              home.contexts()
                  .bridge(peers, collective, localLeader, bridge, remoteLeader, tag, label);
          if (made == null) {
            made =
                home.ports()
                    .bridge(peers, collective, localLeader, bridge, remoteLeader, tag, label);
          }
          return new LiveIntercommunicator(home, made, errorHandler);
        });
  }

  // ---- other worlds (chapter 11)

  @Override
  public Intercommunicator accept(String portName, Info info, int root) {
    return new Encounters(this).accept(portName, info, root);
  }

  @Override
  public Intercommunicator connect(String portName, Info info, int root) {
    return new Encounters(this).connect(portName, info, root);
  }

  /** Connects to a root that accepts; collective, from rank 0. */
  public LiveIntercommunicator meet(String portName, String label) {
    return new Encounters(this).meet(portName, label);
  }

  /** Meets the process at the other end of a connection; for a communicator of one rank. */
  public LiveIntercommunicator join(SocketChannel channel) {
    return new Encounters(this).join(channel);
  }

  @Override
  public Intercommunicator spawn(
      String command, String[] argv, int maxprocs, Info info, int root, int @Nullable [] errcodes) {
    return new Encounters(this).spawn(command, argv, maxprocs, info, root, errcodes);
  }

  @Override
  public Intercommunicator spawnMultiple(
      List<SpawnCommand> commands, int root, int @Nullable [] errcodes) {
    return new Encounters(this).spawnMultiple(commands, root, errcodes);
  }

  // ---- topologies (chapter 8)

  @Override
  public Topology topoTest() {
    return Topology.UNDEFINED;
  }

  @Override
  public final @Nullable CartCommunicator cartCreate(
      int[] dims, boolean[] periods, boolean reorder) {
    return topology("cartCreate", () -> LiveCart.create(this, new Grid(dims, periods), reorder));
  }

  @Override
  public final @Nullable GraphCommunicator graphCreate(int[] index, int[] edges, boolean reorder) {
    return topology("graphCreate", () -> LiveGraph.create(this, index, edges, reorder));
  }

  @Override
  public final DistGraphCommunicator distGraphCreateAdjacent(
      int[] sources,
      int @Nullable [] sourceweights,
      int[] destinations,
      int @Nullable [] destweights,
      boolean reorder) {
    return topology(
        "distGraphCreateAdjacent",
        () ->
            LiveDistGraph.create(
                this,
                Edges.of(sources, sourceweights, size()),
                Edges.of(destinations, destweights, size()),
                reorder));
  }

  @Override
  public final DistGraphCommunicator distGraphCreate(
      int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, boolean reorder) {
    return topology(
        "distGraphCreate",
        () ->
            LiveDistGraph.create(
                this, new NamedEdges(sources, degrees, destinations, weights, size()), reorder));
  }

  @Override
  public final int cartMap(int[] dims, boolean[] periods) {
    return topology("cartMap", () -> placeAmong(new Grid(dims, periods).nodes(size())));
  }

  @Override
  public final int graphMap(int[] index, int[] edges) {
    return topology("graphMap", () -> placeAmong(LiveGraph.nodes(index, edges, size())));
  }

  private int placeAmong(int nodes) {
    return rank() < nodes ? rank() : Mpi.UNDEFINED;
  }

  private <T extends @Nullable Object> T topology(String call, Supplier<T> maker) {
    return making(
        call,
        () -> {
          try {
            return maker.get();
          } catch (MpiArgumentException e) {
            throw new MpiArgumentException(e.errorClass(), at(call) + ": " + e.getMessage());
          }
        });
  }

  /**
   * The first {@code nodes} ranks in a context of their own; null for the others. Collective.
   *
   * @param neighbors of each node, if ranks may change places to be near them
   */
  final @Nullable Peers placed(int nodes, @Nullable IntFunction<int[]> neighbors, String label) {
    int[] ranks = new int[nodes];
    Arrays.setAll(ranks, i -> i);
    return home.contexts()
        .create(peers, neighbors == null ? ranks : places(nodes, neighbors, null), label);
  }

  /**
   * For each of so many nodes the rank that takes it, near its neighbours; collective.
   *
   * @param weights of each node's edges to its neighbours, if they have any
   */
  final int[] places(
      int nodes, IntFunction<int[]> neighbors, @Nullable IntFunction<int[]> weights) {
    int[] hosts = new int[size()];
    collective()
        .run(
            s -> collective().plans().allgather(s, Buf.of(new int[] {home.host()}), Buf.of(hosts)));
    int[][] heavy = weights == null ? null : all(nodes, weights);
    return Placement.of(Arrays.copyOf(hosts, nodes), all(nodes, neighbors), heavy);
  }

  private static int[][] all(int nodes, IntFunction<int[]> of) {
    int[][] all = new int[nodes][];
    Arrays.setAll(all, of);
    return all;
  }
}
