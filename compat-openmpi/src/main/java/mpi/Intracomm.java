package mpi;

import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.SpawnCommand;
import org.purempi.SplitType;

/** A communicator of one group (chapters 6 and 7). */
public class Intracomm extends Comm {
  /** A communicator that begins later. */
  Intracomm() {
    super((Communicator) null);
  }

  Intracomm(@Nullable Communicator core) {
    super(core);
  }

  Intracomm(org.purempi.Request<Communicator> pending) {
    super(pending);
  }

  @Override
  public Intracomm clone() {
    return (Intracomm) super.clone();
  }

  @Override
  public Intracomm dup() throws MPIException {
    return new Intracomm(duplicate());
  }

  @Override
  public Intracomm iDup() throws MPIException {
    return new Intracomm(startDuplicate());
  }

  @Override
  public Intracomm dupWithInfo(Info info) throws MPIException {
    return new Intracomm(duplicate(info));
  }

  /** One communicator for each colour, ranks ordered by key ({@code MPI_Comm_split}). */
  public final Intracomm split(int colour, int key) throws MPIException {
    Communicator c = live();
    return new Intracomm(Failures.get(() -> c.split(colour, key)));
  }

  /**
   * One communicator for each host ({@code MPI_Comm_split_type}).
   *
   * @param splitType {@link Comm#TYPE_SHARED} or {@link MPI#UNDEFINED}
   */
  public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
    Communicator c = live();
    if (splitType != TYPE_SHARED && splitType != MPI.UNDEFINED) {
      throw Failures.at(
          c, ErrorClass.ARG, "splitType " + splitType + " is neither TYPE_SHARED nor UNDEFINED");
    }
    SplitType type = splitType == TYPE_SHARED ? SplitType.SHARED : SplitType.UNDEFINED;
    return new Intracomm(Failures.get(() -> c.splitType(type, key, info.hints())));
  }

  /** A communicator of a part of the ranks; all call it ({@code MPI_Comm_create}). */
  public final Intracomm create(Group group) throws MPIException {
    Communicator c = live();
    org.purempi.Group g = group.core();
    return new Intracomm(Failures.get(() -> c.create(g)));
  }

  /** A communicator of a part of the ranks, which call it ({@code MPI_Comm_create_group}). */
  public final Intracomm createGroup(Group group, int tag) throws MPIException {
    Communicator c = live();
    org.purempi.Group g = group.core();
    return new Intracomm(Failures.get(() -> c.createGroup(g, tag)));
  }

  /** A grid ({@code MPI_Cart_create}). */
  public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder)
      throws MPIException {
    Communicator c = live();
    return new CartComm(
        Failures.get(() -> c.cartCreate(dims, First.of(dims.length, periods), reorder)));
  }

  /** A graph that every rank knows ({@code MPI_Graph_create}). */
  public final GraphComm createGraph(int[] index, int[] edges, boolean reorder)
      throws MPIException {
    Communicator c = live();
    return new GraphComm(
        Failures.get(() -> c.graphCreate(index, First.edges(index, edges), reorder)));
  }

  /** A directed graph; every rank names any edges ({@code MPI_Dist_graph_create}). */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder)
      throws MPIException {
    return distGraph(sources, degrees, destinations, weights, reorder);
  }

  /** As the other form, without weights. */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
      throws MPIException {
    return distGraph(sources, degrees, destinations, null, reorder);
  }

  private GraphComm distGraph(
      int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, boolean reorder)
      throws MPIException {
    Communicator c = live();
    int[] counts = First.of(sources.length, degrees);
    int edges = First.sum(counts);
    int[] ends = First.of(edges, destinations);
    int[] each = weights == null ? null : First.of(edges, weights);
    return new GraphComm(
        Failures.get(() -> c.distGraphCreate(sources, counts, ends, each, reorder)));
  }

  /** A directed graph; every rank names its own edges ({@code MPI_Dist_graph_create_adjacent}). */
  public final GraphComm createDistGraphAdjacent(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destWeights,
      Info info,
      boolean reorder)
      throws MPIException {
    return adjacent(sources, sourceWeights, destinations, destWeights, reorder);
  }

  /** As the other form, without weights. */
  public final GraphComm createDistGraphAdjacent(
      int[] sources, int[] destinations, Info info, boolean reorder) throws MPIException {
    return adjacent(sources, null, destinations, null, reorder);
  }

  private GraphComm adjacent(
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destWeights,
      boolean reorder)
      throws MPIException {
    Communicator c = live();
    int[] in = sourceWeights == null ? null : First.of(sources.length, sourceWeights);
    int[] out = destWeights == null ? null : First.of(destinations.length, destWeights);
    return new GraphComm(
        Failures.get(() -> c.distGraphCreateAdjacent(sources, in, destinations, out, reorder)));
  }

  /** The data of ranks 0 to this one combined ({@code MPI_Scan}). */
  public final void scan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    Failures.run(Reductions.scan(live(), sendBuf, recvBuf, count, type, op).blocking());
  }

  /** Starts it ({@code MPI_Iscan}). */
  public final Request iScan(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    return Request.of(Reductions.scan(live(), sendBuf, recvBuf, count, type, op).started());
  }

  /** As the other form; the result replaces the data ({@code MPI_Scan}). */
  public final void scan(Object buf, int count, Datatype type, Op op) throws MPIException {
    Failures.run(Reductions.scanInPlace(live(), buf, count, type, op).blocking());
  }

  /** Starts it ({@code MPI_Iscan}). */
  public final Request iScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    return Request.of(Reductions.scanInPlace(live(), buf, count, type, op).started());
  }

  /** The data of the ranks before this one combined ({@code MPI_Exscan}). */
  public final void exScan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    Failures.run(Reductions.exscan(live(), sendBuf, recvBuf, count, type, op).blocking());
  }

  /** Starts it ({@code MPI_Iexscan}). */
  public final Request iExScan(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    return Request.of(Reductions.exscan(live(), sendBuf, recvBuf, count, type, op).started());
  }

  /** As the other form; the result replaces the data ({@code MPI_Exscan}). */
  public final void exScan(Object buf, int count, Datatype type, Op op) throws MPIException {
    Failures.run(Reductions.exscanInPlace(live(), buf, count, type, op).blocking());
  }

  /** Starts it ({@code MPI_Iexscan}). */
  public final Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    return Request.of(Reductions.exscanInPlace(live(), buf, count, type, op).started());
  }

  // ---- other jobs (chapter 11)

  /** {@code MPI_Open_port}. */
  public static String openPort() throws MPIException {
    return openPort(MPI.INFO_NULL);
  }

  /** {@code MPI_Open_port}. */
  public static String openPort(Info info) throws MPIException {
    Mpi mpi = Home.mpi();
    return Failures.get(() -> mpi.openPort(info.hints()));
  }

  /** {@code MPI_Close_port}. */
  public static void closePort(String name) throws MPIException {
    Mpi mpi = Home.mpi();
    Failures.run(() -> mpi.closePort(name));
  }

  /** {@code MPI_Comm_accept}. */
  public final Intercomm accept(String port, int root) throws MPIException {
    return accept(port, MPI.INFO_NULL, root);
  }

  /** {@code MPI_Comm_accept}. */
  public final Intercomm accept(String port, Info info, int root) throws MPIException {
    Communicator c = live();
    return new Intercomm(Failures.get(() -> c.accept(port, info.hints(), root)));
  }

  /** {@code MPI_Comm_connect}. */
  public final Intercomm connect(String port, int root) throws MPIException {
    return connect(port, MPI.INFO_NULL, root);
  }

  /** {@code MPI_Comm_connect}. */
  public final Intercomm connect(String port, Info info, int root) throws MPIException {
    Communicator c = live();
    return new Intercomm(Failures.get(() -> c.connect(port, info.hints(), root)));
  }

  /** {@code MPI_Publish_name}. */
  public static void publishName(String service, String port) throws MPIException {
    publishName(service, MPI.INFO_NULL, port);
  }

  /** {@code MPI_Publish_name}. */
  public static void publishName(String service, Info info, String port) throws MPIException {
    Mpi mpi = Home.mpi();
    Failures.run(() -> mpi.publishName(service, info.hints(), port));
  }

  /** {@code MPI_Unpublish_name}. */
  public static void unpublishName(String service, String port) throws MPIException {
    unpublishName(service, MPI.INFO_NULL, port);
  }

  /** {@code MPI_Unpublish_name}. */
  public static void unpublishName(String service, Info info, String port) throws MPIException {
    Mpi mpi = Home.mpi();
    Failures.run(() -> mpi.unpublishName(service, info.hints(), port));
  }

  /** {@code MPI_Lookup_name}. */
  public static String lookupName(String service) throws MPIException {
    return lookupName(service, MPI.INFO_NULL);
  }

  /** {@code MPI_Lookup_name}. */
  public static String lookupName(String service, Info info) throws MPIException {
    Mpi mpi = Home.mpi();
    return Failures.get(() -> mpi.lookupName(service, info.hints()));
  }

  /** {@code MPI_Comm_spawn}. */
  public final Intercomm spawn(
      String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes)
      throws MPIException {
    Communicator c = live();
    String[] words = argv == null ? new String[0] : argv;
    return new Intercomm(
        Failures.get(() -> c.spawn(command, words, maxprocs, info.hints(), root, errcodes)));
  }

  /** {@code MPI_Comm_spawn_multiple}. */
  public final Intercomm spawnMultiple(
      String[] commands, String[][] argv, int[] maxprocs, Info[] info, int root, int[] errcodes)
      throws MPIException {
    Communicator c = live();
    List<SpawnCommand> all = new ArrayList<>();
    for (int i = 0; c.rank() == root && i < commands.length; i++) {
      List<String> words = argv == null || argv[i] == null ? List.of() : List.of(argv[i]);
      all.add(new SpawnCommand(commands[i], words, maxprocs[i], info[i].hints()));
    }
    return new Intercomm(Failures.get(() -> c.spawnMultiple(all, root, errcodes)));
  }
}
