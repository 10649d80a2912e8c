package org.purempi.transport.tcp;

import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;

/** The frames of one pair of ranks, over one socket. Belongs to the rank's thread. */
final class Connection {
  private final int peer;
  private final Pipe pipe;
  private final Inlet inlet;
  private final Outlet outlet;

  Connection(int peer, Pipe pipe, Buffers buffers) {
    this.peer = peer;
    this.pipe = pipe;
    this.inlet = new Inlet(peer, pipe, buffers);
    this.outlet = new Outlet(pipe, buffers);
  }

  int peer() {
    return peer;
  }

  Pipe pipe() {
    return pipe;
  }

  /** Why it is over, in words that follow the peer's name; null while it is not. */
  @Nullable String ending() {
    return inlet.ending();
  }

  /** Why offers fail; null while they do not. */
  @Nullable String sendFailure() {
    String ending = inlet.ending();
    return ending != null ? ending : outlet.failure(inlet.hasLeft());
  }

  boolean hasLeft() {
    return inlet.hasLeft();
  }

  /** What has gone over it so far. */
  Silence.Pulse pulse() {
    return new Silence.Pulse(this, inlet.heard(), outlet.said());
  }

  /** Its peer's system is silent. */
  void giveUp() {
    inlet.end(Ending.SILENT);
  }

  /** Its peer has sent what no rank sends. */
  void reject(String what) {
    inlet.reject(what);
  }

  /** Whether what came was no frame of ours. */
  boolean isMalformed() {
    return inlet.isMalformed();
  }

  /** Whether bytes of frames that were taken are still here, or one that has gone in part. */
  boolean hasUnsent() {
    return isOpen() && outlet.hasUnsent();
  }

  /** Whether a frame has gone in part. */
  boolean isMidFrame() {
    return isOpen() && outlet.isMidFrame();
  }

  /** Whether frames wait here that no selector tells of. */
  boolean hasMore() {
    return inlet.hasMore();
  }

  private boolean isOpen() {
    return inlet.ending() == null && !outlet.hasFailed();
  }

  /** Reads once, hands over the frames that are complete, and returns how many. */
  int receive(FrameHandler handler) {
    return inlet.receive(handler);
  }

  /** See {@link Endpoint#offer}. */
  Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
    return isOpen() ? outlet.offer(word0, word1, word2, payload, bytes) : Offer.FAILED;
  }

  /** See {@link Endpoint#offerSoon}. */
  Offer offerSoon(long word0, long word1, long word2, Source payload, int bytes) {
    return isOpen() ? outlet.offerSoon(word0, word1, word2, payload, bytes) : Offer.FAILED;
  }

  /** See {@link Endpoint#stream}. */
  long stream(long word0, long word1, long word2, Source payload, long bytes) {
    return isOpen() ? outlet.stream(word0, word1, word2, payload, bytes) : Endpoint.LOST;
  }

  /** Writes what waits; whether nothing waits any more. */
  boolean flush() {
    return outlet.flush();
  }

  /** Puts the goodbye behind what waits; a peer that lacks a part of a frame will not hear it. */
  void bye() {
    if (isOpen()) {
      outlet.bye();
    }
  }
}
