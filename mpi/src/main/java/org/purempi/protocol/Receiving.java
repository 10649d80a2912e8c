package org.purempi.protocol;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Status;
import org.purempi.layout.Layout;
import org.purempi.progress.Progress;

/** One rank's receives. Any thread; each public method takes the rank's lock. */
public final class Receiving {
  private final Engine engine;
  private final Progress progress;
  private final Matching matching;

  /** The operation of blocking receives, used again and again; null while in use. */
  private @Nullable ReceiveOperation spare;

  private final SpareReceives spares = new SpareReceives();

  Receiving(Engine engine) {
    this.engine = engine;
    this.progress = engine.progress;
    this.matching = engine.matching;
  }

  private ReceiveOperation takeSpare(Peers from) {
    ReceiveOperation receive = spare;
    spare = null;
    return receive != null ? receive : new ReceiveOperation(from, false);
  }

  /** Receives into contiguous memory ({@code MPI_Recv}). */
  public Status receive(
      Peers from, long context, Object base, long offsetBytes, long bytes, int source, int tag) {
    progress.enter();
    try {
      return received(from, context, base, offsetBytes, bytes, source, tag, 0).status();
    } finally {
      progress.leave();
    }
  }

  /** Inside the lock; the operation is valid there only. */
  private ReceiveOperation received(
      Peers from,
      long context,
      Object base,
      long offset,
      long bytes,
      int source,
      int tag,
      int sign) {
    ReceiveOperation receive = takeSpare(from);
    receive.prepare(from, base, offset, bytes, source, tag);
    receive.sign(sign, true);
    matching.post(context, receive);
    progress.await(receive);
    spare = receive;
    Waiting.throwError(receive);
    return receive;
  }

  /** Receives into a buffer of any layout, for who does not ask for the status. */
  public void receive(Peers from, long context, Buf buf, int source, int tag) {
    receive(from, context, buf, source, tag, 0);
  }

  /** As above, for a collective operation that blocks. */
  public void receive(Peers from, long context, Buf buf, int source, int tag, int signature) {
    if (!Layout.contiguous(buf.datatype())) {
      engine.waiting().waitIgnoringStatus(start(from, context, buf, source, tag, signature));
      return;
    }
    progress.enter();
    try {
      received(from, context, buf.base(), buf.offsetBytes(), buf.bytes(), source, tag, signature);
    } finally {
      progress.leave();
    }
  }

  /** Starts a receive ({@code MPI_Irecv}). */
  public Operation start(Peers from, long context, Buf buf, int source, int tag) {
    progress.enter();
    try {
      return begin(spares.take(from), from, context, buf, source, tag, 0, false);
    } finally {
      progress.leave();
    }
  }

  /** As above, for a collective operation that blocks. */
  public Operation start(Peers from, long context, Buf buf, int source, int tag, int signature) {
    progress.enter();
    try {
      return begin(spares.take(from), from, context, buf, source, tag, signature, true);
    } finally {
      progress.leave();
    }
  }

  /** A receive operation to start later. */
  public ReceiveOperation prepared(Peers from) {
    return new ReceiveOperation(from, false);
  }

  /** As {@link #start}, with an operation that is done ({@code MPI_Start}). */
  public Operation start(
      ReceiveOperation again, Peers from, long context, Buf buf, int source, int tag) {
    progress.enter();
    try {
      return begin(again, from, context, buf, source, tag, 0, false);
    } finally {
      progress.leave();
    }
  }

  /**
   * Starts a receive inside the lock.
   *
   * @param signature of the collective that it belongs to; 0 if it belongs to none
   * @param isOfBlocking whether that one blocks
   */
  Operation begin(
      ReceiveOperation receive,
      Peers from,
      long context,
      Buf buf,
      int source,
      int tag,
      int signature,
      boolean isOfBlocking) {
    receive.prepare(from, buf, source, tag);
    receive.sign(signature, isOfBlocking);
    matching.post(context, receive);
    return receive;
  }

  /** Starts to receive a message of any length into an array of its own. */
  public ReceiveOperation startOfAnyLength(Peers from, long context, int source, int tag) {
    progress.enter();
    try {
      return beginOfAnyLength(from, context, source, tag);
    } finally {
      progress.leave();
    }
  }

  /** As above, inside the lock. */
  ReceiveOperation beginOfAnyLength(Peers from, long context, int source, int tag) {
    ReceiveOperation receive = new ReceiveOperation(from, false);
    receive.prepareOfAny(from, source, tag);
    matching.post(context, receive);
    return receive;
  }

  /** Starts to receive a message that was taken out of the queue ({@code MPI_Imrecv}). */
  public Operation start(Peers from, Arrival message, Buf buf) {
    progress.enter();
    try {
      ReceiveOperation receive = new ReceiveOperation(from, false);
      receive.prepare(from, buf, message.source, message.tag);
      matching.deliver(message, receive);
      return receive;
    } finally {
      progress.leave();
    }
  }

  /**
   * Cancels a receive that has not matched ({@code MPI_Cancel}); everything else goes on.
   *
   * @param isStillWanted whether the operation is the request's still; asked inside the lock,
   *     before which another thread may have released it for another message
   */
  public void cancel(Operation op, BooleanSupplier isStillWanted) {
    progress.enter();
    try {
      if (isStillWanted.getAsBoolean()) {
        op.cancel(engine);
      }
    } finally {
      progress.leave();
    }
  }
}
