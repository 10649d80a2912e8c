package org.purempi.transport.tcp;

import org.jspecify.annotations.Nullable;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;

/** The way to one other rank: asks for a connection at the first offer. */
final class TcpEndpoint implements Endpoint {
  private final TcpTransport transport;
  private final int peer;
  private @Nullable Connection connection;
  private String where = "";
  private boolean hasCalled;
  private String failure = "";

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
    if (bytes < 0 || bytes > Wire.MAX_PAYLOAD_BYTES) {
      throw tooLong(bytes);
    }
    synchronized (transport) {
      Connection c = connection;
      if (c == null) {
        c = connect();
        if (c == null) {
          return failure.isEmpty() ? Offer.BUSY : Offer.FAILED;
        }
      }
      Offer answer = c.offer(word0, word1, word2, payload, bytes);
      if (c.hasUnsent()) {
        transport.noteUnsent(c);
      }
      return answer;
    }
  }

  private @Nullable Connection connect() {
    if (failure.isEmpty()) {
      transport.hearNews();
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
  public long epoch() {
    return 0;
  }

  @Override
  public boolean reclaim(long descriptor, long epoch) {
    return true;
  }
}
