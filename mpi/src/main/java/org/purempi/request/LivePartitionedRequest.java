package org.purempi.request;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.PartitionedRequest;
import org.purempi.protocol.Operation;

/** One side of a partitioned message. */
public final class LivePartitionedRequest extends LivePersistentRequest
    implements PartitionedRequest {
  private final int partitions;
  private final IntConsumer ready;
  private final IntPredicate arrived;

  /** A request of so many partitions, which are told ready or asked for. */
  public LivePartitionedRequest(
      ErrorScope scope,
      Supplier<Operation> starter,
      int partitions,
      IntConsumer ready,
      IntPredicate arrived) {
    super(scope, starter);
    this.partitions = partitions;
    this.ready = ready;
    this.arrived = arrived;
  }

  @Override
  public int partitions() {
    return partitions;
  }

  @Override
  public void pready(int partition) {
    requireNotFreed();
    if (!active()) {
      throw wrong(ErrorClass.REQUEST, "pready: the request is not active, start it first");
    }
    try {
      ready.accept(partition);
    } catch (MpiArgumentException | MpiException e) {
      throw scope().raise(e);
    }
  }

  @Override
  public boolean parrived(int partition) {
    requireNotFreed();
    if (partition < 0 || partition >= partitions) {
      throw wrong(ErrorClass.ARG, "parrived: partition " + partition + " of " + partitions);
    }
    return !active() || arrived.test(partition);
  }

  private RuntimeException wrong(ErrorClass errorClass, String message) {
    return scope().raise(new MpiArgumentException(errorClass, message));
  }
}
