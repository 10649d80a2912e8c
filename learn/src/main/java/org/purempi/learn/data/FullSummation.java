package org.purempi.learn.data;

import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.learn.ElementType;

/** An allreduce in place. */
final class FullSummation implements Exchange.Summation {
  private final PersistentRequest sum;

  FullSummation(Communicator comm, MemorySegment gradient, ElementType type) {
    long count = gradient.byteSize() / type.bytes();
    Datatype datatype = type == ElementType.FLOAT64 ? Datatype.DOUBLE : Datatype.FLOAT;
    if (type.bytes() == Short.BYTES) {
      throw new IllegalArgumentException(
          "gradients of " + type + " are summed by Exchange.half(" + type + ")");
    }
    sum = comm.allreduceInit(Buf.IN_PLACE, Buf.of(gradient, count, datatype), Op.SUM);
  }

  @Override
  public void start() {
    sum.start();
  }

  @Override
  public void advance() {
    sum.getStatus();
  }

  @Override
  public void finish() {
    sum.waitFor();
  }

  @Override
  public void close() {
    sum.free();
  }
}
