package org.purempi.communicator;

import java.util.function.Supplier;
import org.purempi.Buf;
import org.purempi.ErrorHandler;
import org.purempi.PersistentRequest;
import org.purempi.Status;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.ReceiveOperation;

/** Messages that are set up once and started again and again (section 3.9). */
abstract class PersistentMessages extends Messages {
  PersistentMessages(Rank home, Peers peers, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
  }

  private PersistentRequest persistent(Supplier<Operation> starter) {
    return new LivePersistentRequest(this, peers.context(), starter);
  }

  @Override
  public PersistentRequest sendInit(Buf buf, int dest, int tag) {
    maySend("sendInit", buf, dest, tag);
    return persistent(() -> startSend("start", buf, dest, tag));
  }

  @Override
  public PersistentRequest bsendInit(Buf buf, int dest, int tag) {
    boolean some = maySend("bsendInit", buf, dest, tag);
    return persistent(
        () -> some ? startBuffered(buf, dest, tag) : messenger.done(Status.PROC_NULL));
  }

  @Override
  public PersistentRequest ssendInit(Buf buf, int dest, int tag) {
    boolean some = maySend("ssendInit", buf, dest, tag);
    return persistent(
        () ->
            some
                ? messenger.startSynchronousSend(peers, peers.context(), buf, dest, tag)
                : messenger.done(Status.PROC_NULL));
  }

  @Override
  public PersistentRequest rsendInit(Buf buf, int dest, int tag) {
    return sendInit(buf, dest, tag);
  }

  @Override
  public PersistentRequest recvInit(Buf buf, int source, int tag) {
    mayReceive("recvInit", buf, source, tag);
    ReceiveOperation again = messenger.newReceive(peers);
    return persistent(() -> startReceive("start", again, buf, source, tag));
  }
}
