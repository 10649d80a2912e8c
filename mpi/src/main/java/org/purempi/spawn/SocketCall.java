package org.purempi.spawn;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.purempi.bootstrap.Wait;
import org.purempi.transport.tcp.Introduction;
import org.purempi.transport.tcp.JobKey;

/**
 * A connection of sockets; both ends have proved that they know the port's secret. They say
 * something in turns: each a length and so many bytes.
 */
final class SocketCall implements Call {
  private static final String PURPOSE = "purempi port";
  private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int MOST_BYTES = 1 << 28;

  /** Nobody's rank is asked for: the secret is what counts. */
  private static final int CALLER = 0;

  private final SocketChannel channel;
  private final boolean isHost;
  private final JobKey key;
  private final boolean isOurs;

  private SocketCall(SocketChannel channel, boolean isHost, JobKey key, boolean isOurs) {
    this.channel = channel;
    this.isHost = isHost;
    this.key = key;
    this.isOurs = isOurs;
  }

  /**
   * A connection of the program's, which stays open.
   *
   * @param isHost whether this side's group is the first; it speaks first
   * @param key a secret that only both ends know
   */
  static SocketCall over(SocketChannel channel, boolean isHost, JobKey key) {
    return new SocketCall(channel, isHost, key, false);
  }

  private static JobKey key(PortName port) {
    return JobKey.derived(port.secret(), PURPOSE);
  }

  /** Calls a port, once. */
  static SocketCall to(PortName port) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      long deadlineNanos = System.nanoTime() + PROOF_NANOS;
      try (var wait = new Wait(channel)) {
        if (!channel.connect(port.socket())) {
          do {
            wait.until(SelectionKey.OP_CONNECT, deadlineNanos);
          } while (!channel.finishConnect());
        }
        finish(
            Introduction.ofCaller(channel, CALLER, PURPOSE, key(port), deadlineNanos),
            wait,
            deadlineNanos,
            () -> {});
      }
      channel.configureBlocking(true);
      return new SocketCall(channel, false, key(port), true);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Lets in somebody who calls a port, if he knows its name.
   *
   * @param spoken is run when he has begun to prove that
   */
  static SocketCall from(SocketChannel channel, PortName port, Runnable spoken) throws IOException {
    channel.configureBlocking(false);
    long deadlineNanos = System.nanoTime() + PROOF_NANOS;
    try (var wait = new Wait(channel)) {
      finish(
          Introduction.ofHost(channel, PURPOSE, key(port), deadlineNanos),
          wait,
          deadlineNanos,
          spoken);
    }
    channel.configureBlocking(true);
    return new SocketCall(channel, true, key(port), true);
  }

  private static void finish(
      Introduction introduction, Wait wait, long deadlineNanos, Runnable spoken)
      throws IOException {
    while (!introduction.advance()) {
      if (introduction.hasSpoken()) {
        spoken.run();
      }
      wait.until(introduction.interest(), deadlineNanos);
    }
  }

  @Override
  public boolean isHost() {
    return isHost;
  }

  @Override
  public JobKey key(String link) {
    return key.derive("link " + link);
  }

  @Override
  public byte[] swap(byte[] mine, long deadlineNanos) throws IOException {
    // In turns: if both wrote first, much would be stuck in both.
    if (isHost) {
      say(mine);
      return hear(deadlineNanos);
    }
    byte[] theirs = hear(deadlineNanos);
    say(mine);
    return theirs;
  }

  private void say(byte[] bytes) throws IOException {
    var out = new DataOutputStream(channel.socket().getOutputStream());
    byte[] length = {
      (byte) (bytes.length >>> 24),
      (byte) (bytes.length >>> 16),
      (byte) (bytes.length >>> 8),
      (byte) bytes.length
    };
    out.write(length);
    out.write(bytes);
    out.flush();
  }

  private byte[] hear(long deadlineNanos) throws IOException {
    channel.socket().setSoTimeout(millisUntil(deadlineNanos));
    var in = new DataInputStream(channel.socket().getInputStream());
    int length;
    try {
      length = in.readInt();
    } catch (EOFException e) {
      throw new EOFException("the other side has hung up");
    }
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("the other side says something that is no message of purempi's");
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the other side has hung up");
    }
    return bytes;
  }

  private static int millisUntil(long deadlineNanos) throws SocketTimeoutException {
    if (deadlineNanos == Long.MAX_VALUE) {
      return 0;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    if (millis <= 0) {
      throw new SocketTimeoutException("the time is over");
    }
    return (int) Math.min(millis, Integer.MAX_VALUE);
  }

  @Override
  public void close() throws IOException {
    if (isOurs) {
      channel.close();
    }
  }
}
