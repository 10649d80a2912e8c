package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.KeepAlive;
import org.purempi.channel.Pipe;
import org.purempi.channel.PlainPipe;
import org.purempi.channel.TlsContext;
import org.purempi.channel.TlsPipe;
import org.purempi.transport.tcp.PeerStates.State;

/**
 * One rank's helper thread: makes connections ({@link Dialer}, {@link Acceptor}), so that a rank
 * that computes is no hindrance to those that want to talk to it, and says goodbye ({@link
 * LingeringClose}). All state here belongs to that thread.
 *
 * <p><b>Two ranks that call each other at once.</b> The lower rank's call counts. The higher one
 * takes it and hangs up its own; the lower one answers the other's call with {@link
 * Handshake#CROSSED}, whereupon the higher one waits a moment and, if it has not been called by
 * then, tries again.
 */
final class ConnectionManager {
  private static final long TICK_MILLIS = 20;

  /** Told of what this thread has done; called by it. */
  interface Events {
    /** The connection to a peer is there. */
    void connected(int peer, Pipe pipe, String where);

    /**
     * There will be none; whether that is no loss: the peer has ended, for all one can tell, and
     * nothing was to be sent there.
     */
    void unreachable(int peer, String reason, boolean inPeace);

    /** What has gone over each connection so far. */
    List<Silence.Pulse> pulses();

    /** A peer's system answers no more. */
    void silent(Connection connection);

    /** Time to see to frames that were taken and not sent; whether to ask again soon. */
    boolean tend();
  }

  private Handshake.Identity me;
  private final TcpListener listener;
  private final Events events;
  private final @Nullable TlsContext tls;
  private final Selector selector;
  private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
  private final PeerStates states = new PeerStates();
  private final Dialer dialer;
  private final Acceptor acceptor;
  private final LingeringClose lingering;
  private final AtomicLong connections = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Silence silence = new Silence();
  private boolean isLeaving;
  private boolean isTending;

  ConnectionManager(Handshake.Identity me, TcpListener listener, AddressBook book, Events events)
      throws IOException {
    this.me = me;
    this.listener = listener;
    this.events = events;
    this.tls = listener.settings().isEncrypted() ? new TlsContext() : null;
    this.selector = Selector.open();
    this.dialer = new Dialer(this, book);
    this.acceptor = new Acceptor(this, listener);
    this.lingering = new LingeringClose(selector);
    Thread.ofPlatform().daemon().name("purempi tcp " + me.rank()).start(this::run);
  }

  /** Any thread: makes a connection to {@code peer}, to send there; an event will come. */
  void call(int peer) {
    errand(() -> begin(peer, false));
  }

  /**
   * Any thread: makes a connection to {@code peer}, to be told when it ends. An event will come
   * only if it is there, or has ended: who has nothing to send is content with being called.
   */
  void watch(int peer) {
    errand(() -> begin(peer, true));
  }

  /** Any thread: from now on there are so many ranks; those that came in may call. */
  void grow(int ranks) {
    errand(() -> me = me.among(ranks));
  }

  /**
   * Any thread: from now on {@link Events#tend} is called now and then, as long as it wants that.
   */
  void startTending() {
    errand(() -> isTending = true);
  }

  /** Any thread: takes over the connections, says goodbye, and ends. */
  void leave(List<Connection> live) {
    errand(() -> part(live));
  }

  /** Waits until all has been said and heard; false if that takes longer. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }

  long refused() {
    return acceptor.refused();
  }

  long connections() {
    return connections.get();
  }

  private void errand(Runnable errand) {
    errands.add(errand);
    selector.wakeup();
  }

  private void run() {
    try (selector;
        listener) {
      acceptor.open(selector);
      while (!(isLeaving && lingering.isEmpty())) {
        selector.select(isTending ? 1 : isIdle() ? idleMillis() : TICK_MILLIS);
        for (SelectionKey key : selector.selectedKeys()) {
          attend(key);
        }
        selector.selectedKeys().clear();
        for (Runnable errand = errands.poll(); errand != null; errand = errands.poll()) {
          errand.run();
        }
        lookAtTheClock();
        lookForSilence();
        isTending = isTending && events.tend();
      }
    } catch (IOException | RuntimeException e) {
      String reason = "the connections of rank " + me.rank() + " failed: " + Ending.text(e);
      for (int peer = 0; peer < me.size(); peer++) {
        if (states.of(peer) == State.NONE || states.of(peer) == State.CALLING) {
          events.unreachable(peer, reason, false);
        }
      }
    } finally {
      ended.countDown();
    }
  }

  private boolean isIdle() {
    return dialer.isIdle() && acceptor.isIdle() && lingering.isEmpty();
  }

  /** For ever, as long as there is nobody to be missed. */
  private long idleMillis() {
    return connections.get() == 0 || isLeaving ? 0 : Silence.LOOK_MILLIS;
  }

  private void lookForSilence() {
    if (!isLeaving && connections.get() > 0) {
      silence.look(events::pulses, System.nanoTime()).forEach(events::silent);
    }
  }

  private void attend(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    Object whose = key.attachment();
    if (whose instanceof Dialer.Call call) {
      dialer.advance(call);
    } else if (whose instanceof Handshake caller) {
      acceptor.advance(caller);
    } else if (whose instanceof LingeringClose.Lingering connection) {
      lingering.advance(connection);
    } else {
      acceptor.accept();
    }
  }

  private void lookAtTheClock() {
    if (isIdle()) {
      return;
    }
    long now = System.nanoTime();
    dialer.lookAtTheClock(now);
    acceptor.lookAtTheClock(now);
    lingering.lookAtTheClock(now);
  }

  private void begin(int peer, boolean isWatch) {
    if (!isLeaving) {
      dialer.begin(peer, isWatch);
    }
  }

  private void part(List<Connection> live) {
    isLeaving = true;
    dialer.close();
    acceptor.close();
    lingering.begin(live);
  }

  // ---- What dialer and acceptor share

  int rank() {
    return me.rank();
  }

  int size() {
    return me.size();
  }

  PeerStates states() {
    return states;
  }

  Dialer dialer() {
    return dialer;
  }

  boolean isEncrypted() {
    return listener.settings().isEncrypted();
  }

  /** Whether a peer's call is to be taken: there is no connection, and none that goes before it. */
  boolean prefersCallOf(int peer) {
    boolean isFirst = states.of(peer) == State.NONE;
    return !isLeaving && (isFirst || (dialer.isCalling(peer) && peer < me.rank()));
  }

  void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    KeepAlive.USUAL.on(channel);
    int bytes = listener.settings().bufferBytes();
    if (bytes > 0) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
    }
  }

  /**
   * The first words with another rank.
   *
   * @param callee whom this rank calls; negative if it is called
   */
  Handshake handshake(SocketChannel channel, int callee, long deadlineNanos) throws IOException {
    TlsContext t = tls;
    Pipe pipe = t == null ? new PlainPipe(channel) : new TlsPipe(channel, t, callee >= 0);
    return new Handshake(pipe, me, callee, deadlineNanos);
  }

  void register(SocketChannel channel, int operations, Object whose) throws IOException {
    channel.register(selector, operations, whose);
  }

  /** Waits for room or bytes. */
  void await(SocketChannel channel, int operations) {
    interest(channel.keyFor(selector), operations);
  }

  void handOver(int peer, Pipe pipe, String where) {
    SelectionKey key = pipe.channel().keyFor(selector);
    if (key != null) {
      key.cancel();
    }
    connections.incrementAndGet();
    pipe.trusted();
    events.connected(peer, pipe, where);
  }

  void unreachable(int peer, String reason, boolean inPeace) {
    events.unreachable(peer, reason, inPeace);
  }

  static void interest(@Nullable SelectionKey key, int operations) {
    if (key != null && key.isValid()) {
      key.interestOps(operations);
    }
  }

  static void close(AutoCloseable what) {
    try {
      what.close();
    } catch (Exception e) {
      // Nobody needs it any more, and the peer will notice.
    }
  }
}
