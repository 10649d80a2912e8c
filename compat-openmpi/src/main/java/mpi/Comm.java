package mpi;

import java.nio.Buffer;
import java.util.Optional;
import java.util.function.Supplier;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Keyval;
import org.purempi.Mpi;
import org.purempi.MpiException;

/**
 * A group of ranks that talk to each other (chapters 3, 6 and 7). Where there is none, as for a
 * rank outside of what {@link Intracomm#split} makes, there is a communicator that {@link #isNull}.
 */
public class Comm implements Freeable, Cloneable {
  /** Ranks that can share memory, for {@link Intracomm#splitType}. */
  public static final int TYPE_SHARED = 0;

  private @Nullable Communicator core;

  /** Its {@code Request<Communicator>}; not of its own type, as in {@link Request}. */
  private @Nullable Object pending;

  private final @Nullable Request request;

  /** A communicator, or {@code MPI_COMM_NULL}. */
  Comm(@Nullable Communicator core) {
    this.core = core;
    this.request = null;
  }

  /** A communicator that is there when its request is complete. */
  Comm(org.purempi.Request<Communicator> pending) {
    this.pending = pending;
    this.request = new Request(pending);
  }

  /** MPI has started. */
  final void begin(Communicator made) {
    core = made;
  }

  /** The communicator; looks whether that of an iDup is there. */
  private @Nullable Communicator coreOrNull() {
    if (pending instanceof org.purempi.Request<?> made && !made.active()) {
      core = (Communicator) made.waitFor();
      pending = null;
    }
    return core;
  }

  /** The communicator that calls go to. */
  final Communicator live() throws MPIException {
    Communicator c = core;
    return c == null ? lateLive() : c;
  }

  private Communicator lateLive() throws MPIException {
    Home.mpi();
    Communicator c = coreOrNull();
    if (c == null) {
      throw Failures.at(
          Home.mpi().world(),
          ErrorClass.COMM,
          pending != null
              ? "the communicator of iDup is not there yet: wait for getRequest() first"
              : "the communicator is null: there is none for this rank, or it has been freed");
    }
    return c;
  }

  /** As {@link #dup}, without a checked exception. */
  @Override
  public Comm clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** The same ranks, apart from this communicator's traffic; collective ({@code MPI_Comm_dup}). */
  public Comm dup() throws MPIException {
    return new Comm(duplicate());
  }

  final Communicator duplicate() throws MPIException {
    Communicator c = live();
    return Failures.get(c::dup);
  }

  /** As dup, without waiting: {@link #getRequest} completes it ({@code MPI_Comm_idup}). */
  public Comm iDup() throws MPIException {
    return new Comm(startDuplicate());
  }

  final org.purempi.Request<Communicator> startDuplicate() throws MPIException {
    Communicator c = live();
    return Failures.get(c::idup);
  }

  /** As dup, with hints of its own ({@code MPI_Comm_dup_with_info}). */
  public Comm dupWithInfo(Info info) throws MPIException {
    return new Comm(duplicate(info));
  }

  final Communicator duplicate(Info info) throws MPIException {
    Communicator c = live();
    return Failures.get(() -> c.dupWithInfo(info.hints()));
  }

  /** The request of the {@link #iDup} that has made this communicator; null if none has. */
  public final @Nullable Request getRequest() {
    return request;
  }

  /** The number of ranks ({@code MPI_Comm_size}). */
  public final int getSize() throws MPIException {
    return live().size();
  }

  /** This rank ({@code MPI_Comm_rank}). */
  public final int getRank() throws MPIException {
    return live().rank();
  }

  /**
   * {@link MPI#IDENT}, {@link MPI#CONGRUENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL} ({@code
   * MPI_Comm_compare}).
   */
  public static int compare(Comm comm1, Comm comm2) throws MPIException {
    Communicator one = comm1.live();
    Communicator two = comm2.live();
    return MPI.code(Failures.get(() -> one.compare(two)));
  }

  /** Lets go of the communicator ({@code MPI_Comm_free}). */
  @Override
  public final void free() throws MPIException {
    Communicator c = releasable("free");
    Failures.run(c::close);
    core = null;
  }

  /** Whether there is no communicator, or it has been freed. */
  public final boolean isNull() {
    return coreOrNull() == null && pending == null;
  }

  /** Gives hints ({@code MPI_Comm_set_info}). */
  public final void setInfo(Info info) throws MPIException {
    Communicator c = live();
    Failures.run(() -> c.setInfo(info.hints()));
  }

  /** The hints in use ({@code MPI_Comm_get_info}). */
  public final Info getInfo() throws MPIException {
    return new Info(live().getInfo());
  }

  /** Waits until all communication is complete and lets go ({@code MPI_Comm_disconnect}). */
  public final void disconnect() throws MPIException {
    Communicator c = releasable("disconnect");
    Failures.run(c::disconnect);
    core = null;
  }

  private Communicator releasable(String call) throws MPIException {
    Communicator c = live();
    if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
      throw Failures.at(c, ErrorClass.COMM, call + " of " + c.name() + ", which is predefined");
    }
    return c;
  }

  /** The ranks as a group ({@code MPI_Comm_group}). */
  public final Group getGroup() throws MPIException {
    return new Group(live().group());
  }

  /** Whether it is between two groups ({@code MPI_Comm_test_inter}). */
  public final boolean isInter() throws MPIException {
    return live().testInter();
  }

  /**
   * Connects two groups whose leaders talk to each other by this communicator, which may be null at
   * the others ({@code MPI_Intercomm_create}).
   *
   * @param localComm this rank's group
   * @param localLeader its leader
   * @param remoteLeader the other group's leader, in this communicator
   * @param tag tells calls at the same time apart
   */
  public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag)
      throws MPIException {
    Communicator local = localComm.live();
    Communicator peers = coreOrNull();
    return new Intercomm(
        Failures.get(() -> local.intercommCreate(localLeader, peers, remoteLeader, tag)));
  }

  // ---- point to point (chapter 3)

  /** Sends ({@code MPI_Send}). */
  public final void send(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    try {
      c.send(b, dest, tag);
    } catch (RuntimeException e) {
      throw Failures.of(e);
    }
  }

  /** Receives ({@code MPI_Recv}). */
  public final Status recv(Object buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    try {
      return new Status(c.recv(b, source, tag));
    } catch (RuntimeException e) {
      throw Failures.of(e);
    }
  }

  /** Sends and receives at once ({@code MPI_Sendrecv}). */
  public final Status sendRecv(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      int dest,
      int sendTag,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int source,
      int recvTag)
      throws MPIException {
    Communicator c = live();
    Buf recv = Buffers.of(c, recvBuf, recvCount, recvType);
    Buf send = Apart.of(Buffers.of(c, sendBuf, sendCount, sendType), recv);
    return new Status(Failures.get(() -> c.sendrecv(send, dest, sendTag, recv, source, recvTag)));
  }

  /** Sends and receives in one buffer ({@code MPI_Sendrecv_replace}). */
  public final Status sendRecvReplace(
      Object buf, int count, Datatype type, int dest, int sendTag, int source, int recvTag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return new Status(Failures.get(() -> c.sendrecvReplace(b, dest, sendTag, source, recvTag)));
  }

  /**
   * Sends from attached buffer space, or from a copy if the message is short ({@code MPI_Bsend}).
   */
  public final void bSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    Failures.run(
        () -> {
          if (Home.needsNoBuffer(b)) {
            c.isend(Home.copyOf(c, b), dest, tag).free();
          } else {
            c.bsend(b, dest, tag);
          }
        });
  }

  /** Sends; returns when the receive has started ({@code MPI_Ssend}). */
  public final void sSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    Failures.run(() -> c.ssend(b, dest, tag));
  }

  /** Sends to a receive that is known to be posted ({@code MPI_Rsend}). */
  public final void rSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    Failures.run(() -> c.rsend(b, dest, tag));
  }

  /** Starts a send ({@code MPI_Isend}). */
  public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    try {
      return new Request(c.isend(b, dest, tag));
    } catch (RuntimeException e) {
      throw Failures.of(e);
    }
  }

  /** Starts a buffered send ({@code MPI_Ibsend}). */
  public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return Request.of(
        () -> {
          if (Home.needsNoBuffer(b)) {
            return c.isend(Home.copyOf(c, b), dest, tag);
          }
          return c.ibsend(b, dest, tag);
        });
  }

  /** Starts a synchronous send ({@code MPI_Issend}). */
  public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return Request.of(() -> c.issend(b, dest, tag));
  }

  /** Starts a ready send ({@code MPI_Irsend}). */
  public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return Request.of(() -> c.irsend(b, dest, tag));
  }

  /** Starts a receive ({@code MPI_Irecv}). */
  public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    try {
      return new Request(c.irecv(b, source, tag));
    } catch (RuntimeException e) {
      throw Failures.of(e);
    }
  }

  /** A send to start later ({@code MPI_Send_init}). */
  public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return new Prequest(Failures.get(() -> c.sendInit(b, dest, tag)));
  }

  /** A buffered send to start later ({@code MPI_Bsend_init}). */
  public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return new Prequest(Failures.get(() -> c.bsendInit(b, dest, tag)));
  }

  /** A synchronous send to start later ({@code MPI_Ssend_init}). */
  public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return new Prequest(Failures.get(() -> c.ssendInit(b, dest, tag)));
  }

  /** A ready send to start later ({@code MPI_Rsend_init}). */
  public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return new Prequest(Failures.get(() -> c.rsendInit(b, dest, tag)));
  }

  /** A receive to start later ({@code MPI_Recv_init}). */
  public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    return new Prequest(Failures.get(() -> c.recvInit(b, source, tag)));
  }

  // ---- packing (section 5.2)

  /** Packs into bytes from {@code position} on; the position after it ({@code MPI_Pack}). */
  public final int pack(Object inBuf, int inCount, Datatype type, byte[] outBuf, int position)
      throws MPIException {
    Communicator c = live();
    Buf out = Buf.of(outBuf);
    Buf in = Apart.of(Buffers.of(c, inBuf, inCount, type), out);
    return (int) (long) Failures.get(() -> c.pack(in, out, position));
  }

  /** Unpacks from {@code position} on; the position after it ({@code MPI_Unpack}). */
  public final int unpack(byte[] inBuf, int position, Object outBuf, int outCount, Datatype type)
      throws MPIException {
    Communicator c = live();
    Buf out = Buffers.of(c, outBuf, outCount, type);
    Buf in = Apart.of(Buf.of(inBuf), out);
    return (int) (long) Failures.get(() -> c.unpack(in, position, out));
  }

  /** The bytes that elements take when packed ({@code MPI_Pack_size}). */
  public final int packSize(int inCount, Datatype type) throws MPIException {
    Communicator c = live();
    org.purempi.Datatype t = type.committed(c);
    return Failures.get(() -> Math.toIntExact(c.packSize(inCount, t)));
  }

  // ---- probing (section 3.8)

  /** The message that a receive would match now; null if there is none ({@code MPI_Iprobe}). */
  public final @Nullable Status iProbe(int source, int tag) throws MPIException {
    Communicator c = live();
    Optional<org.purempi.Status> s = Failures.get(() -> c.iprobe(source, tag));
    return s.isPresent() ? new Status(s.get()) : null;
  }

  /** Waits for a message that a receive would match ({@code MPI_Probe}). */
  public final Status probe(int source, int tag) throws MPIException {
    Communicator c = live();
    return new Status(Failures.get(() -> c.probe(source, tag)));
  }

  // ---- attributes (section 7.7), errors (section 9.3), names

  /** A key for attributes of communicators ({@code MPI_Comm_create_keyval}). */
  public static int createKeyval() throws MPIException {
    return Keyvals.create(Keyvals.Kind.COMMUNICATOR);
  }

  /**
   * Gives a key up ({@code MPI_Comm_free_keyval}); attributes that are set by it can still be got
   * and deleted.
   */
  public static void freeKeyval(int keyval) throws MPIException {
    Keyvals.free(Keyvals.Kind.COMMUNICATOR, keyval);
  }

  /**
   * Sets an attribute; a duplicate of this communicator gets it too ({@code MPI_Comm_set_attr}).
   */
  public final void setAttr(int keyval, @Nullable Object value) throws MPIException {
    Communicator c = live();
    Keyvals.Key key = key(c, () -> Keyvals.valid(Keyvals.Kind.COMMUNICATOR, keyval));
    key.used();
    try {
      c.setAttr(key.core(), new Keyvals.Value(value));
    } catch (RuntimeException e) {
      key.unused();
      throw Failures.of(e);
    }
  }

  /** The value of an attribute; null if it is not set ({@code MPI_Comm_get_attr}). */
  public final @Nullable Object getAttr(int keyval) throws MPIException {
    Communicator c = live();
    if (Keyvals.isPredefined(keyval)) {
      return Keyvals.predefined(c, keyval);
    }
    Optional<Keyvals.Value> value = c.getAttr(known(c, keyval));
    return value.isPresent() ? value.get().object() : null;
  }

  /** Deletes an attribute ({@code MPI_Comm_delete_attr}). */
  public final void deleteAttr(int keyval) throws MPIException {
    Communicator c = live();
    Keyval<Keyvals.Value> key = known(c, keyval);
    Failures.run(() -> c.deleteAttr(key));
  }

  private static Keyval<Keyvals.Value> known(Communicator c, int keyval) throws MPIException {
    return key(c, () -> Keyvals.known(Keyvals.Kind.COMMUNICATOR, keyval)).core();
  }

  private static Keyvals.Key key(Communicator c, Supplier<Keyvals.Key> lookup) throws MPIException {
    try {
      return lookup.get();
    } catch (RuntimeException e) {
      throw Failures.at(c, e);
    }
  }

  /**
   * {@link MPI#CART}, {@link MPI#GRAPH}, {@link MPI#DIST_GRAPH} or {@link MPI#UNDEFINED} ({@code
   * MPI_Topo_test}).
   */
  public final int getTopology() throws MPIException {
    return switch (live().topoTest()) {
      case CART -> MPI.CART;
      case GRAPH -> MPI.GRAPH;
      case DIST_GRAPH -> MPI.DIST_GRAPH;
      case UNDEFINED -> MPI.UNDEFINED;
    };
  }

  /** Ends the job with an exit code ({@code MPI_Abort}). */
  public final void abort(int errorCode) throws MPIException {
    throw live().abort(errorCode);
  }

  /** Says what happens on errors ({@code MPI_Comm_set_errhandler}). */
  public final void setErrhandler(Errhandler errhandler) throws MPIException {
    live().setErrhandler(errhandler.core());
    Home.handlerSet(this);
  }

  /** What happens on errors ({@code MPI_Comm_get_errhandler}). */
  public final Errhandler getErrhandler() throws MPIException {
    return Errhandler.of(live().getErrhandler());
  }

  /** Calls the error handler: {@link MPI#ERRORS_RETURN} does nothing. */
  public void callErrhandler(int errorCode) throws MPIException {
    Communicator c = live();
    if (c.getErrhandler() != ErrorHandler.RETURN) {
      String text = "callErrhandler(" + errorCode + "): " + c.mpi().errorString(errorCode);
      throw Failures.at(c, new MpiException(errorCode, text));
    }
  }

  /** Gives it a name ({@code MPI_Comm_set_name}). */
  public final void setName(String name) throws MPIException {
    live().setName(name);
  }

  /** Its name; empty if it has none ({@code MPI_Comm_get_name}). */
  public final String getName() throws MPIException {
    return live().name();
  }

  // ---- collectives (chapter 6)

  /** {@code inOutBuf = inBuf op inOutBuf}, locally ({@code MPI_Reduce_local}). */
  public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op)
      throws MPIException {
    Mpi mpi = Home.mpi();
    Communicator c = mpi.self();
    Buf inOut = Buffers.of(c, inOutBuf, count, type);
    Buf in = Apart.of(Buffers.of(c, inBuf, count, type), inOut);
    org.purempi.Op operation = op.on(c, type);
    Failures.run(() -> mpi.reduceLocal(in, inOut, operation));
  }

  /** Returns when all ranks have called ({@code MPI_Barrier}). */
  public final void barrier() throws MPIException {
    Failures.run(live()::barrier);
  }

  /** Starts it ({@code MPI_Ibarrier}). */
  public final Request iBarrier() throws MPIException {
    return Request.of(live()::ibarrier);
  }

  /** The root's data goes to all ({@code MPI_Bcast}). */
  public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
    Communicator c = live();
    Buf b = Exchanges.bcast(c, buf, count, type, root);
    try {
      c.bcast(b, root);
    } catch (RuntimeException e) {
      throw Failures.of(e);
    }
  }

  /** Starts it ({@code MPI_Ibcast}). */
  public final Request iBcast(Buffer buf, int count, Datatype type, int root) throws MPIException {
    Communicator c = live();
    Buf b = Exchanges.bcast(c, buf, count, type, root);
    return Request.of(() -> c.ibcast(b, root));
  }

  /** Every rank's data goes to the root ({@code MPI_Gather}). */
  public final void gather(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    Failures.run(
        Exchanges.gather(live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root)
            .blocking());
  }

  /** Starts it ({@code MPI_Igather}). */
  public final Request iGather(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    return Request.of(
        Exchanges.gather(live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root)
            .started());
  }

  /** As the other form; the root's own data is in place in its one buffer ({@code MPI_Gather}). */
  public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
    Failures.run(Exchanges.gatherInPlace(live(), buf, count, type, root).blocking());
  }

  /** Starts it ({@code MPI_Igather}). */
  public final Request iGather(Buffer buf, int count, Datatype type, int root) throws MPIException {
    return Request.of(Exchanges.gatherInPlace(live(), buf, count, type, root).started());
  }

  /** As gather, with a block of its own size for each rank ({@code MPI_Gatherv}). */
  public final void gatherv(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType,
      int root)
      throws MPIException {
    Failures.run(
        Exchanges.gatherv(
                live(),
                sendBuf,
                sendCount,
                sendType,
                recvBuf,
                recvCount,
                recvDispls,
                recvType,
                root)
            .blocking());
  }

  /** Starts it ({@code MPI_Igatherv}). */
  public final Request iGatherv(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType,
      int root)
      throws MPIException {
    return Request.of(
        Exchanges.gatherv(
                live(),
                sendBuf,
                sendCount,
                sendType,
                recvBuf,
                recvCount,
                recvDispls,
                recvType,
                root)
            .started());
  }

  /** As the other form, for the root only: its own data is in place ({@code MPI_Gatherv}). */
  public final void gatherv(
      Object recvBuf, int[] recvCount, int[] recvDispls, Datatype recvType, int root)
      throws MPIException {
    Failures.run(
        Exchanges.gathervAtRoot(live(), recvBuf, recvCount, recvDispls, recvType, root).blocking());
  }

  /** Starts it ({@code MPI_Igatherv}). */
  public final Request iGatherv(
      Buffer recvBuf, int[] recvCount, int[] recvDispls, Datatype recvType, int root)
      throws MPIException {
    return Request.of(
        Exchanges.gathervAtRoot(live(), recvBuf, recvCount, recvDispls, recvType, root).started());
  }

  /** As the other forms, for ranks other than the root ({@code MPI_Gatherv}). */
  public final void gatherv(Object sendBuf, int sendCount, Datatype sendType, int root)
      throws MPIException {
    Failures.run(Exchanges.gathervElsewhere(live(), sendBuf, sendCount, sendType, root).blocking());
  }

  /** Starts it ({@code MPI_Igatherv}). */
  public final Request iGatherv(Buffer sendBuf, int sendCount, Datatype sendType, int root)
      throws MPIException {
    return Request.of(
        Exchanges.gathervElsewhere(live(), sendBuf, sendCount, sendType, root).started());
  }

  /** The root's data is cut in equal blocks, one for each rank ({@code MPI_Scatter}). */
  public final void scatter(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    Failures.run(
        Exchanges.scatter(live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root)
            .blocking());
  }

  /** Starts it ({@code MPI_Iscatter}). */
  public final Request iScatter(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    return Request.of(
        Exchanges.scatter(live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root)
            .started());
  }

  /**
   * As the other form; the root's own block stays in place in its one buffer ({@code MPI_Scatter}).
   */
  public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
    Failures.run(Exchanges.scatterInPlace(live(), buf, count, type, root).blocking());
  }

  /** Starts it ({@code MPI_Iscatter}). */
  public final Request iScatter(Buffer buf, int count, Datatype type, int root)
      throws MPIException {
    return Request.of(Exchanges.scatterInPlace(live(), buf, count, type, root).started());
  }

  /** As scatter, with a block of its own size for each rank ({@code MPI_Scatterv}). */
  public final void scatterv(
      Object sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    Failures.run(
        Exchanges.scatterv(
                live(),
                sendBuf,
                sendCount,
                sendDispls,
                sendType,
                recvBuf,
                recvCount,
                recvType,
                root)
            .blocking());
  }

  /** Starts it ({@code MPI_Iscatterv}). */
  public final Request iScatterv(
      Buffer sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    return Request.of(
        Exchanges.scatterv(
                live(),
                sendBuf,
                sendCount,
                sendDispls,
                sendType,
                recvBuf,
                recvCount,
                recvType,
                root)
            .started());
  }

  /** As the other form, for the root only: its own block stays in place ({@code MPI_Scatterv}). */
  public final void scatterv(
      Object sendBuf, int[] sendCount, int[] sendDispls, Datatype sendType, int root)
      throws MPIException {
    Failures.run(
        Exchanges.scattervAtRoot(live(), sendBuf, sendCount, sendDispls, sendType, root)
            .blocking());
  }

  /** Starts it ({@code MPI_Iscatterv}). */
  public final Request iScatterv(
      Buffer sendBuf, int[] sendCount, int[] sendDispls, Datatype sendType, int root)
      throws MPIException {
    return Request.of(
        Exchanges.scattervAtRoot(live(), sendBuf, sendCount, sendDispls, sendType, root).started());
  }

  /** As the other forms, for ranks other than the root ({@code MPI_Scatterv}). */
  public final void scatterv(Object recvBuf, int recvCount, Datatype recvType, int root)
      throws MPIException {
    Failures.run(
        Exchanges.scattervElsewhere(live(), recvBuf, recvCount, recvType, root).blocking());
  }

  /** Starts it ({@code MPI_Iscatterv}). */
  public final Request iScatterv(Buffer recvBuf, int recvCount, Datatype recvType, int root)
      throws MPIException {
    return Request.of(
        Exchanges.scattervElsewhere(live(), recvBuf, recvCount, recvType, root).started());
  }

  /** Every rank's data goes to all ({@code MPI_Allgather}). */
  public final void allGather(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    Failures.run(
        Exchanges.allgather(live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
            .blocking());
  }

  /** Starts it ({@code MPI_Iallgather}). */
  public final Request iAllGather(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    return Request.of(
        Exchanges.allgather(live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
            .started());
  }

  /** As the other form, each rank's own data in place ({@code MPI_Allgather}). */
  public final void allGather(Object buf, int count, Datatype type) throws MPIException {
    Failures.run(Exchanges.allgatherInPlace(live(), buf, count, type).blocking());
  }

  /** Starts it ({@code MPI_Iallgather}). */
  public final Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException {
    return Request.of(Exchanges.allgatherInPlace(live(), buf, count, type).started());
  }

  /** As allGather, with a block of its own size for each rank ({@code MPI_Allgatherv}). */
  public final void allGatherv(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    Failures.run(
        Exchanges.allgatherv(
                live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvDispls, recvType)
            .blocking());
  }

  /** Starts it ({@code MPI_Iallgatherv}). */
  public final Request iAllGatherv(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    return Request.of(
        Exchanges.allgatherv(
                live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvDispls, recvType)
            .started());
  }

  /** As the other form, each rank's own data in place ({@code MPI_Allgatherv}). */
  public final void allGatherv(Object recvBuf, int[] recvCount, int[] recvDispls, Datatype recvType)
      throws MPIException {
    Failures.run(
        Exchanges.allgathervInPlace(live(), recvBuf, recvCount, recvDispls, recvType).blocking());
  }

  /** Starts it ({@code MPI_Iallgatherv}). */
  public final Request iAllGatherv(
      Buffer recvBuf, int[] recvCount, int[] recvDispls, Datatype recvType) throws MPIException {
    return Request.of(
        Exchanges.allgathervInPlace(live(), recvBuf, recvCount, recvDispls, recvType).started());
  }

  /** Block j of rank i becomes block i of rank j ({@code MPI_Alltoall}). */
  public final void allToAll(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    Failures.run(
        Exchanges.alltoall(live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
            .blocking());
  }

  /** Starts it ({@code MPI_Ialltoall}). */
  public final Request iAllToAll(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    return Request.of(
        Exchanges.alltoall(live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
            .started());
  }

  /** As allToAll, with blocks of any size ({@code MPI_Alltoallv}). */
  public final void allToAllv(
      Object sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    Failures.run(
        Exchanges.alltoallv(
                live(),
                sendBuf,
                sendCount,
                sendDispls,
                sendType,
                recvBuf,
                recvCount,
                recvDispls,
                recvType)
            .blocking());
  }

  /** Starts it ({@code MPI_Ialltoallv}). */
  public final Request iAllToAllv(
      Buffer sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    return Request.of(
        Exchanges.alltoallv(
                live(),
                sendBuf,
                sendCount,
                sendDispls,
                sendType,
                recvBuf,
                recvCount,
                recvDispls,
                recvType)
            .started());
  }

  /** As allToAll, with blocks of any size, place (in bytes) and type ({@code MPI_Alltoallw}). */
  public final void allToAllw(
      Object sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype[] sendTypes,
      Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype[] recvTypes)
      throws MPIException {
    Failures.run(
        Exchanges.alltoallw(
                live(),
                sendBuf,
                sendCount,
                sendDispls,
                sendTypes,
                recvBuf,
                recvCount,
                recvDispls,
                recvTypes)
            .blocking());
  }

  /** Starts it ({@code MPI_Ialltoallw}). */
  public final Request iAllToAllw(
      Buffer sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype[] sendTypes,
      Buffer recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype[] recvTypes)
      throws MPIException {
    return Request.of(
        Exchanges.alltoallw(
                live(),
                sendBuf,
                sendCount,
                sendDispls,
                sendTypes,
                recvBuf,
                recvCount,
                recvDispls,
                recvTypes)
            .started());
  }

  /** One block to every neighbour ({@code MPI_Neighbor_allgather}). */
  public final void neighborAllGather(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    Failures.run(
        Neighborhoods.neighborAllgather(
                live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
            .blocking());
  }

  /** Starts it ({@code MPI_Ineighbor_allgather}). */
  public final Request iNeighborAllGather(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    return Request.of(
        Neighborhoods.neighborAllgather(
                live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
            .started());
  }

  /** As neighborAllGather, with blocks of any size ({@code MPI_Neighbor_allgatherv}). */
  public final void neighborAllGatherv(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    Failures.run(
        Neighborhoods.neighborAllgatherv(
                live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvDispls, recvType)
            .blocking());
  }

  /** Starts it ({@code MPI_Ineighbor_allgatherv}). */
  public final Request iNeighborAllGatherv(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    return Request.of(
        Neighborhoods.neighborAllgatherv(
                live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvDispls, recvType)
            .started());
  }

  /** A block of its own to every neighbour ({@code MPI_Neighbor_alltoall}). */
  public final void neighborAllToAll(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    Failures.run(
        Neighborhoods.neighborAlltoall(
                live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
            .blocking());
  }

  /** Starts it ({@code MPI_Ineighbor_alltoall}). */
  public final Request iNeighborAllToAll(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    return Request.of(
        Neighborhoods.neighborAlltoall(
                live(), sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
            .started());
  }

  /** As neighborAllToAll, with blocks of any size ({@code MPI_Neighbor_alltoallv}). */
  public final void neighborAllToAllv(
      Object sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    Failures.run(
        Neighborhoods.neighborAlltoallv(
                live(),
                sendBuf,
                sendCount,
                sendDispls,
                sendType,
                recvBuf,
                recvCount,
                recvDispls,
                recvType)
            .blocking());
  }

  /** Starts it ({@code MPI_Ineighbor_alltoallv}). */
  public final Request iNeighborAllToAllv(
      Buffer sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    return Request.of(
        Neighborhoods.neighborAlltoallv(
                live(),
                sendBuf,
                sendCount,
                sendDispls,
                sendType,
                recvBuf,
                recvCount,
                recvDispls,
                recvType)
            .started());
  }

  /** All data combined, at the root ({@code MPI_Reduce}). */
  public final void reduce(
      Object sendBuf, Object recvBuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    Failures.run(Reductions.reduce(live(), sendBuf, recvBuf, count, type, op, root).blocking());
  }

  /** Starts it ({@code MPI_Ireduce}). */
  public final Request iReduce(
      Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    return Request.of(Reductions.reduce(live(), sendBuf, recvBuf, count, type, op, root).started());
  }

  /** As the other form; the result replaces the root's data ({@code MPI_Reduce}). */
  public final void reduce(Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    Failures.run(Reductions.reduceInPlace(live(), buf, count, type, op, root).blocking());
  }

  /** Starts it ({@code MPI_Ireduce}). */
  public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    return Request.of(Reductions.reduceInPlace(live(), buf, count, type, op, root).started());
  }

  /** All data combined, at every rank ({@code MPI_Allreduce}). */
  public final void allReduce(Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    Communicator c = live();
    Buf recv = Buffers.of(c, recvBuf, count, type);
    combine(c, Apart.of(Buffers.of(c, sendBuf, count, type), recv), recv, op.on(c, type));
  }

  private static void combine(Communicator c, Buf send, Buf recv, org.purempi.Op op)
      throws MPIException {
    try {
      c.allreduce(send, recv, op);
    } catch (RuntimeException e) {
      throw Failures.of(e);
    }
  }

  /** Starts it ({@code MPI_Iallreduce}). */
  public final Request iAllReduce(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    Communicator c = live();
    Buf recv = Buffers.of(c, recvBuf, count, type);
    Buf send = Apart.of(Buffers.of(c, sendBuf, count, type), recv);
    org.purempi.Op o = op.on(c, type);
    return Request.of(() -> c.iallreduce(send, recv, o));
  }

  /** As the other form; the result replaces the data ({@code MPI_Allreduce}). */
  public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
    Communicator c = live();
    combine(c, Buf.IN_PLACE, Buffers.of(c, buf, count, type), op.on(c, type));
  }

  /** Starts it ({@code MPI_Iallreduce}). */
  public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    Communicator c = live();
    Buf b = Buffers.of(c, buf, count, type);
    org.purempi.Op o = op.on(c, type);
    return Request.of(() -> c.iallreduce(Buf.IN_PLACE, b, o));
  }

  /** All data combined, cut in blocks, block i to rank i ({@code MPI_Reduce_scatter}). */
  public final void reduceScatter(
      Object sendBuf, Object recvBuf, int[] recvCounts, Datatype type, Op op) throws MPIException {
    Failures.run(
        Reductions.reduceScatter(live(), sendBuf, recvBuf, recvCounts, type, op).blocking());
  }

  /** Starts it ({@code MPI_Ireduce_scatter}). */
  public final Request iReduceScatter(
      Buffer sendBuf, Buffer recvBuf, int[] recvCounts, Datatype type, Op op) throws MPIException {
    return Request.of(
        Reductions.reduceScatter(live(), sendBuf, recvBuf, recvCounts, type, op).started());
  }

  /**
   * As the other form; the block replaces the beginning of the data ({@code MPI_Reduce_scatter}).
   */
  public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    Failures.run(Reductions.reduceScatterInPlace(live(), buf, counts, type, op).blocking());
  }

  /** Starts it ({@code MPI_Ireduce_scatter}). */
  public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    return Request.of(Reductions.reduceScatterInPlace(live(), buf, counts, type, op).started());
  }

  /**
   * All data combined, cut in equal blocks, block i to rank i ({@code MPI_Reduce_scatter_block}).
   */
  public final void reduceScatterBlock(
      Object sendBuf, Object recvBuf, int recvCount, Datatype type, Op op) throws MPIException {
    Failures.run(
        Reductions.reduceScatterBlock(live(), sendBuf, recvBuf, recvCount, type, op).blocking());
  }

  /** Starts it ({@code MPI_Ireduce_scatter_block}). */
  public final Request iReduceScatterBlock(
      Buffer sendBuf, Buffer recvBuf, int recvCount, Datatype type, Op op) throws MPIException {
    return Request.of(
        Reductions.reduceScatterBlock(live(), sendBuf, recvBuf, recvCount, type, op).started());
  }

  /**
   * As the other form; the block replaces the beginning of the data ({@code
   * MPI_Reduce_scatter_block}).
   */
  public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op)
      throws MPIException {
    Failures.run(Reductions.reduceScatterBlockInPlace(live(), buf, count, type, op).blocking());
  }

  /** Starts it ({@code MPI_Ireduce_scatter_block}). */
  public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op)
      throws MPIException {
    return Request.of(Reductions.reduceScatterBlockInPlace(live(), buf, count, type, op).started());
  }
}
