package org.purempi.learn.parallel;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Tensor;

/** A stage of a pipeline: its layers, and the ways to the stages before and after it. */
final class Stage implements AutoCloseable {
  private final Network network;
  private final @Nullable Inbox activationsIn; // none at the first stage
  private final @Nullable Outbox gradientsOut;
  private final @Nullable Outbox activationsOut; // none at the last one
  private final @Nullable Inbox gradientsIn;
  private final @Nullable Memo[] memos;

  private Tensor examples = new Tensor(0, 0);
  private int rows;
  private boolean learns;

  Stage(Communicator ranks, int index, int count, int microBatches, Network network) {
    int size = ranks.size();
    int before = (index + size - 1) % size;
    int after = (index + 1) % size;
    boolean isFirst = index == 0;
    boolean isLast = index == count - 1;
    this.network = network;
    this.activationsIn = isFirst ? null : new Inbox(ranks, before, 2 * index);
    this.gradientsOut = isFirst ? null : new Outbox(ranks, before, 2 * index + 1);
    this.activationsOut = isLast ? null : new Outbox(ranks, after, 2 * index + 2);
    this.gradientsIn = isLast ? null : new Inbox(ranks, after, 2 * index + 3);
    this.memos = new Memo[microBatches];
  }

  Network network() {
    return network;
  }

  boolean isLast() {
    return activationsOut == null;
  }

  /** Gets ready for a batch of micro-batches with so many rows. */
  void begin(Tensor batch, int rowsOfEach, boolean learning) {
    examples = batch;
    rows = rowsOfEach;
    learns = learning;
    if (activationsIn != null) {
      activationsIn.expect(memos.length, rows);
    }
    if (gradientsIn != null && learns) {
      gradientsIn.expect(memos.length, rows);
    }
  }

  /** Passes a micro-batch on to the next stage, and returns the output. */
  Tensor forward(int microBatch) {
    var memo = new Memo();
    Tensor x =
        activationsIn == null ? examples.rows(microBatch * rows, rows) : activationsIn.take();
    Tensor y = network.forward(x, memo);
    if (activationsOut != null) {
      activationsOut.send(y);
    }
    memos[microBatch] = learns ? memo : null;
    return y;
  }

  /** Notes the gradient by the output, which the last stage is told. */
  void gradient(int microBatch, Tensor gradient) {
    Memo memo = memos[microBatch];
    if (memo != null) {
      memo.push(gradient);
    }
  }

  /** Passes a micro-batch's gradient back to the stage before. */
  void backward(int microBatch) {
    Memo memo = Objects.requireNonNull(memos[microBatch]);
    memos[microBatch] = null;
    Tensor gradient = gradientsIn == null ? memo.pop(Tensor.class) : gradientsIn.take();
    Tensor back = network.backward(gradient, memo);
    if (gradientsOut != null) {
      gradientsOut.send(back);
    }
  }

  /** Waits until all that was sent has arrived. */
  void end() {
    for (Outbox out : outboxes()) {
      out.finish();
    }
  }

  private List<Outbox> outboxes() {
    return Stream.of(activationsOut, gradientsOut).filter(Objects::nonNull).toList();
  }

  @Override
  public void close() {
    outboxes().forEach(Outbox::close);
    Stream.of(activationsIn, gradientsIn).filter(Objects::nonNull).forEach(Inbox::close);
  }
}
