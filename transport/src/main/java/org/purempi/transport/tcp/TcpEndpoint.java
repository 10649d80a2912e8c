package org.purempi.transport.tcp;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;

/** The way to one other rank: asks for a connection at the first offer. */
final class TcpEndpoint implements Endpoint {
  private static final long WATCH_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final TcpTransport transport;
  private final int peer;
  private @Nullable Connection connection;
  private String where = "";
  private boolean hasCalled;
  private String failure = "";
  private long watchedAtNanos = System.nanoTime() - WATCH_AGAIN_NANOS;

  TcpEndpoint(TcpTransport transport, int peer) {
    this.transport = transport;
    this.peer = peer;
  }

  @Override
  public int peer() {
    return peer;
  }

  @Override
  public int maxPayloadBytes() {
    return Wire.MAX_PAYLOAD_BYTES;
  }

  @Override
  public int pieceBytes() {
    return Wire.PIECE_BYTES;
  }

  @Override
  public int eagerBytes() {
    return Wire.MAX_PAYLOAD_BYTES;
  }

  @Override
  public Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
    return offer(word0, word1, word2, payload, bytes, false);
  }

  @Override
  public Offer offerSoon(long word0, long word1, long word2, Source payload, int bytes) {
    return offer(word0, word1, word2, payload, bytes, true);
  }

  private Offer offer(
      long word0, long word1, long word2, Source payload, int bytes, boolean isNotUrgent) {
    if (bytes < 0 || bytes > Wire.MAX_PAYLOAD_BYTES) {
      throw tooLong(bytes);
    }
    synchronized (transport) {
      Connection c = connectedToSend();
      if (c == null) {
        return failure.isEmpty() ? Offer.BUSY : Offer.FAILED;
      }
      Offer answer =
          isNotUrgent
              ? c.offerSoon(word0, word1, word2, payload, bytes)
              : c.offer(word0, word1, word2, payload, bytes);
      noteUnsent(c);
      return answer;
    }
  }

  @Override
  public long stream(long word0, long word1, long word2, Source payload, long bytes) {
    synchronized (transport) {
      Connection c = connectedToSend();
      if (c == null) {
        return failure.isEmpty() ? 0 : LOST;
      }
      long taken = c.stream(word0, word1, word2, payload, bytes);
      noteUnsent(c);
      return taken;
    }
  }

  @Override
  public boolean isMidFrame() {
    synchronized (transport) {
      Connection c = connection;
      return c != null && c.isMidFrame();
    }
  }

  @Override
  public boolean hasUnsent() {
    synchronized (transport) {
      Connection c = connection;
      return c != null && c.hasUnsent();
    }
  }

  @Override
  public void watch() {
    synchronized (transport) {
      long now = System.nanoTime();
      boolean isKnown = connection != null || hasCalled || !failure.isEmpty();
      if (!isKnown && now - watchedAtNanos >= WATCH_AGAIN_NANOS) {
        watchedAtNanos = now;
        transport.watch(peer);
      }
    }
  }

  private void noteUnsent(Connection c) {
    if (c.hasUnsent()) {
      transport.noteUnsent(c);
    }
  }

  private @Nullable Connection connectedToSend() {
    Connection c = connection;
    if (c != null) {
      return c;
    }
    if (failure.isEmpty()) {
      transport.hearEvents();
      if (connection == null && failure.isEmpty() && !hasCalled) {
        hasCalled = true;
        transport.call(peer);
      }
    }
    return connection;
  }

  /** The connection is there, made by either side. */
  void connected(Connection made, String at) {
    connection = made;
    where = at;
  }

  /** Whether this connection is not used any more. */
  boolean isOver(Connection its) {
    return connection != its;
  }

  /** No connection any more, or never; {@code what} follows the rank's name. */
  void failed(String what) {
    failure = "rank " + peer + (where.isEmpty() ? "" : " on " + where) + " " + what;
    connection = null;
  }

  @Override
  public String failure() {
    synchronized (transport) {
      Connection c = connection;
      String sending = c == null ? null : c.sendFailure();
      return sending == null ? failure : "rank " + peer + " on " + where + " " + sending;
    }
  }

  private IllegalArgumentException tooLong(int bytes) {
    return new IllegalArgumentException(
        "a frame to rank "
            + peer
            + " has "
            + bytes
            + " payload bytes; this transport carries 0 to "
            + Wire.MAX_PAYLOAD_BYTES);
  }

  /** None: the peer cannot reach this rank's memory. */
  @Override
  public long lend(Source source) {
    return Transport.NONE;
  }

  @Override
  public void reclaim(long descriptor) {
    throw new IllegalStateException("nothing was lent");
  }
}
