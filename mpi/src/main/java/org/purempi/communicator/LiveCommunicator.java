package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.*;
import org.purempi.collective.Collective;
import org.purempi.layout.Layout;
import org.purempi.protocol.Arrival;
import org.purempi.protocol.Messenger;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.ReceiveOperation;

/**
 * A communicator: checks arguments, passes the call to the floor that does it, treats errors as the
 * error handler says. Long because the interface is; no method does more than that.
 */
public final class LiveCommunicator implements Communicator {
  private final Rank home;
  private final Peers peers;
  private final Messenger messenger;
  private final Collective collective;
  private final Values values;
  private final BufferedSends bufferedSends;
  private volatile ErrorHandler errorHandler;
  private volatile @Nullable LiveCommunicator collectiveSide;
  private volatile String name;
  private volatile boolean closed;

  /**
   * The communicator of {@code peers} on its rank.
   *
   * @param name the name that users see; empty if it has none
   */
  public LiveCommunicator(Rank home, Peers peers, String name, ErrorHandler errorHandler) {
    this.name = name;
    this.home = home;
    this.peers = peers;
    this.messenger = peers.messenger();
    this.collective = new Collective(peers);
    this.values = new Values(this);
    this.bufferedSends = new BufferedSends(messenger);
    this.errorHandler = errorHandler;
  }

  Rank home() {
    return home;
  }

  /** The ranks and the context. */
  public Peers peers() {
    return peers;
  }

  Request<Status> finishedRequest(Status status) {
    return LiveRequest.of(this, peers.context(), messenger.done(status));
  }

  // ---- checks and errors

  /** The beginning of messages: which rank, which call. */
  private String at(String call) {
    return "rank " + peers.rank() + ": " + call;
  }

  /** Refuses to receive into memory that cannot be written, before anything is posted. */
  private void requireWritable(String call, @Nullable Buf buf) {
    if (buf != null && buf.base() instanceof MemorySegment s && s.isReadOnly()) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.BUFFER,
              at(call) + ": the receive buffer is read-only: pass memory that can be written"));
    }
  }

  private void requireWritable(String call, @Nullable VBuf buf) {
    requireWritable(call, buf == null ? null : buf.buf());
  }

  private void requireOpen(String call) {
    if (closed) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.COMM, at(call) + ": communicator " + label() + " has been closed"));
    }
    home.requireRunning(call);
  }

  /** Whether there is anything to send: false for PROC_NULL. */
  private boolean maySend(String call, Buf buf, int dest, int tag) {
    requireOpen(call);
    if (tag < 0) {
      throw raise(Arguments.tag(at(call), tag));
    }
    if (dest < 0 || dest >= peers.size()) {
      if (dest == Mpi.PROC_NULL) {
        return false;
      }
      throw raise(Arguments.rank(at(call), "dest", dest, peers.size(), label()));
    }
    if (buf == Buf.IN_PLACE) {
      throw raise(Arguments.inPlace(at(call)));
    }
    return true;
  }

  /** Whether there is anything to receive: false for PROC_NULL. */
  private boolean mayReceive(String call, int source, int tag) {
    requireOpen(call);
    if (tag < 0 && tag != Mpi.ANY_TAG) {
      throw raise(Arguments.receiveTag(at(call), tag));
    }
    if ((source < 0 && source != Mpi.ANY_SOURCE) || source >= peers.size()) {
      if (source == Mpi.PROC_NULL) {
        return false;
      }
      throw raise(Arguments.rank(at(call), "source", source, peers.size(), label()));
    }
    return true;
  }

  private boolean mayReceive(String call, Buf buf, int source, int tag) {
    if (buf == Buf.IN_PLACE) {
      throw raise(Arguments.inPlace(at(call)));
    }
    requireWritable(call, buf);
    return mayReceive(call, source, tag);
  }

  /** Treats an error as the error handler says; returns it for the caller to throw. */
  public RuntimeException raise(@Nullable RuntimeException error) {
    RuntimeException e = error == null ? new MpiException(ErrorClass.INTERN, "no error") : error;
    if (!(e instanceof MpiError mpiError) || e instanceof MpiAbortException) {
      return e;
    }
    ErrorHandler handler = errorHandler;
    if (handler instanceof ErrorHandler.User user) {
      user.f().accept(this, mpiError);
    } else if (handler != ErrorHandler.RETURN) {
      System.err.println("rank " + rank() + " of " + label() + ": " + e);
      throw home.mpi().abort(1);
    }
    return e;
  }

  private <T> T handling(Supplier<T> call) {
    try {
      return call.get();
    } catch (MpiException | MpiArgumentException e) {
      throw raise(e);
    }
  }

  private void handling(Runnable call) {
    try {
      call.run();
    } catch (MpiException | MpiArgumentException e) {
      throw raise(e);
    }
  }

  // ---- point-to-point (chapter 3)

  @Override
  public void send(Buf buf, int dest, int tag) {
    if (!maySend("send", buf, dest, tag)) {
      return;
    }
    try {
      if (Layout.contiguous(buf.datatype())) {
        messenger.send(
            peers, peers.context(), buf.base(), buf.offsetBytes(), buf.bytes(), dest, tag);
      } else {
        messenger.send(peers, peers.context(), buf, dest, tag);
      }
    } catch (MpiException e) {
      throw raise(e);
    }
  }

  @Override
  public void bsend(Buf buf, int dest, int tag) {
    if (maySend("bsend", buf, dest, tag)) {
      startBuffered(buf, dest, tag);
    }
  }

  @Override
  public void ssend(Buf buf, int dest, int tag) {
    if (maySend("ssend", buf, dest, tag)) {
      handling(
          () ->
              messenger.finish(
                  messenger.startSynchronousSend(peers, peers.context(), buf, dest, tag)));
    }
  }

  @Override
  public void rsend(Buf buf, int dest, int tag) {
    send(buf, dest, tag);
  }

  @Override
  public Status recv(Buf buf, int source, int tag) {
    if (!mayReceive("recv", buf, source, tag)) {
      return Status.PROC_NULL;
    }
    try {
      if (Layout.contiguous(buf.datatype())) {
        return messenger.receive(
            peers, peers.context(), buf.base(), buf.offsetBytes(), buf.bytes(), source, tag);
      }
      return messenger.receive(peers, peers.context(), buf, source, tag);
    } catch (MpiException e) {
      throw raise(e);
    }
  }

  @Override
  public Request<Status> isend(Buf buf, int dest, int tag) {
    return request(startSend("isend", buf, dest, tag));
  }

  private LiveRequest<Status> request(Operation operation) {
    return LiveRequest.of(this, peers.context(), operation);
  }

  private Operation startSend(String call, Buf buf, int dest, int tag) {
    if (!maySend(call, buf, dest, tag)) {
      return messenger.done(Status.PROC_NULL);
    }
    return messenger.startSend(peers, peers.context(), buf, dest, tag);
  }

  private Operation startBuffered(Buf buf, int dest, int tag) {
    return handling(
        () -> {
          BufferedSends space = bufferedSends.isAttached() ? bufferedSends : home.bufferedSends();
          space.send(peers, buf, dest, tag);
          return messenger.done(Status.EMPTY);
        });
  }

  private Operation startReceive(
      String call, @Nullable ReceiveOperation again, Buf buf, int source, int tag) {
    if (!mayReceive(call, buf, source, tag)) {
      return messenger.done(Status.PROC_NULL);
    }
    return messenger.startReceive(again, peers, peers.context(), buf, source, tag);
  }

  @Override
  public Request<Status> ibsend(Buf buf, int dest, int tag) {
    boolean some = maySend("ibsend", buf, dest, tag);
    return some ? request(startBuffered(buf, dest, tag)) : finishedRequest(Status.PROC_NULL);
  }

  @Override
  public Request<Status> issend(Buf buf, int dest, int tag) {
    if (!maySend("issend", buf, dest, tag)) {
      return finishedRequest(Status.PROC_NULL);
    }
    return request(messenger.startSynchronousSend(peers, peers.context(), buf, dest, tag));
  }

  @Override
  public Request<Status> irsend(Buf buf, int dest, int tag) {
    return request(startSend("irsend", buf, dest, tag));
  }

  @Override
  public Request<Status> irecv(Buf buf, int source, int tag) {
    return request(startReceive("irecv", null, buf, source, tag));
  }

  @Override
  public Status sendrecv(Buf sendbuf, int dest, int sendtag, Buf recvbuf, int source, int recvtag) {
    return isendrecv(sendbuf, dest, sendtag, recvbuf, source, recvtag).waitFor();
  }

  @Override
  public Status sendrecvReplace(Buf buf, int dest, int sendtag, int source, int recvtag) {
    return isendrecvReplace(buf, dest, sendtag, source, recvtag).waitFor();
  }

  @Override
  public Request<Status> isendrecv(
      Buf sendbuf, int dest, int sendtag, Buf recvbuf, int source, int recvtag) {
    maySend("sendrecv", sendbuf, dest, sendtag);
    Operation receive = startReceive("sendrecv", null, recvbuf, source, recvtag);
    Operation send = startSend("sendrecv", sendbuf, dest, sendtag);
    return new LiveRequest<>(this, peers.context(), receive, List.of(send), s -> s);
  }

  @Override
  public Request<Status> isendrecvReplace(Buf buf, int dest, int sendtag, int source, int recvtag) {
    maySend("sendrecvReplace", buf, dest, sendtag);
    mayReceive("sendrecvReplace", buf, source, recvtag);
    Buf copy = Layout.scratch(buf.datatype(), buf.count());
    Layout.copy(buf, copy);
    return isendrecv(copy, dest, sendtag, buf, source, recvtag);
  }

  @Override
  public Status probe(int source, int tag) {
    if (!mayReceive("probe", source, tag)) {
      return Status.PROC_NULL;
    }
    return handling(() -> messenger.probe(peers.context(), source, tag));
  }

  @Override
  public Optional<Status> iprobe(int source, int tag) {
    if (!mayReceive("iprobe", source, tag)) {
      return Optional.of(Status.PROC_NULL);
    }
    return Optional.ofNullable(messenger.probeNow(peers.context(), source, tag));
  }

  @Override
  public Message mprobe(int source, int tag) {
    if (!mayReceive("mprobe", source, tag)) {
      return new LiveMessage(this, null);
    }
    return new LiveMessage(this, messenger.match(peers.context(), source, tag));
  }

  @Override
  public Optional<Message> improbe(int source, int tag) {
    if (!mayReceive("improbe", source, tag)) {
      return Optional.of(new LiveMessage(this, null));
    }
    Arrival a = messenger.matchNow(peers.context(), source, tag);
    return a == null ? Optional.empty() : Optional.of(new LiveMessage(this, a));
  }

  /** Starts a receive whose status becomes a value. */
  <T> Request<T> startReceive(Buf buf, int source, int tag, Function<Status, T> value) {
    Operation receive = startReceive("irecv", null, buf, source, tag);
    return new LiveRequest<>(this, peers.context(), receive, List.of(), value);
  }

  /** Starts to send several messages; the request completes when all have. */
  Request<Status> startSends(List<Buf> bufs, int dest, int tag) {
    List<Operation> sends = bufs.stream().map(b -> startSend("isendObject", b, dest, tag)).toList();
    return new LiveRequest<>(
        this, peers.context(), sends.get(0), sends.subList(1, sends.size()), s -> s);
  }

  /** The same ranks in the context of collectives, for collectives made of messages. */
  LiveCommunicator collectiveSide() {
    LiveCommunicator side = collectiveSide;
    if (side == null) {
      side = new LiveCommunicator(home, peers.collectiveSide(), name, errorHandler);
      collectiveSide = side;
    }
    return side;
  }

  private PersistentRequest persistent(Supplier<Operation> starter) {
    return new LivePersistentRequest(this, peers.context(), starter);
  }

  @Override
  public PersistentRequest sendInit(Buf buf, int dest, int tag) {
    maySend("sendInit", buf, dest, tag);
    return persistent(() -> startSend("start", buf, dest, tag));
  }

  @Override
  public PersistentRequest bsendInit(Buf buf, int dest, int tag) {
    boolean some = maySend("bsendInit", buf, dest, tag);
    return persistent(
        () -> some ? startBuffered(buf, dest, tag) : messenger.done(Status.PROC_NULL));
  }

  @Override
  public PersistentRequest ssendInit(Buf buf, int dest, int tag) {
    boolean some = maySend("ssendInit", buf, dest, tag);
    return persistent(
        () ->
            some
                ? messenger.startSynchronousSend(peers, peers.context(), buf, dest, tag)
                : messenger.done(Status.PROC_NULL));
  }

  @Override
  public PersistentRequest rsendInit(Buf buf, int dest, int tag) {
    return sendInit(buf, dest, tag);
  }

  @Override
  public PersistentRequest recvInit(Buf buf, int source, int tag) {
    mayReceive("recvInit", buf, source, tag);
    ReceiveOperation again = messenger.newReceive(peers);
    return persistent(() -> startReceive("start", again, buf, source, tag));
  }

  // ---- values and objects

  @Override
  public <R extends Record> void send(R value, int dest, int tag) {
    values.send(value, dest, tag);
  }

  @Override
  public <R extends Record> R recv(Class<R> type, int source, int tag) {
    return values.recv(type, source, tag);
  }

  @Override
  public <R extends Record> void send(R[] array, int dest, int tag) {
    values.send(array, dest, tag);
  }

  @Override
  public <R extends Record> Status recv(R[] array, int source, int tag) {
    return values.recv(array, source, tag);
  }

  @Override
  public <R extends Record> Request<Status> isend(R value, int dest, int tag) {
    return values.isend(value, dest, tag);
  }

  @Override
  public <R extends Record> Request<Received<R>> irecv(Class<R> type, int source, int tag) {
    return values.irecv(type, source, tag);
  }

  @Override
  public <R extends Record> R bcast(@Nullable R value, Class<R> type, int root) {
    return values.bcast(value, type, root);
  }

  @Override
  public <R extends Record> R allreduce(R value, Op op) {
    return values.allreduce(value, op);
  }

  @Override
  public void sendObject(Object value, int dest, int tag) {
    values.sendObject(value, dest, tag);
  }

  @Override
  public Request<Status> isendObject(Object value, int dest, int tag) {
    return values.isendObject(value, dest, tag);
  }

  @Override
  public <T> Received<T> recvObject(Class<T> type, int source, int tag) {
    return values.recvObject(type, source, tag);
  }

  @Override
  public <T> T bcastObject(@Nullable T value, Class<T> type, int root) {
    return values.bcastObject(value, type, root);
  }

  @Override
  public <T> List<T> gatherObject(T value, Class<T> type, int root) {
    return values.gatherObject(value, type, root);
  }

  @Override
  public <T> List<T> allgatherObject(T value, Class<T> type) {
    return values.allgatherObject(value, type);
  }

  @Override
  public <T> T scatterObject(@Nullable List<? extends T> list, Class<T> type, int root) {
    return values.scatterObject(list, type, root);
  }

  // ---- collectives (chapter 6)

  private void collectively(String call, Runnable operation) {
    requireOpen(call);
    try {
      operation.run();
    } catch (MpiArgumentException e) {
      throw raise(
          new MpiArgumentException(
              e.errorClass(), "rank " + rank() + " of " + label() + ": " + e.getMessage()));
    } catch (MpiException e) {
      throw raise(e);
    }
  }

  @Override
  public void barrier() {
    collectively("barrier", collective::barrier);
  }

  @Override
  public void bcast(Buf buf, int root) {
    if (root != rank()) {
      requireWritable("bcast", buf);
    }
    collectively("bcast", () -> collective.bcast(buf, root));
  }

  @Override
  public void gather(Buf sendbuf, @Nullable Buf recvbuf, int root) {
    requireWritable("gather", recvbuf);
    collectively("gather", () -> collective.gather(sendbuf, recvbuf, root));
  }

  @Override
  public void gatherv(Buf sendbuf, @Nullable VBuf recvbuf, int root) {
    requireWritable("gatherv", recvbuf);
    collectively("gatherv", () -> collective.gatherv(sendbuf, recvbuf, root));
  }

  @Override
  public void scatter(@Nullable Buf sendbuf, Buf recvbuf, int root) {
    requireWritable("scatter", recvbuf);
    collectively("scatter", () -> collective.scatter(sendbuf, recvbuf, root));
  }

  @Override
  public void scatterv(@Nullable VBuf sendbuf, Buf recvbuf, int root) {
    requireWritable("scatterv", recvbuf);
    collectively("scatterv", () -> collective.scatterv(sendbuf, recvbuf, root));
  }

  @Override
  public void allgather(Buf sendbuf, Buf recvbuf) {
    requireWritable("allgather", recvbuf);
    collectively("allgather", () -> collective.allgather(sendbuf, recvbuf));
  }

  @Override
  public void allgatherv(Buf sendbuf, VBuf recvbuf) {
    requireWritable("allgatherv", recvbuf);
    collectively("allgatherv", () -> collective.allgatherv(sendbuf, recvbuf));
  }

  @Override
  public void alltoall(Buf sendbuf, Buf recvbuf) {
    requireWritable("alltoall", recvbuf);
    collectively("alltoall", () -> collective.alltoall(sendbuf, recvbuf));
  }

  @Override
  public void alltoallv(VBuf sendbuf, VBuf recvbuf) {
    requireWritable("alltoallv", recvbuf);
    collectively("alltoallv", () -> collective.alltoallv(sendbuf, recvbuf));
  }

  @Override
  public void alltoallw(WBuf sendbuf, WBuf recvbuf) {
    recvbuf.blocks().forEach(b -> requireWritable("alltoallw", b));
    collectively("alltoallw", () -> collective.alltoallw(sendbuf, recvbuf));
  }

  @Override
  public void reduce(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root) {
    requireWritable("reduce", recvbuf);
    collectively("reduce", () -> collective.reduce(sendbuf, recvbuf, op, root));
  }

  @Override
  public void allreduce(Buf sendbuf, Buf recvbuf, Op op) {
    requireWritable("allreduce", recvbuf);
    collectively("allreduce", () -> collective.allreduce(sendbuf, recvbuf, op));
  }

  @Override
  public void reduceScatterBlock(Buf sendbuf, Buf recvbuf, Op op) {
    requireWritable("reduceScatterBlock", recvbuf);
    collectively("reduceScatterBlock", () -> collective.reduceScatterBlock(sendbuf, recvbuf, op));
  }

  @Override
  public void reduceScatter(Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op) {
    collectively("reduceScatter", () -> collective.reduceScatter(sendbuf, recvbuf, recvcounts, op));
  }

  @Override
  public void scan(Buf sendbuf, Buf recvbuf, Op op) {
    requireWritable("scan", recvbuf);
    collectively("scan", () -> collective.scan(sendbuf, recvbuf, op));
  }

  @Override
  public void exscan(Buf sendbuf, Buf recvbuf, Op op) {
    requireWritable("exscan", recvbuf);
    collectively("exscan", () -> collective.exscan(sendbuf, recvbuf, op));
  }

  // ---- management (chapter 7)

  @Override
  public Mpi mpi() {
    return home.mpi();
  }

  @Override
  public int rank() {
    return peers.rank();
  }

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
    Comparison groups = group().compare(other.group());
    return groups == Comparison.IDENT ? Comparison.CONGRUENT : groups;
  }

  private Communicator derived(Peers made) {
    return new LiveCommunicator(home, made, "", errorHandler);
  }

  private @Nullable Communicator derivedOrNull(@Nullable Peers made) {
    return made == null ? null : derived(made);
  }

  @Override
  public Communicator dup() {
    requireOpen("dup");
    return handling(() -> derived(home.contexts().dup(peers, collective, "dup of " + label())));
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
    try {
      return derivedOrNull(home.contexts().split(peers, collective, color, key, label));
    } catch (MpiException e) {
      throw raise(e);
    }
  }

  @Override
  public @Nullable Communicator splitType(SplitType type, int key) {
    return split(type == SplitType.SHARED ? home.host() : Mpi.UNDEFINED, key);
  }

  @Override
  public @Nullable Communicator create(Group group) {
    return create("create", group, 0, true);
  }

  @Override
  public @Nullable Communicator createGroup(Group group, int tag) {
    if (tag < 0) {
      throw raise(Arguments.tag(at("createGroup"), tag));
    }
    return create("createGroup", group, tag, false);
  }

  private @Nullable Communicator create(String call, Group group, int tag, boolean byAll) {
    requireOpen(call);
    int[] all = new int[group.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    int[] ranks = group.translateRanks(all, group());
    for (int r : ranks) {
      if (r == Mpi.UNDEFINED) {
        throw raise(
            new MpiArgumentException(
                ErrorClass.GROUP,
                at(call) + ": the group has processes that are not in " + label()));
      }
    }
    if (ranks.length == 0) {
      return null;
    }
    try {
      return derivedOrNull(home.contexts().create(peers, ranks, tag, byAll, "group of " + label()));
    } catch (MpiException e) {
      throw raise(e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void setName(String newName) {
    name = newName;
    peers.label(newName);
  }

  /** What messages call it: its name, or how it came to be. */
  String label() {
    return peers.label();
  }

  @Override
  public <T> Optional<T> getAttr(Keyval<T> keyval) {
    Object value =
        switch (keyval.name()) {
          case "TAG_UB" -> Arguments.TAG_UB;
          case "WTIME_IS_GLOBAL" -> true;
          case "APPNUM" -> home.appnum();
          case "UNIVERSE_SIZE" -> home.universeSize();
          case "IO" -> rank();
          default -> null;
        };
    return Optional.ofNullable(value).map(keyval.type()::cast);
  }

  @Override
  public void setErrhandler(ErrorHandler handler) {
    errorHandler = handler;
  }

  @Override
  public ErrorHandler getErrhandler() {
    return errorHandler;
  }

  @Override
  public void callErrhandler(RuntimeException error) {
    throw raise(error);
  }

  @Override
  public void attachBuffer(MemorySegment buffer) {
    requireOpen("attachBuffer");
    handling(() -> bufferedSends.attach(buffer));
  }

  @Override
  public void attachBufferAutomatic() {
    requireOpen("attachBufferAutomatic");
    handling(bufferedSends::attachAutomatic);
  }

  @Override
  public Optional<MemorySegment> detachBuffer() {
    requireOpen("detachBuffer");
    return handling(bufferedSends::detach);
  }

  @Override
  public void flushBuffer() {
    requireOpen("flushBuffer");
    handling(bufferedSends::flush);
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public String toString() {
    return label() + " (rank " + rank() + " of " + size() + ")";
  }
}
