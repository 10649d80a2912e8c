package org.purempi.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Loopback;
import org.purempi.channel.PeerUser;
import org.purempi.pmi.PmiLine;
import org.purempi.transport.tcp.Introduction;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.RefusedException;

/**
 * One rank on its way to the gate. It calls until somebody is there, less and less often.
 *
 * @param me what it says of itself
 * @param secured whether the key is made of a secret
 */
record GateClient(PmiLine me, JobKey key, boolean secured, long limitNanos) {
  private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The gate's own limit comes first; it knows who is missing. */
  private static final long GATE_FIRST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** There is no use in calling again. */
  static final class HopelessException extends IOException {
    private static final long serialVersionUID = 1;

    HopelessException(String message) {
      super(message);
    }

    HopelessException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Meets the others.
   *
   * @param host the host of the gate, a name or an address
   * @return the connection to the gate, which is a PMI server now; in blocking mode
   * @throws IOException in words that say who did not come, or what is wrong
   */
  SocketChannel meet(String host, int port) throws IOException {
    long deadlineNanos = System.nanoTime() + limitNanos;
    long pauseNanos = FIRST_PAUSE_NANOS;
    while (true) {
      String trouble;
      IOException last;
      try {
        return attempt(host, port, deadlineNanos + GATE_FIRST_NANOS);
      } catch (SocketTimeoutException e) {
        trouble = "it does not answer";
        last = e;
      } catch (HopelessException | InterruptedIOException e) {
        throw e;
      } catch (UnknownHostException e) {
        trouble = "its name does not resolve";
        last = e;
      } catch (IOException e) {
        trouble = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        last = e;
      }
      if (System.nanoTime() + pauseNanos - deadlineNanos > 0) {
        throw new IOException(
            "rank 0 was not reachable at %s port %d for %s s: %s"
                .formatted(host, port, seconds(limitNanos), trouble),
            last);
      }
      pause(pauseNanos);
      pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    }
  }

  static String seconds(long nanos) {
    double s = nanos / 1e9;
    return s < 1 ? String.valueOf(s) : String.valueOf(Math.round(s));
  }

  /** About so long: ranks that start together should not call together for ever. */
  static void pause(long nanos) throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Calls once, at each of the host's addresses; until the deadline rank 0 may prove itself. */
  SocketChannel attempt(String host, int port, long deadlineNanos) throws IOException {
    InetAddress[] addresses = InetAddress.getAllByName(host);
    if (!secured && !Arrays.stream(addresses).allMatch(InetAddress::isLoopbackAddress)) {
      throw new HopelessException(Newcomer.noSecret(host, addresses[0]));
    }
    IOException last = null;
    for (InetAddress address : addresses) {
      SocketChannel channel = null;
      try {
        channel = SocketChannel.open();
        SocketChannel met = talk(channel, new InetSocketAddress(address, port), deadlineNanos);
        channel = null;
        return met;
      } catch (HopelessException | ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        requireLoopback(address, e);
        last = e;
      } finally {
        if (channel != null) {
          channel.close();
        }
      }
    }
    throw last == null ? new UnknownHostException(host) : last;
  }

  /** A refusal says that somebody is there; anything else may mean that nobody can be. */
  private static void requireLoopback(InetAddress address, IOException failure)
      throws HopelessException {
    if (address.isLoopbackAddress() && !(failure instanceof ConnectException)) {
      try {
        Loopback.require();
      } catch (IOException e) {
        throw new HopelessException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  private SocketChannel talk(SocketChannel channel, InetSocketAddress where, long deadlineNanos)
      throws IOException {
    channel.configureBlocking(false);
    try (var wait = new Wait(channel)) {
      long connected = earlier(deadlineNanos, CONNECT_NANOS);
      if (!channel.connect(where)) {
        do {
          wait.until(SelectionKey.OP_CONNECT, connected);
        } while (!channel.finishConnect());
      }
      introduce(channel, wait, where, earlier(deadlineNanos, PROOF_NANOS));
      ByteBuffer words = GateLines.bytes(me);
      while (words.hasRemaining()) {
        channel.write(words);
      }
      PmiLine answer = read(channel, wait, System.nanoTime() + limitNanos + GATE_FIRST_NANOS);
      judge(answer);
    }
    channel.configureBlocking(true);
    return channel;
  }

  private static long earlier(long deadlineNanos, long nanos) {
    long then = System.nanoTime() + nanos;
    return then - deadlineNanos < 0 ? then : deadlineNanos;
  }

  private void introduce(
      SocketChannel channel, Wait wait, InetSocketAddress where, long deadlineNanos)
      throws IOException {
    try {
      var introduction =
          Introduction.ofCaller(
              channel, me.requireInt("rank"), GateLines.PURPOSE, key, deadlineNanos);
      while (!introduction.advance()) {
        wait.until(introduction.interest(), deadlineNanos);
      }
    } catch (RefusedException e) {
      throw new HopelessException(
          "rank 0 at %s port %d does not know this rank's secret: it has another, or one of both has none (%s)"
              .formatted(where.getAddress().getHostAddress(), where.getPort(), e.getMessage()),
          e);
    }
    PeerUser user = secured ? PeerUser.OURS : PeerUser.of(channel);
    if (user != PeerUser.OURS) {
      requireOpen(channel);
      throw new HopelessException(
          "what listens at %s port %d is not rank 0: %s"
              .formatted(
                  where.getAddress().getHostAddress(), where.getPort(), Newcomer.strange(user)));
    }
  }

  /** Nobody tells any more whose the other end was of a connection that has been closed. */
  private static void requireOpen(SocketChannel channel) throws IOException {
    if (channel.read(ByteBuffer.allocate(1)) < 0) {
      throw new EOFException("it closed the connection");
    }
  }

  private static PmiLine read(SocketChannel channel, Wait wait, long deadlineNanos)
      throws IOException {
    ByteBuffer read = ByteBuffer.allocate(GateLines.MOST_ANSWER_BYTES);
    while (true) {
      wait.until(SelectionKey.OP_READ, deadlineNanos);
      if (channel.read(read) < 0) {
        throw new EOFException("it closed the connection: rank 0 has ended, or is restarting");
      }
      @Nullable PmiLine line = GateLines.line(read);
      if (line != null) {
        return line;
      }
    }
  }

  private static void judge(PmiLine answer) throws IOException {
    switch (answer.command()) {
      case GateLines.MET -> {
        if (answer.requireInt("rc") != 0) {
          throw new HopelessException(answer.require("message"));
        }
      }
      case GateLines.LATER ->
          throw new IOException("the world before this one has not ended there");
      default -> throw new HopelessException("rank 0 says '" + answer.format() + "'");
    }
  }
}
