package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Strangers;
import org.purempi.transport.tcp.PeerStates.State;

/**
 * Lets in those that call a rank; belongs to the thread of its {@link ConnectionManager}.
 *
 * <p>At most so many {@link Strangers} as there are ranks, or 64, may say nothing, and as many may
 * prove themselves. A rank that has to leave for others calls again.
 */
final class Acceptor {
  private static final int ADMITTED_AT_ONCE = 16;
  private static final int LEAST_CALLERS = 64;
  private static final long CALLER_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ConnectionManager manager;
  private final TcpListener listener;

  private final Strangers<Handshake> callers = new Strangers<>(this::hasSpoken);

  private final AtomicLong refused = new AtomicLong();
  private @Nullable SelectionKey key;
  private long shutUntilNanos;
  private long stuckSinceNanos;

  Acceptor(ConnectionManager manager, TcpListener listener) {
    this.manager = manager;
    this.listener = listener;
  }

  void open(Selector selector) throws IOException {
    key = listener.channel().register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Any thread. */
  long refused() {
    return refused.get();
  }

  boolean isIdle() {
    return callers.eldest() == null && shutUntilNanos == 0;
  }

  void accept() {
    try {
      SocketChannel channel = listener.channel().accept();
      for (int admitted = 1; channel != null; admitted++) {
        admit(channel);
        // Those behind wait for the next turn: others want something of this thread, too.
        channel = admitted < ADMITTED_AT_ONCE ? listener.channel().accept() : null;
      }
      stuckSinceNanos = 0;
    } catch (IOException e) {
      shut(Descriptors.explained(e));
    }
  }

  /**
   * Out of descriptors, most likely. Whoever calls waits in the system's queue meanwhile; some may
   * become free.
   */
  private void shut(String why) {
    long now = System.nanoTime();
    ConnectionManager.interest(key, 0);
    if (stuckSinceNanos == 0) {
      stuckSinceNanos = now;
    }
    if (now - stuckSinceNanos < STUCK_NANOS) {
      shutUntilNanos = now + PAUSE_NANOS;
      return;
    }
    shutUntilNanos = 0;
    for (int peer = 0; peer < manager.size(); peer++) {
      if (manager.states().of(peer) == State.NONE && peer != manager.rank()) {
        manager.states().set(peer, State.DOWN);
        manager.unreachable(peer, "cannot be accepted: " + why, false);
      }
    }
  }

  private void admit(SocketChannel channel) {
    try {
      manager.prepare(channel);
      Handshake caller = manager.handshake(channel, -1, System.nanoTime() + CALLER_NANOS);
      manager.register(channel, SelectionKey.OP_READ, caller);
      callers.add(
          caller,
          (InetSocketAddress) channel.getRemoteAddress(),
          (InetSocketAddress) channel.getLocalAddress());
      int most = Math.max(LEAST_CALLERS, manager.size());
      callers.makeRoom(most, most, this::refuse);
    } catch (IOException e) {
      // It hung up at once.
      refused.incrementAndGet();
      ConnectionManager.close(channel);
    }
  }

  private boolean hasSpoken(Handshake caller) {
    if (!caller.hasSpoken()) {
      advance(caller);
    }
    return caller.hasSpoken();
  }

  void advance(Handshake caller) {
    SocketChannel channel = caller.pipe().channel();
    try {
      if (!caller.advance(this::isWelcome)) {
        manager.await(channel, caller.interest());
        return;
      }
      callers.remove(caller);
      if (caller.verdict() == Handshake.WELCOME) {
        manager.handOver(caller.peer(), caller.pipe(), where(channel));
      } else {
        caller.pipe().close();
      }
    } catch (RefusedException | SSLException e) {
      refuse(caller);
    } catch (IOException e) {
      dismiss(caller); // it hung up: a rank that calls and is called, for instance
    }
  }

  private static String where(SocketChannel channel) throws IOException {
    return "host " + String.valueOf(channel.getRemoteAddress()).replaceFirst("^/", "");
  }

  /** A peer has proved itself: is there no better connection to it? */
  private boolean isWelcome(int peer) {
    boolean isWelcome = manager.prefersCallOf(peer);
    if (isWelcome) {
      manager.states().set(peer, State.UP);
      manager.dialer().drop(peer);
    }
    return isWelcome;
  }

  private void refuse(Handshake caller) {
    refused.incrementAndGet();
    dismiss(caller);
  }

  private void dismiss(Handshake caller) {
    callers.remove(caller);
    ConnectionManager.close(caller.pipe());
    if (caller.verdict() == Handshake.WELCOME) {
      manager.states().set(caller.peer(), State.DOWN);
      manager.unreachable(caller.peer(), "has died while it was being connected", false);
    }
  }

  void lookAtTheClock(long nowNanos) {
    Handshake eldest = callers.eldest();
    while (eldest != null && nowNanos - eldest.deadlineNanos() > 0) {
      refuse(eldest);
      eldest = callers.eldest();
    }
    if (shutUntilNanos != 0 && nowNanos - shutUntilNanos > 0) {
      shutUntilNanos = 0;
      ConnectionManager.interest(key, SelectionKey.OP_ACCEPT);
    }
  }

  /** The rank leaves. */
  void close() {
    callers.takeAll().forEach(caller -> ConnectionManager.close(caller.pipe()));
    ConnectionManager.close(listener.channel());
  }
}
