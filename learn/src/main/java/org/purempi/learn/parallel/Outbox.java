package org.purempi.learn.parallel;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.PersistentRequest;
import org.purempi.learn.engine.Tensor;

/** Sends tensors of one size to one rank, by one message that is started again and again. */
final class Outbox implements AutoCloseable {
  private final Communicator ranks;
  private final int dest;
  private final int tag;
  private float[] buffer = {};
  private @Nullable PersistentRequest message;

  Outbox(Communicator ranks, int dest, int tag) {
    this.ranks = ranks;
    this.dest = dest;
    this.tag = tag;
  }

  /** Copies a tensor and goes on; waits only while the one before has no receiver yet. */
  void send(Tensor tensor) {
    finish();
    PersistentRequest ready = message;
    if (ready == null || buffer.length != tensor.data().length) {
      close();
      buffer = new float[tensor.data().length];
      ready = ranks.sendInit(Buf.of(buffer), dest, tag);
      message = ready;
    }
    System.arraycopy(tensor.data(), 0, buffer, 0, buffer.length);
    ready.start();
  }

  /** Waits until what was sent has arrived. */
  void finish() {
    if (message != null) {
      message.waitFor();
    }
  }

  @Override
  public void close() {
    if (message != null) {
      message.free();
      message = null;
    }
  }
}
