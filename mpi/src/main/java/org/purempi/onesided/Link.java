package org.purempi.onesided;

import java.util.ArrayDeque;
import java.util.List;
import org.purempi.progress.Outgoing;
import org.purempi.progress.Progress;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;

/** What goes from a window to one other process, in its order. Belongs to the rank's lock. */
final class Link implements Outgoing {
  /** Frames that belong together. */
  interface Parcel {
    /** Offers the next frames; {@link Offer#OK} when all are out. */
    Offer offer(Endpoint to);

    /** They will never be out. */
    default void lost() {}
  }

  private final Progress progress;
  private final Endpoint endpoint;
  private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();
  private boolean isOffering;
  private boolean isLost;

  Link(Progress progress, Endpoint endpoint) {
    this.progress = progress;
    this.endpoint = endpoint;
  }

  /** Bytes of a frame that travels well. */
  int pieceBytes() {
    return Math.min(endpoint.maxPayloadBytes(), endpoint.pieceBytes());
  }

  /** Sends behind all that waits already. */
  void send(Parcel parcel) {
    if (isLost) {
      parcel.lost();
      return;
    }
    if (!waiting.isEmpty() || !isOut(parcel)) {
      waiting.add(parcel);
      if (!isOffering) {
        isOffering = true;
        progress.offerLater(this);
      }
    }
  }

  /** Whether all that was sent has left this rank's buffers. */
  boolean isClear() {
    return waiting.isEmpty();
  }

  /** Whether the other process can be reached no more; why is {@link #failure}. */
  boolean isLost() {
    return isLost || !endpoint.failure().isEmpty();
  }

  String failure() {
    return endpoint.failure();
  }

  private boolean isOut(Parcel parcel) {
    Offer offer = parcel.offer(endpoint);
    if (offer == Offer.FAILED) {
      waiting.remove(parcel);
      parcel.lost();
      lose();
    }
    return offer != Offer.BUSY;
  }

  /** Nothing goes there any more. */
  void lose() {
    isLost = true;
    List<Parcel> lost = List.copyOf(waiting);
    waiting.clear();
    lost.forEach(Parcel::lost);
  }

  @Override
  public boolean advance() {
    while (!waiting.isEmpty() && isOut(waiting.element())) {
      waiting.poll();
    }
    isOffering = !waiting.isEmpty();
    return !isOffering;
  }
}
