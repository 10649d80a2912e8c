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

/** A message taken by a matched probe; without an arrival it is {@code MPI_MESSAGE_NO_PROC}. */
final class LiveMessage implements Message {
  private final Messages communicator;
  private final Status status;
  private final boolean noProc;
  private @Nullable Arrival arrival;

  LiveMessage(Messages communicator, @Nullable Arrival arrival) {
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
    return imrecv(buf).waitFor();
  }

  @Override
  public Request<Status> imrecv(Buf buf) {
    if (noProc) {
      return communicator.finishedRequest(Status.PROC_NULL);
    }
    communicator.requireWritable("mrecv", buf);
    Arrival a = take();
    if (a == null) {
      throw communicator.raise(
          new MpiArgumentException(ErrorClass.REQUEST, "this message has been received already"));
    }
    Operation op = communicator.peers().engine().receiving().start(communicator.peers(), a, buf);
    return new MessageRequest(communicator, op);
  }

  private synchronized @Nullable Arrival take() {
    Arrival taken = arrival;
    arrival = null;
    return taken;
  }
}
