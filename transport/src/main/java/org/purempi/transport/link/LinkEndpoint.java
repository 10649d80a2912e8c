package org.purempi.transport.link;

import org.jspecify.annotations.Nullable;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;

/** The way to a process of another job, until its link is cut. */
final class LinkEndpoint implements Endpoint {
  private static final String CUT = "a process of another job: it has been disconnected";

  private final int peer;
  private final int maxPayloadBytes;
  private final int pieceBytes;
  private final int eagerBytes;

  /** Null once the link has been cut. */
  private @Nullable Endpoint inner;

  LinkEndpoint(Endpoint inner, int peer) {
    this.inner = inner;
    this.peer = peer;
    this.maxPayloadBytes = inner.maxPayloadBytes();
    this.pieceBytes = inner.pieceBytes();
    this.eagerBytes = inner.eagerBytes();
  }

  void cut() {
    inner = null;
  }

  boolean isCut() {
    return inner == null;
  }

  /** A reason whose rank is one of the link, which nobody else knows. */
  static String told(String reason, int rank) {
    String name = "rank " + rank + " ";
    return reason.startsWith(name)
        ? "a process of another job " + reason.substring(name.length())
        : reason;
  }

  @Override
  public int peer() {
    return peer;
  }

  @Override
  public int maxPayloadBytes() {
    return maxPayloadBytes;
  }

  @Override
  public int pieceBytes() {
    return pieceBytes;
  }

  @Override
  public int eagerBytes() {
    return eagerBytes;
  }

  @Override
  public Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
    Endpoint to = inner;
    return to == null ? Offer.FAILED : to.offer(word0, word1, word2, payload, bytes);
  }

  @Override
  public Offer offerSoon(long word0, long word1, long word2, Source payload, int bytes) {
    Endpoint to = inner;
    return to == null ? Offer.FAILED : to.offerSoon(word0, word1, word2, payload, bytes);
  }

  @Override
  public long stream(long word0, long word1, long word2, Source payload, long bytes) {
    Endpoint to = inner;
    return to == null ? LOST : to.stream(word0, word1, word2, payload, bytes);
  }

  @Override
  public boolean isMidFrame() {
    Endpoint to = inner;
    return to != null && to.isMidFrame();
  }

  @Override
  public boolean hasUnsent() {
    Endpoint to = inner;
    return to != null && to.hasUnsent();
  }

  @Override
  public void watch() {
    Endpoint to = inner;
    if (to != null) {
      to.watch();
    }
  }

  @Override
  public String failure() {
    Endpoint to = inner;
    return to == null ? CUT : told(to.failure(), to.peer());
  }

  @Override
  public long lend(Source source) {
    Endpoint to = inner;
    return to == null ? Transport.NONE : to.lend(source);
  }

  @Override
  public boolean isFreeSoonerIfSent(long bytes) {
    Endpoint to = inner;
    return to != null && to.isFreeSoonerIfSent(bytes);
  }

  @Override
  public void reclaim(long descriptor) {
    Endpoint to = inner;
    if (to != null) {
      to.reclaim(descriptor);
    }
  }
}
