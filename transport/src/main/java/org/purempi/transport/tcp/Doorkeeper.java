package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.KeepAlive;
import org.purempi.channel.Pipe;
import org.purempi.channel.PlainPipe;
import org.purempi.channel.TlsContext;
import org.purempi.channel.TlsPipe;

/**
 * One rank's helper thread: makes connections, so that a rank that computes is no hindrance to
 * those that want to talk to it, and says goodbye. All state here belongs to that thread.
 *
 * <p><b>Two ranks that call each other at once.</b> The lower rank's call counts. The higher one
 * takes it and hangs up its own; the lower one answers the other's call with {@link
 * Handshake#CROSSED}, whereupon the higher one waits a moment and, if it has not been called by
 * then, tries again.
 *
 * <p><b>Strangers</b> can make at most so many connections at once as there are ranks, or 64; one
 * more, and the oldest that has not proved itself is closed. A rank that is closed so, calls again.
 */
final class Doorkeeper {
  private static final int ADMITTED_AT_ONCE = 16;
  private static final int LEAST_GUESTS = 64;
  private static final long GUEST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long CALL_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long TICK_MILLIS = 20;

  /** What has become of the way to a peer. */
  private enum Link {
    NONE,
    CALLING,
    UP,
    DOWN
  }

  /** Told of what this thread has done; called by it. */
  interface News {
    /** The connection to a peer is there. */
    void arrived(int peer, Pipe pipe, String where);

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

  private final Handshake.Identity me;
  private final TcpDoor door;
  private final AddressBook book;
  private final News news;
  private final @Nullable TlsContext tls;
  private final Selector selector;
  private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
  private final Link[] links;
  private final Map<Integer, Call> calls = new HashMap<>();
  private final Set<Handshake> guests = new LinkedHashSet<>();
  private final Farewells farewells;
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(1);
  private @Nullable SelectionKey doorKey;
  private long doorShutUntilNanos;
  private long doorStuckSinceNanos;
  private final Silence silence = new Silence();
  private boolean isLeaving;
  private boolean isTending;

  Doorkeeper(Handshake.Identity me, TcpDoor door, AddressBook book, News news) throws IOException {
    this.me = me;
    this.door = door;
    this.book = book;
    this.news = news;
    this.tls = door.settings().isEncrypted() ? new TlsContext() : null;
    this.selector = Selector.open();
    this.farewells = new Farewells(selector);
    this.links = new Link[me.size()];
    Arrays.fill(links, Link.NONE);
    Thread.ofPlatform().daemon().name("purempi tcp " + me.rank()).start(this::run);
  }

  /** Any thread: makes a connection to {@code peer}, to send there; news will come. */
  void call(int peer) {
    errand(() -> begin(peer, false));
  }

  /**
   * Any thread: makes a connection to {@code peer}, to be told when it ends. News will come only if
   * it is there, or has ended: who has nothing to send is content with being called.
   */
  void watch(int peer) {
    errand(() -> begin(peer, true));
  }

  /** Any thread: from now on {@link News#tend} is called now and then, as long as it wants that. */
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
    return refused.get();
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
        door) {
      doorKey = door.channel().register(selector, SelectionKey.OP_ACCEPT);
      while (!(isLeaving && farewells.isEmpty())) {
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
        isTending = isTending && news.tend();
      }
    } catch (IOException | RuntimeException e) {
      String reason = "the connections of rank " + me.rank() + " failed: " + Ending.text(e);
      for (int peer = 0; peer < links.length; peer++) {
        if (links[peer] == Link.NONE || links[peer] == Link.CALLING) {
          news.unreachable(peer, reason, false);
        }
      }
    } finally {
      ended.countDown();
    }
  }

  private boolean isIdle() {
    return calls.isEmpty() && guests.isEmpty() && farewells.isEmpty() && doorShutUntilNanos == 0;
  }

  /** For ever, as long as there is nobody to be missed. */
  private long idleMillis() {
    return connections.get() == 0 || isLeaving ? 0 : Silence.LOOK_MILLIS;
  }

  private void lookForSilence() {
    if (!isLeaving && connections.get() > 0) {
      silence.look(news::pulses, System.nanoTime()).forEach(news::silent);
    }
  }

  private void attend(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    switch (key.attachment()) {
      case Call call -> advance(call);
      case Handshake guest -> serve(guest);
      case Farewells.Farewell farewell -> farewells.advance(farewell);
      case null, default -> accept();
    }
  }

  private void lookAtTheClock() {
    if (isIdle()) {
      return;
    }
    long now = System.nanoTime();
    for (Call call : List.copyOf(calls.values())) {
      if (now - call.deadlineNanos > 0) {
        giveUp(call, "does not answer at " + call.where() + ": " + call.trouble);
      } else if (call.retryNanos != 0 && now - call.retryNanos > 0) {
        dial(call);
      }
    }
    while (!guests.isEmpty() && now - guests.iterator().next().deadlineNanos() > 0) {
      refuse(guests.iterator().next());
    }
    if (doorShutUntilNanos != 0 && now - doorShutUntilNanos > 0) {
      doorShutUntilNanos = 0;
      interest(doorKey, SelectionKey.OP_ACCEPT);
    }
    farewells.lookAtTheClock(now);
  }

  static void interest(@Nullable SelectionKey key, int operations) {
    if (key != null && key.isValid()) {
      key.interestOps(operations);
    }
  }

  // ---- Calling others

  /** An attempt to reach a peer, or several. */
  private static final class Call {
    final int peer;
    final long deadlineNanos = System.nanoTime() + CALL_NANOS;
    @Nullable Card card;
    @Nullable SocketChannel channel;
    @Nullable Handshake handshake;
    String trouble = "no answer";
    long retryNanos;

    /** Whether nothing is to be sent. */
    boolean isWatch;

    Call(int peer, boolean isWatch) {
      this.peer = peer;
      this.isWatch = isWatch;
    }

    String where() {
      Card c = card;
      return c == null ? "an unknown address" : c.where();
    }
  }

  private void begin(int peer, boolean isWatch) {
    Call begun = calls.get(peer);
    if (begun != null) {
      begun.isWatch &= isWatch;
    } else if (links[peer] == Link.NONE && !isLeaving) {
      links[peer] = Link.CALLING;
      Call call = new Call(peer, isWatch);
      calls.put(peer, call);
      dial(call);
    }
  }

  private void dial(Call call) {
    call.retryNanos = 0;
    call.handshake = null;
    try {
      Card card = call.card;
      if (card == null) {
        card = Card.parse(book.card(call.peer));
        call.card = card;
      }
      if (card.isEncrypted() != door.settings().isEncrypted()) {
        fail(call, "is on " + card.where() + " and " + mismatch(card.isEncrypted()), false);
        return;
      }
      SocketChannel channel = SocketChannel.open();
      call.channel = channel;
      prepare(channel);
      boolean isConnected = channel.connect(card.socket());
      channel.register(selector, SelectionKey.OP_CONNECT, call);
      if (isConnected) {
        advance(call);
      }
    } catch (ConnectException | NoRouteToHostException e) {
      nobodyAnswers(call, e);
    } catch (IOException | IllegalArgumentException e) {
      // The latter: an address of a family that this JVM does not use.
      giveUp(call, "cannot be called at " + call.where() + ": " + Descriptors.explained(e));
    }
  }

  private static String mismatch(boolean itEncrypts) {
    return (itEncrypts
            ? "encrypts, and this rank does not"
            : "does not encrypt, and this rank does")
        + ": give all ranks the same, 'mpiexec -encrypt' or PUREMPI_ENCRYPT=true";
  }

  private void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    KeepAlive.USUAL.on(channel);
    int bytes = door.settings().bufferBytes();
    if (bytes > 0) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
    }
  }

  private void advance(Call call) {
    SocketChannel channel = call.channel;
    if (channel == null) {
      return;
    }
    try {
      Handshake h = call.handshake;
      if (h == null) {
        if (!channel.finishConnect()) {
          return;
        }
        h = new Handshake(pipe(channel, true), me, call.peer, call.deadlineNanos);
        call.handshake = h;
      }
      SelectionKey key = channel.keyFor(selector);
      if (!h.advance(nobody -> false)) {
        interest(key, h.interest());
      } else if (h.verdict() == Handshake.WELCOME) {
        calls.remove(call.peer);
        links[call.peer] = Link.UP;
        handOver(call.peer, h.pipe(), call.where());
      } else {
        again(call, "it expects to call itself, and does not");
      }
    } catch (RefusedException e) {
      fail(call, "is not who answers at " + call.where() + ": " + e.getMessage(), false);
    } catch (ConnectException | NoRouteToHostException e) {
      nobodyAnswers(call, e);
    } catch (IOException e) {
      again(call, Ending.text(e));
    }
  }

  private Pipe pipe(SocketChannel channel, boolean isCaller) {
    TlsContext t = tls;
    return t == null ? new PlainPipe(channel) : new TlsPipe(channel, t, isCaller);
  }

  /** The peer hung up before it knew who calls: it may have had too many strangers at once. */
  private void again(Call call, String trouble) {
    hangUp(call);
    call.trouble = trouble;
    call.retryNanos = System.nanoTime() + RETRY_NANOS;
  }

  private void hangUp(Call call) {
    SocketChannel channel = call.channel;
    call.channel = null;
    if (channel != null) {
      close(channel);
    }
  }

  private void nobodyAnswers(Call call, IOException e) {
    String reason = "has ended, or its address is shut, at " + call.where() + ": ";
    fail(call, reason + Ending.text(e), call.isWatch);
  }

  /** The peer may be well, and may call: that is a verdict only for who has something to send. */
  private void giveUp(Call call, String reason) {
    if (call.isWatch) {
      end(call, Link.NONE);
    } else {
      fail(call, reason, false);
    }
  }

  private void fail(Call call, String reason, boolean inPeace) {
    end(call, Link.DOWN);
    news.unreachable(call.peer, reason, inPeace);
  }

  private void end(Call call, Link then) {
    hangUp(call);
    calls.remove(call.peer);
    links[call.peer] = then;
  }

  // ---- Being called

  private void accept() {
    try {
      SocketChannel channel = door.channel().accept();
      for (int admitted = 1; channel != null; admitted++) {
        admit(channel);
        // Those behind wait for the next turn: others want something of this thread, too.
        channel = admitted < ADMITTED_AT_ONCE ? door.channel().accept() : null;
      }
      doorStuckSinceNanos = 0;
    } catch (IOException e) {
      shutDoor(Descriptors.explained(e));
    }
  }

  /**
   * Out of descriptors, most likely. Whoever calls waits in the system's queue meanwhile; some may
   * become free.
   */
  private void shutDoor(String why) {
    long now = System.nanoTime();
    interest(doorKey, 0);
    if (doorStuckSinceNanos == 0) {
      doorStuckSinceNanos = now;
    }
    if (now - doorStuckSinceNanos < STUCK_NANOS) {
      doorShutUntilNanos = now + PAUSE_NANOS;
      return;
    }
    doorShutUntilNanos = 0;
    for (int peer = 0; peer < links.length; peer++) {
      if (links[peer] == Link.NONE && peer != me.rank()) {
        links[peer] = Link.DOWN;
        news.unreachable(peer, "cannot be let in: " + why, false);
      }
    }
  }

  private void admit(SocketChannel channel) {
    if (guests.size() >= Math.max(LEAST_GUESTS, me.size())) {
      refuse(guests.iterator().next());
    }
    try {
      prepare(channel);
      long deadlineNanos = System.nanoTime() + GUEST_NANOS;
      Handshake guest = new Handshake(pipe(channel, false), me, -1, deadlineNanos);
      channel.register(selector, SelectionKey.OP_READ, guest);
      guests.add(guest);
    } catch (IOException e) {
      // It hung up at once.
      refused.incrementAndGet();
      close(channel);
    }
  }

  private void serve(Handshake guest) {
    SocketChannel channel = guest.pipe().channel();
    try {
      if (!guest.advance(this::isWelcome)) {
        interest(channel.keyFor(selector), guest.interest());
        return;
      }
      guests.remove(guest);
      if (guest.verdict() == Handshake.WELCOME) {
        handOver(guest.peer(), guest.pipe(), where(channel));
      } else {
        guest.pipe().close();
      }
    } catch (RefusedException | SSLException e) {
      refuse(guest);
    } catch (IOException e) {
      dismiss(guest); // it hung up: a rank that calls and is called, for instance
    }
  }

  private static String where(SocketChannel channel) throws IOException {
    return "host " + String.valueOf(channel.getRemoteAddress()).replaceFirst("^/", "");
  }

  /** A peer has proved itself: is there no better connection to it? */
  private boolean isWelcome(int peer) {
    Call own = calls.get(peer);
    boolean isWelcome =
        !isLeaving && (links[peer] == Link.NONE || (own != null && peer < me.rank()));
    if (isWelcome) {
      links[peer] = Link.UP;
      if (own != null) {
        calls.remove(peer);
        hangUp(own);
      }
    }
    return isWelcome;
  }

  private void refuse(Handshake guest) {
    refused.incrementAndGet();
    dismiss(guest);
  }

  private void dismiss(Handshake guest) {
    guests.remove(guest);
    close(guest.pipe());
    if (guest.verdict() == Handshake.WELCOME) {
      links[guest.peer()] = Link.DOWN;
      news.unreachable(guest.peer(), "has died while it was being connected", false);
    }
  }

  private void handOver(int peer, Pipe pipe, String where) {
    SelectionKey key = pipe.channel().keyFor(selector);
    if (key != null) {
      key.cancel();
    }
    connections.incrementAndGet();
    pipe.trusted();
    news.arrived(peer, pipe, where);
  }

  private void part(List<Connection> live) {
    isLeaving = true;
    for (Call call : List.copyOf(calls.values())) {
      hangUp(call);
    }
    calls.clear();
    for (Handshake guest : guests) {
      close(guest.pipe());
    }
    guests.clear();
    close(door.channel());
    farewells.begin(live);
  }

  static void close(AutoCloseable what) {
    try {
      what.close();
    } catch (Exception e) {
      // Nobody needs it any more, and the peer will notice.
    }
  }
}
