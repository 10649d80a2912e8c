package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.tcp.PeerStates.State;

/** The calls that a rank's {@link ConnectionManager} makes; belongs to its thread. */
final class Dialer {
  private static final long CALL_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ConnectionManager manager;
  private final AddressBook book;
  private final Map<Integer, Call> calls = new HashMap<>();

  Dialer(ConnectionManager manager, AddressBook book) {
    this.manager = manager;
    this.book = book;
  }

  /** An attempt to reach a peer, or several. */
  static final class Call {
    private final int peer;
    private final long deadlineNanos = System.nanoTime() + CALL_NANOS;
    private @Nullable BusinessCard card;
    private @Nullable SocketChannel channel;
    private @Nullable Handshake handshake;
    private String trouble = "no answer";
    private long retryNanos;

    /** Whether nothing is to be sent. */
    private boolean isWatch;

    private Call(int peer, boolean isWatch) {
      this.peer = peer;
      this.isWatch = isWatch;
    }

    private String where() {
      BusinessCard c = card;
      return c == null ? "an unknown address" : c.where();
    }
  }

  boolean isIdle() {
    return calls.isEmpty();
  }

  boolean isCalling(int peer) {
    return calls.containsKey(peer);
  }

  void begin(int peer, boolean isWatch) {
    Call begun = calls.get(peer);
    if (begun != null) {
      begun.isWatch &= isWatch;
    } else if (manager.states().of(peer) == State.NONE) {
      manager.states().set(peer, State.CALLING);
      Call call = new Call(peer, isWatch);
      calls.put(peer, call);
      dial(call);
    }
  }

  private void dial(Call call) {
    call.retryNanos = 0;
    call.handshake = null;
    try {
      BusinessCard card = call.card;
      if (card == null) {
        card = BusinessCard.parse(book.card(call.peer));
        call.card = card;
      }
      if (card.isEncrypted() != manager.isEncrypted()) {
        fail(call, "is on " + card.where() + " and " + mismatch(card.isEncrypted()), false);
        return;
      }
      SocketChannel channel = SocketChannel.open();
      call.channel = channel;
      manager.prepare(channel);
      boolean isConnected = channel.connect(card.socket());
      manager.register(channel, SelectionKey.OP_CONNECT, call);
      if (isConnected) {
        advance(call);
      }
    } catch (ConnectException | NoRouteToHostException e) {
      nobodyAnswers(call, e);
    } catch (IOException | IllegalArgumentException e) {
      // The latter: an address of a family that this JVM does not use.
      giveUp(call, "cannot be reached at " + call.where() + ": " + Descriptors.explained(e));
    }
  }

  private static String mismatch(boolean itEncrypts) {
    return (itEncrypts
            ? "encrypts, and this rank does not"
            : "does not encrypt, and this rank does")
        + ": give all ranks the same, 'mpiexec -encrypt' or PUREMPI_ENCRYPT=true";
  }

  void advance(Call call) {
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
        h = manager.handshake(channel, call.peer, call.deadlineNanos);
        call.handshake = h;
      }
      if (!h.advance(nobody -> false)) {
        manager.await(channel, h.interest());
      } else if (h.verdict() == Handshake.WELCOME) {
        calls.remove(call.peer);
        manager.states().set(call.peer, State.UP);
        manager.handOver(call.peer, h.pipe(), call.where());
      } else {
        again(call, "it expects to call itself, and does not");
      }
    } catch (RefusedException e) {
      fail(
          call,
          "is not the process that answers at " + call.where() + ": " + e.getMessage(),
          false);
    } catch (ConnectException | NoRouteToHostException e) {
      nobodyAnswers(call, e);
    } catch (IOException e) {
      again(call, Ending.text(e));
    }
  }

  /** The peer hung up before it knew who calls: it may have had too many strangers at once. */
  private static void again(Call call, String trouble) {
    hangUp(call);
    call.trouble = trouble;
    call.retryNanos = System.nanoTime() + RETRY_NANOS;
  }

  private static void hangUp(Call call) {
    SocketChannel channel = call.channel;
    call.channel = null;
    if (channel != null) {
      ConnectionManager.close(channel);
    }
  }

  private void nobodyAnswers(Call call, IOException e) {
    String reason = "has ended, or its address is closed, at " + call.where() + ": ";
    fail(call, reason + Ending.text(e), call.isWatch);
  }

  /** The peer may be well, and may call: that is a verdict only for who has something to send. */
  private void giveUp(Call call, String reason) {
    if (call.isWatch) {
      end(call, State.NONE);
    } else {
      fail(call, reason, false);
    }
  }

  private void fail(Call call, String reason, boolean inPeace) {
    end(call, State.DOWN);
    manager.unreachable(call.peer, reason, inPeace);
  }

  private void end(Call call, State then) {
    hangUp(call);
    calls.remove(call.peer);
    manager.states().set(call.peer, then);
  }

  /** The peer's own call counts: hangs up, if there is one to it. */
  void drop(int peer) {
    Call own = calls.remove(peer);
    if (own != null) {
      hangUp(own);
    }
  }

  void lookAtTheClock(long nowNanos) {
    for (Call call : List.copyOf(calls.values())) {
      if (nowNanos - call.deadlineNanos > 0) {
        giveUp(call, "does not answer at " + call.where() + ": " + call.trouble);
      } else if (call.retryNanos != 0 && nowNanos - call.retryNanos > 0) {
        dial(call);
      }
    }
  }

  /** The rank leaves. */
  void close() {
    calls.values().forEach(Dialer::hangUp);
    calls.clear();
  }
}
