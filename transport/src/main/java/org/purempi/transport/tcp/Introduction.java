package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.purempi.channel.KeepAlive;
import org.purempi.channel.PlainPipe;

/**
 * Two ends of a connection prove to each other that they know a secret, as ranks do before they
 * exchange frames: for those who meet before they are ranks. What follows is in the clear, and is
 * the caller's business. One thread at a time.
 */
public final class Introduction {
  /** The number of the one whom all others call; no rank has it. */
  private static final int HOST = Integer.MAX_VALUE - 1;

  private static final int NUMBERS = Integer.MAX_VALUE;

  private final Handshake handshake;

  private Introduction(Handshake handshake) {
    this.handshake = handshake;
  }

  /**
   * The side that has called.
   *
   * @param channel connected, not blocking
   * @param rank the caller's
   * @param purpose what the connection is for, the same on both sides
   */
  public static Introduction ofCaller(
      SocketChannel channel, int rank, String purpose, JobKey key, long deadlineNanos)
      throws IOException {
    return of(channel, new Handshake.Identity(rank, NUMBERS, purpose, key), HOST, deadlineNanos);
  }

  /** The side that was called; as above. */
  public static Introduction ofHost(
      SocketChannel channel, String purpose, JobKey key, long deadlineNanos) throws IOException {
    return of(channel, new Handshake.Identity(HOST, NUMBERS, purpose, key), -1, deadlineNanos);
  }

  private static Introduction of(
      SocketChannel channel, Handshake.Identity me, int peer, long deadlineNanos)
      throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    KeepAlive.USUAL.on(channel);
    return new Introduction(new Handshake(new PlainPipe(channel), me, peer, deadlineNanos));
  }

  /**
   * Goes on as far as it can without blocking; whether both sides have proved themselves.
   *
   * @throws RefusedException when the other side does not know the secret, or is something else
   * @throws IOException when the connection broke
   */
  public boolean advance() throws IOException {
    return handshake.advance(caller -> true);
  }

  /** What to select on while it is not done. */
  public int interest() {
    return handshake.interest();
  }

  /** The rank that calls, once both sides have proved themselves. */
  public int caller() {
    return handshake.peer();
  }

  /** Whether the caller has said who it is, which is not proved yet. */
  public boolean hasSpoken() {
    return handshake.hasSpoken();
  }

  /** When it is to be given up, by {@link System#nanoTime}. */
  public long deadlineNanos() {
    return handshake.deadlineNanos();
  }
}
