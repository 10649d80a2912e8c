package org.purempi.protocol;

import org.purempi.transport.Transport;

/** How messages that came before their receives, or were announced, get to them. */
final class Delivery {
  private final Engine engine;

  Delivery(Engine engine) {
    this.engine = engine;
  }

  /** Gives a message that has arrived, or was announced, to its receive; nobody else has it. */
  void deliver(Arrival a, ReceiveOperation r) {
    if (engine.departures.refuses(a, r)) {
      return;
    }
    r.begin(a.source, a.tag, a.totalBytes);
    if (a.signature != r.signature) {
      r.meet(a.signature);
    }
    if (!a.isRequest()) {
      deliverData(a, r);
    } else if (r.wantedBytes() == 0) {
      a.peer.control(Header.GO, a.senderId, 0, 0);
      engine.finished(r);
    } else {
      deliverRequested(a, r);
    }
    engine.spareArrivals.giveBack(a);
  }

  private void deliverData(Arrival a, ReceiveOperation r) {
    if (a.arrivedBytes() < a.totalBytes && engine.departures.fails(a, r)) {
      a.peer.refund(a);
      return;
    }
    boolean whole = r.piece(a.room, 0, a.arrivedBytes());
    a.peer.refund(a);
    if (a.senderId != 0) {
      a.peer.control(Header.DONE, a.senderId, 0, 0);
    }
    if (whole) {
      engine.finished(r);
    } else {
      a.peer.incoming = r;
    }
  }

  private void deliverRequested(Arrival a, ReceiveOperation r) {
    boolean isLent = a.descriptor != Transport.NONE;
    if (isLent && engine.departures.take(a, r)) {
      a.peer.control(Header.DONE, a.senderId, 0, 0);
      engine.finished(r);
    } else if (!engine.departures.fails(a, r)) {
      int id = engine.receives.add(r);
      r.streamAs(id);
      a.peer.control(Header.GO, a.senderId, id, r.wantedBytes());
    }
  }
}
