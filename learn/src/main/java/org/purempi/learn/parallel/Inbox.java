package org.purempi.learn.parallel;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.PersistentRequest;
import org.purempi.learn.engine.Tensor;

/**
 * Receives what an {@link Outbox} sends. The next message may arrive while the rank computes: its
 * receive is started as soon as the one before has been taken.
 */
final class Inbox implements AutoCloseable {
  private final Communicator ranks;
  private final int source;
  private final int tag;
  private int rows;
  private int left;
  private float[] buffer = {};
  private @Nullable PersistentRequest message;

  Inbox(Communicator ranks, int source, int tag) {
    this.ranks = ranks;
    this.source = source;
    this.tag = tag;
  }

  /** So many tensors of so many rows will come. */
  void expect(int count, int rowsOfEach) {
    left = count;
    if (message != null && rows == rowsOfEach) {
      message.start();
    } else {
      close();
      rows = rowsOfEach;
    }
  }

  /** The next tensor. */
  Tensor take() {
    PersistentRequest ready = message;
    if (ready == null) { // the first one tells how long rows are
      long numbers = ranks.probe(source, tag).count(Datatype.FLOAT);
      buffer = new float[Math.toIntExact(numbers)];
      ready = ranks.recvInit(Buf.of(buffer), source, tag);
      message = ready;
      ready.start();
    }
    ready.waitFor();
    var tensor = new Tensor(buffer.clone(), rows, buffer.length / rows);
    if (--left > 0) {
      ready.start();
    }
    return tensor;
  }

  @Override
  public void close() {
    if (message != null) {
      message.free();
      message = null;
    }
  }
}
