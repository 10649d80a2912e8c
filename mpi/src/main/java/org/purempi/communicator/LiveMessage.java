package org.purempi.communicator;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.Message;
import org.purempi.MpiArgumentException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.protocol.Arrival;
import org.purempi.protocol.Operation;
import org.purempi.request.MessageRequest;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Posted;
import org.purempi.watch.Watch;
import org.purempi.watch.What;

/** A message taken by a matched probe; without an arrival it is {@code MPI_MESSAGE_NO_PROC}. */
final class LiveMessage implements Message {
  private final Messages communicator;
  private final Status status;
  private final boolean noProc;
  private final @Nullable Posted probe;
  private @Nullable Arrival arrival;

  /**
   * A message.
   *
   * @param probe how it was matched; null if nobody wants to know
   */
  LiveMessage(Messages communicator, @Nullable Arrival arrival, @Nullable Posted probe) {
    this.probe = probe;
    this.communicator = communicator;
    this.arrival = arrival;
    this.noProc = arrival == null;
    this.status = arrival == null ? Status.PROC_NULL : arrival.status();
  }

  @Override
  public boolean isNoProc() {
    return noProc;
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public Status mrecv(Buf buf) {
    OpenCall open = Watch.ON ? enter(What.MRECV, buf) : null;
    try {
      return received(open, request("mrecv", buf).waitFor());
    } finally {
      if (Watch.ON) {
        communicator.watch.leave(open);
      }
    }
  }

  private OpenCall enter(What what, Buf buf) {
    OpenCall open =
        communicator.watch.enter(what, communicator.watched, status.source(), status.tag(), buf);
    communicator.watch.matched(open, probe);
    return open;
  }

  private Status received(@Nullable OpenCall open, Status its) {
    if (Watch.ON) {
      communicator.watch.received(open, its);
    }
    return its;
  }

  @Override
  public Request<Status> imrecv(Buf buf) {
    OpenCall open = Watch.ON ? enter(What.IMRECV, buf) : null;
    try {
      MessageRequest request = request("imrecv", buf);
      request.posted(probe);
      return request;
    } finally {
      if (Watch.ON) {
        communicator.watch.leave(open);
      }
    }
  }

  private MessageRequest request(String call, Buf buf) {
    if (noProc) {
      return communicator.finishedRequest(Status.PROC_NULL);
    }
    communicator.requireWritable(call, buf);
    Arrival a = take();
    if (a == null) {
      throw communicator.raise(
          new MpiArgumentException(ErrorClass.REQUEST, "this message has been received already"));
    }
    Operation op = communicator.peers().engine().receiving().start(communicator.peers(), a, buf);
    return communicator.receiveRequest(op, call, buf, status.source());
  }

  private synchronized @Nullable Arrival take() {
    Arrival taken = arrival;
    arrival = null;
    return taken;
  }
}
