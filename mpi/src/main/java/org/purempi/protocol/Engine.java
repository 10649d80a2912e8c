package org.purempi.protocol;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Status;
import org.purempi.layout.ContiguousCursor;
import org.purempi.layout.Layout;
import org.purempi.matching.MatchQueues;
import org.purempi.progress.Patience;
import org.purempi.progress.Progress;
import org.purempi.setting.Setting;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;

/**
 * One rank's messages: starts and finishes sends and receives. Any thread; each public method takes
 * the rank's lock.
 */
public final class Engine {
  /** Longer messages ask before they are sent. */
  static final long FRAGMENTED_BYTES = 64 << 10;

  /** A rank that only sends looks at what has arrived after so many messages. */
  private static final int SENDS_PER_POLL = 32;

  final Progress progress;
  final IdTable<SendOperation> sends = new IdTable<>();
  final IdTable<ReceiveOperation> receives = new IdTable<>();

  final Departures departures = new Departures(this);
  final Leaving leaving = new Leaving(this);
  final Surplus surplus = new Surplus(this);
  final Delivery delivery = new Delivery(this);
  private final Probes probes = new Probes(this);

  /** Bytes of unexpected data kept per peer before it is told to ask first. */
  final long creditBytes;

  /** Messages of up to so many bytes never wait for their receives: some programs rely on it. */
  final long unaskedBytes = Setting.EAGER.number();

  private final Transport transport;
  private final PeerTable peers;
  private final ContextTable contexts = new ContextTable();
  private final Map<Long, WeakReference<Peers>> known = new ConcurrentHashMap<>();
  private final Operation sent = new FinishedOperation(Status.EMPTY);
  private final ContiguousCursor cursor = new ContiguousCursor();
  private int sendsSincePoll;

  /** A send that is done may still be in the transport. */
  private boolean hasKept;

  /** Operations for blocking calls, used again and again; null while in use. */
  private @Nullable SendOperation spareSend;

  private @Nullable ReceiveOperation spareReceive;
  private final SpareReceives spareReceives = new SpareReceives();
  final SpareArrivals spareArrivals = new SpareArrivals();

  /** The engine of the rank that {@code transport} belongs to. */
  public Engine(Transport transport, Patience patience, long creditBytes) {
    this.transport = transport;
    this.peers = new PeerTable(transport.size());
    this.creditBytes = creditBytes;
    this.progress = new Progress(transport, new Dispatcher(this), patience);
    progress.lookout(departures);
    progress.complete(sent);
  }

  /** The rank's progress. */
  public Progress progress() {
    return progress;
  }

  /** Looks for messages that no receive has asked for yet. */
  public Probes probes() {
    return probes;
  }

  /** The rank's transport; use it inside the lock. */
  public Transport transport() {
    return transport;
  }

  /** Inside the lock: there must be one of each process. */
  Peer peer(int process) {
    assert progress.isEntered() : "a peer is looked for outside the lock";
    Peer p = peers.get(process);
    if (p == null) {
      p = new Peer(this, process, transport.endpoint(process));
      peers.put(process, p);
    }
    return p;
  }

  ContextTable contexts() {
    return contexts;
  }

  /** How this rank leaves contexts and worlds. */
  public Leaving leaving() {
    return leaving;
  }

  /** The peers that this rank has met, in the order of processes; inside the lock. */
  List<Peer> met() {
    return peers.all();
  }

  /** Remembers who the ranks of a context are, for reports; any thread. */
  void introduce(Peers made) {
    known.put(made.context(), new WeakReference<>(made));
  }

  /** Who the ranks of a context are; null if they are not known here, or not any more. */
  @Nullable Peers known(long context) {
    WeakReference<Peers> found = known.get(context);
    return found == null ? null : found.get();
  }

  /** What waits, is under way and lies here, for a report; null if the lock was not to be had. */
  public @Nullable Inspection inspect(long patienceNanos) {
    return Inspection.of(this, patienceNanos);
  }

  /** Forgets the queues and the ranks of a context. */
  void remove(long context) {
    contexts.remove(context);
    known.remove(context);
  }

  MatchQueues<ReceiveOperation.Slot, Arrival> queues(long context) {
    return contexts.get(context);
  }

  /** Sends contiguous memory; returns when it may be written again ({@code MPI_Send}). */
  public void send(
      Peers to, long context, Object base, long offsetBytes, long bytes, int dest, long label) {
    progress.enter();
    try {
      Peer peer = to.peer(dest);
      if (bytes <= peer.eagerBytes && !peer.held && peer.isClear()) {
        cursor.reset(base, offsetBytes, bytes);
        long word0 = Header.word0(Header.EAGER, 0, label);
        Offer offer =
            peer.endpoint.offer(word0, Header.word1(context, to.rank()), 0, cursor, (int) bytes);
        if (offer == Offer.OK) {
          pollNowAndThen();
          return;
        }
      }
      SendOperation send = takeSpareSend(peer);
      send.prepare(base, offsetBytes, bytes);
      send.address(peer, context, to.rank(), label, Urgency.AWAITED);
      sendAndWait(peer, send);
    } finally {
      progress.leave();
    }
  }

  /** Sends a buffer of any layout; returns when it may be written again. */
  public void send(Peers to, long context, Buf buf, int dest, int tag) {
    sendLabelled(to, context, buf, dest, Header.label(tag, buf.datatype()));
  }

  /** As {@link #send(Peers, long, Buf, int, int)}, with a label in place of the tag. */
  public void sendLabelled(Peers to, long context, Buf buf, int dest, long label) {
    if (Layout.contiguous(buf.datatype())) {
      send(to, context, buf.base(), buf.offsetBytes(), buf.bytes(), dest, label);
    } else {
      complete(startLabelled(to, context, buf, dest, label, Urgency.SOON));
    }
  }

  private void pollNowAndThen() {
    if (++sendsSincePoll >= SENDS_PER_POLL) {
      sendsSincePoll = 0;
      progress.look();
    }
  }

  private void sendAndWait(Peer peer, SendOperation send) {
    peer.send(send);
    progress.await(send);
    spareSend = send;
    throwError(send);
  }

  private SendOperation takeSpareSend(Peer peer) {
    SendOperation send = spareSend;
    spareSend = null;
    return send != null ? send : new SendOperation(this, peer);
  }

  private ReceiveOperation takeSpareReceive(Peers from) {
    ReceiveOperation receive = spareReceive;
    spareReceive = null;
    return receive != null ? receive : new ReceiveOperation(from, false);
  }

  /**
   * Starts a send ({@code MPI_Isend}). It may travel together with what follows: somebody must
   * {@link #await} or {@link #test} the operation, or any other.
   */
  public Operation startSend(Peers to, long context, Buf buf, int dest, int tag) {
    return startSend(to, context, buf, dest, tag, Urgency.SOON);
  }

  /** Starts a send, which leaves when its urgency says. */
  public Operation startSend(Peers to, long context, Buf buf, int dest, int tag, Urgency urgency) {
    return startLabelled(to, context, buf, dest, Header.label(tag, buf.datatype()), urgency);
  }

  /** As above, with a label in place of the tag. */
  public Operation startLabelled(
      Peers to, long context, Buf buf, int dest, long label, Urgency urgency) {
    progress.enter();
    try {
      Operation send = beginSend(to, to.peer(dest), context, buf, label, urgency);
      pollNowAndThen();
      return send;
    } finally {
      progress.leave();
    }
  }

  /** Starts a send inside the lock, without a look at what has arrived. */
  Operation beginSend(Peers to, Peer peer, long context, Buf buf, long label, Urgency urgency) {
    boolean mayBeKept = urgency == Urgency.SOON;
    if (urgency != Urgency.SYNCHRONOUS && offerAtOnce(to, peer, context, buf, label, mayBeKept)) {
      return sent;
    }
    SendOperation send = new SendOperation(this, peer);
    send.prepare(buf);
    send.address(peer, context, to.rank(), label, urgency);
    peer.send(send);
    return send;
  }

  private boolean offerAtOnce(
      Peers to, Peer peer, long context, Buf buf, long label, boolean mayBeKept) {
    long bytes = buf.bytes();
    if (bytes > peer.eagerBytes || peer.held || !peer.isClear()) {
      return false;
    }
    Source source =
        Layout.contiguous(buf.datatype())
            ? cursor.reset(buf.base(), buf.offsetBytes(), bytes)
            : Layout.source(buf);
    long word0 = Header.word0(Header.EAGER, 0, label);
    long word1 = Header.word1(context, to.rank());
    if (!mayBeKept) {
      return peer.endpoint.offer(word0, word1, 0, source, (int) bytes) == Offer.OK;
    }
    Offer offer = peer.endpoint.offerSoon(word0, word1, 0, source, (int) bytes);
    if (offer == Offer.KEPT) {
      hasKept = true;
      return true;
    }
    return offer == Offer.OK;
  }

  /** Who waits or looks wants to see things move: what was kept to travel together leaves now. */
  public void push() {
    if (hasKept) {
      progress.enter();
      try {
        hasKept = false;
        transport.push();
      } finally {
        progress.leave();
      }
    }
  }

  /** Receives into contiguous memory ({@code MPI_Recv}). */
  public Status receive(
      Peers from, long context, Object base, long offsetBytes, long bytes, int source, int tag) {
    progress.enter();
    try {
      return received(from, context, base, offsetBytes, bytes, source, tag, 0).status();
    } finally {
      progress.leave();
    }
  }

  /** Inside the lock; the operation is valid there only. */
  private ReceiveOperation received(
      Peers from,
      long context,
      Object base,
      long offset,
      long bytes,
      int source,
      int tag,
      int sign) {
    ReceiveOperation receive = takeSpareReceive(from);
    receive.prepare(from, base, offset, bytes, source, tag);
    receive.sign(sign, true);
    post(context, receive);
    progress.await(receive);
    spareReceive = receive;
    throwError(receive);
    return receive;
  }

  /** Receives into a buffer of any layout, for who does not ask for the status. */
  public void receive(Peers from, long context, Buf buf, int source, int tag) {
    receive(from, context, buf, source, tag, 0);
  }

  /** As above, for a collective operation that blocks. */
  public void receive(Peers from, long context, Buf buf, int source, int tag, int signature) {
    if (!Layout.contiguous(buf.datatype())) {
      complete(startReceive(from, context, buf, source, tag, signature));
      return;
    }
    progress.enter();
    try {
      received(from, context, buf.base(), buf.offsetBytes(), buf.bytes(), source, tag, signature);
    } finally {
      progress.leave();
    }
  }

  /** Starts a receive ({@code MPI_Irecv}). */
  public Operation startReceive(Peers from, long context, Buf buf, int source, int tag) {
    return startReceive(null, from, context, buf, source, tag);
  }

  /** As above, for a collective operation that blocks. */
  public Operation startReceive(
      Peers from, long context, Buf buf, int source, int tag, int signature) {
    progress.enter();
    try {
      ReceiveOperation receive = spareReceives.take(from);
      receive.prepare(from, buf, source, tag);
      receive.sign(signature, true);
      post(context, receive);
      return receive;
    } finally {
      progress.leave();
    }
  }

  /** A receive operation to start later. */
  public ReceiveOperation newReceive(Peers from) {
    return new ReceiveOperation(from, false);
  }

  /**
   * As {@link #startReceive(Peers, long, Buf, int, int)}, with an operation that is done ({@code
   * MPI_Start}).
   */
  public Operation startReceive(
      @Nullable ReceiveOperation again, Peers from, long context, Buf buf, int source, int tag) {
    progress.enter();
    try {
      return beginReceive(again, from, context, buf, source, tag);
    } finally {
      progress.leave();
    }
  }

  /** Starts a receive inside the lock. */
  Operation beginReceive(
      @Nullable ReceiveOperation again, Peers from, long context, Buf buf, int source, int tag) {
    return beginReceive(again, from, context, buf, source, tag, 0);
  }

  /** As above, for a collective operation that does not block. */
  Operation beginReceive(
      @Nullable ReceiveOperation again,
      Peers from,
      long context,
      Buf buf,
      int source,
      int tag,
      int signature) {
    ReceiveOperation receive = again != null ? again : spareReceives.take(from);
    receive.prepare(from, buf, source, tag);
    receive.sign(signature, false);
    post(context, receive);
    return receive;
  }

  /** Starts to receive a message of any length into an array of its own. */
  public ReceiveOperation startReceiveOfAny(Peers from, long context, int source, int tag) {
    ReceiveOperation receive = new ReceiveOperation(from, false);
    receive.prepareOfAny(from, source, tag);
    locked(() -> post(context, receive));
    return receive;
  }

  /** As above, inside the lock. */
  ReceiveOperation beginReceiveOfAny(Peers from, long context, int source, int tag) {
    ReceiveOperation receive = new ReceiveOperation(from, false);
    receive.prepareOfAny(from, source, tag);
    post(context, receive);
    return receive;
  }

  private void post(long context, ReceiveOperation receive) {
    MatchQueues<ReceiveOperation.Slot, Arrival> queues = contexts.get(context);
    Arrival a = queues.takeArrived(receive.slot.source, receive.slot.tag);
    if (a != null) {
      delivery.deliver(a, receive);
    } else if (departures.isEmpty() || !departures.fails(receive)) {
      queues.post(receive.slot);
      surplus.missedBy(receive);
    }
  }

  void finished(ReceiveOperation r) {
    r.finish();
    progress.complete(r);
  }

  /** Waits until done, returns the status ({@code MPI_Wait}); throws what went wrong. */
  public Status finish(Operation op) {
    await(op);
    throwError(op);
    Status status = op.status();
    op.release();
    return status;
  }

  /** Waits until done. */
  public void await(Operation op) {
    push();
    if (!op.isDone()) {
      progress.enter();
      try {
        progress.await(op);
      } finally {
        progress.leave();
      }
    }
  }

  /** As {@link #finish}, for who does not ask for the status. */
  public void complete(Operation op) {
    await(op);
    throwError(op);
    op.release();
  }

  private static void throwError(Operation op) {
    RuntimeException error = op.error();
    if (error != null) {
      throw error;
    }
  }

  /** Sends and receives at once, without risk of deadlock ({@code MPI_Sendrecv}). */
  public Status sendReceive(
      Peers peers,
      long context,
      Buf sendbuf,
      int dest,
      int sendtag,
      Buf recvbuf,
      int source,
      int recvtag) {
    Operation receive = startReceive(peers, context, recvbuf, source, recvtag);
    send(peers, context, sendbuf, dest, sendtag);
    return finish(receive);
  }

  /** Whether it is done; makes progress if not ({@code MPI_Test}). */
  public boolean test(Operation op) {
    push();
    if (op.isDone()) {
      return true;
    }
    progress.enter();
    try {
      progress.look(op);
      if (!op.isDone()) {
        departures.askedInVain(op);
      }
    } finally {
      progress.leave();
    }
    return op.isDone() || progress.emptyHanded();
  }

  /** Somebody has asked in vain whether one of some operations is done. Inside the lock. */
  public void askedInVain(Supplier<List<Operation>> operations) {
    departures.askedInVain(new FirstOf(() -> false, operations));
  }

  /** Waits at most until {@link System#nanoTime} {@code deadlineNanos}; whether it is done. */
  public boolean await(Operation op, long deadlineNanos) {
    if (deadlineNanos == Long.MAX_VALUE) {
      await(op);
      return true;
    }
    push();
    if (op.isDone()) {
      return true;
    }
    progress.enter();
    try {
      return progress.await(op, deadlineNanos);
    } finally {
      progress.leave();
    }
  }

  /**
   * Waits until a condition holds that one of some operations brings about; both are asked for
   * inside the lock.
   */
  public void awaitFirst(BooleanSupplier condition, Supplier<List<Operation>> operations) {
    await(new FirstOf(condition, operations));
  }

  /** Waits until a condition holds that is read inside the lock. */
  public void await(BooleanSupplier condition) {
    push();
    progress.enter();
    try {
      progress.await(condition);
    } finally {
      progress.leave();
    }
  }

  /**
   * Cancels a receive that has not matched ({@code MPI_Cancel}); everything else goes on.
   *
   * @param isStillWanted whether the operation is the request's still; asked inside the lock,
   *     before which another thread may have released it for another message
   */
  public void cancel(Operation op, BooleanSupplier isStillWanted) {
    progress.enter();
    try {
      if (isStillWanted.getAsBoolean()) {
        op.cancel(this);
      }
    } finally {
      progress.leave();
    }
  }

  /** Starts to receive a message that was taken out of the queue ({@code MPI_Imrecv}). */
  public Operation startReceive(Peers from, Arrival message, Buf buf) {
    progress.enter();
    try {
      ReceiveOperation receive = new ReceiveOperation(from, false);
      receive.prepare(from, buf, message.source, message.tag);
      delivery.deliver(message, receive);
      return receive;
    } finally {
      progress.leave();
    }
  }

  /** An operation that {@link Promise#keep} completes; its status is asked for then. */
  public Promise promise(Supplier<Status> status) {
    return new Promise(status);
  }

  /** An operation that is done when all of these are, with the status of the first; not empty. */
  public Operation together(List<Operation> operations) {
    progress.enter();
    try {
      return new Together(this, operations);
    } finally {
      progress.leave();
    }
  }

  /** An operation that is complete, with this status. */
  public Operation done(Status status) {
    Operation op = new FinishedOperation(status);
    locked(() -> progress.complete(op));
    return op;
  }

  /** Runs {@code action} inside the rank's lock. */
  public void locked(Runnable action) {
    progress.enter();
    try {
      action.run();
    } finally {
      progress.leave();
    }
  }
}
