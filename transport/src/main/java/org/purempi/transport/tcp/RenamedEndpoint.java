package org.purempi.transport.tcp;

import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;

/** An endpoint of a transport of fewer ranks, whose peer has another number here. */
class RenamedEndpoint implements Endpoint {
  private final Endpoint inner;
  private final int peer;

  RenamedEndpoint(Endpoint inner, int peer) {
    this.inner = inner;
    this.peer = peer;
  }

  @Override
  public int peer() {
    return peer;
  }

  @Override
  public int maxPayloadBytes() {
    return inner.maxPayloadBytes();
  }

  @Override
  public int pieceBytes() {
    return inner.pieceBytes();
  }

  @Override
  public int eagerBytes() {
    return inner.eagerBytes();
  }

  @Override
  public Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
    return inner.offer(word0, word1, word2, payload, bytes);
  }

  @Override
  public void watch() {
    inner.watch();
  }

  @Override
  public String failure() {
    return renamed(inner.failure(), inner.peer(), peer);
  }

  /** A reason that begins with a rank's name, by its number here. */
  static String renamed(String reason, int inside, int here) {
    String name = "rank " + inside;
    return reason.startsWith(name + " ")
        ? "rank " + here + reason.substring(name.length())
        : reason;
  }

  @Override
  public long lend(Source source) {
    return inner.lend(source);
  }

  @Override
  public boolean isFreeSoonerIfSent(long bytes) {
    return inner.isFreeSoonerIfSent(bytes);
  }

  @Override
  public void reclaim(long descriptor) {
    inner.reclaim(descriptor);
  }
}
