package org.purempi.communicator;

import org.purempi.Buf;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.check.Tracked;
import org.purempi.check.Use;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.request.LiveRequest;
import org.purempi.request.MessageRequest;

/** What the checker is told of messages; where it is off, these are the plain ways. */
abstract class CheckedMessages extends PackingForms {
  CheckedMessages(Rank home, Peers peers, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
  }

  /** A request of an operation. */
  final MessageRequest request(Operation operation) {
    MessageRequest request = new MessageRequest(this, operation);
    if (Check.ON) {
      track(request, false);
    }
    return request;
  }

  /** A request of an operation that reads a buffer and sends it. */
  final MessageRequest sendRequest(Operation operation, String call, Buf buf, int dest) {
    MessageRequest request = new MessageRequest(this, operation);
    if (Check.ON) {
      track(request, false, Use.read(someOf(buf, dest), call));
      notePartner(request, dest);
    }
    return request;
  }

  /** A request of an operation that writes to a buffer. */
  final MessageRequest receiveRequest(Operation operation, String call, Buf buf, int source) {
    MessageRequest request = new MessageRequest(this, operation);
    if (Check.ON) {
      track(request, false, Use.written(someOf(buf, source), call));
    }
    return request;
  }

  /** A request of an operation that does both. */
  final MessageRequest exchangeRequest(
      Operation operation, Buf sent, int dest, Buf received, int source) {
    MessageRequest request = new MessageRequest(this, operation);
    if (Check.ON) {
      Use read = Use.read(someOf(sent, dest), "sendrecv");
      track(request, false, read, Use.written(someOf(received, source), "sendrecv"));
      notePartner(request, dest);
    }
    return request;
  }

  /** Nothing goes to nobody. */
  static Buf someOf(Buf buf, int partner) {
    return partner == Mpi.PROC_NULL ? Buf.EMPTY : buf;
  }

  private void notePartner(MessageRequest request, int dest) {
    if (dest != Mpi.PROC_NULL) {
      long sent = engine.order().last();
      request.onWait(() -> engine.order().waited(sent));
    }
  }

  /** The checker watches a request from now on. */
  final void track(LiveRequest<?> request, boolean isPersistent, Use... uses) {
    request.track(new Tracked(engine.checker(), isPersistent, () -> told(uses), uses));
  }

  private String told(Use... uses) {
    String call = uses.length == 0 ? "a request" : uses[0].call() + " of " + uses[0].buf();
    return call + " on " + label();
  }

  /** Sends, and waits until the buffer may be written again. Only where the checker is on. */
  final void sendChecked(Buf buf, int dest, int tag) {
    engine.checker().buffers().use(Use.read(buf, "send"));
    awaitSend(sending.start(peers, peers.context(), buf, dest, tag));
  }

  /** Waits for a send, as the calling thread does nothing else. */
  final void awaitSend(Operation send) {
    if (Check.ON) {
      engine.order().waited(engine.order().last());
    }
    waiting.waitIgnoringStatus(send);
  }

  /** Receives. Only where the checker is on. */
  final Status receiveChecked(Buf buf, int source, int tag) {
    engine.checker().buffers().use(Use.written(buf, "recv"));
    Operation receive = receiving.start(peers, peers.context(), buf, source, tag);
    waiting.await(receive);
    engine.order().waited(receive);
    return waiting.waitFor(receive);
  }
}
