package org.purempi.learn.data;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.PersistentRequest;
import org.purempi.learn.ElementType;

/**
 * Each rank gets its part of the numbers from all, in 16 bits, sums them in float32 and in the
 * order of the ranks, and gives the rounded sum to all.
 */
final class HalfSummation implements Exchange.Summation {
  private final MemorySegment gradient;
  private final ElementType type;
  private final ElementType format;
  private final int count;
  private final int part;
  private final short[] sent;
  private final short[] received;
  private final short[] sums;
  private final PersistentRequest deal;
  private final PersistentRequest give;
  private boolean isGiving;

  HalfSummation(Communicator comm, MemorySegment gradient, ElementType type, ElementType format) {
    this.gradient = gradient;
    this.type = type;
    if (type == ElementType.FLOAT64 || (type.bytes() == Short.BYTES && type != format)) {
      throw new IllegalArgumentException("gradients of " + type + " cannot be sent as " + format);
    }
    this.format = format;
    this.count = Math.toIntExact(gradient.byteSize() / type.bytes());
    int ranks = comm.size();
    this.part = Math.ceilDiv(count, ranks);
    this.sent = new short[part * ranks];
    this.received = new short[part * ranks];
    this.sums = new short[part];
    this.deal = comm.alltoallInit(Buf.of(sent), Buf.of(received));
    this.give = comm.allgatherInit(Buf.of(sums), Buf.of(received));
  }

  static void check(ElementType format) {
    if (format.bytes() != Short.BYTES) {
      throw new IllegalArgumentException(format + " is not a type of 16 bits");
    }
  }

  @Override
  public void start() {
    if (type.bytes() == Short.BYTES) {
      MemorySegment.copy(gradient, JAVA_SHORT, 0, sent, 0, count);
    } else {
      for (int i = 0; i < count; i++) {
        sent[i] = format.narrow(gradient.getAtIndex(JAVA_FLOAT, i));
      }
    }
    isGiving = false;
    deal.start();
  }

  @Override
  public void advance() {
    if (isGiving) {
      give.getStatus();
    } else if (deal.getStatus().isPresent()) {
      give();
    }
  }

  private void give() {
    deal.waitFor();
    float[] sum = new float[part];
    for (int from = 0; from < received.length; from += part) {
      for (int i = 0; i < part; i++) {
        sum[i] += format.widen(received[from + i]);
      }
    }
    for (int i = 0; i < part; i++) {
      sums[i] = format.narrow(sum[i]);
    }
    give.start();
    isGiving = true;
  }

  @Override
  public void finish() {
    if (!isGiving) {
      give();
    }
    give.waitFor();
    if (type.bytes() == Short.BYTES) {
      MemorySegment.copy(received, 0, gradient, JAVA_SHORT, 0, count);
    } else {
      for (int i = 0; i < count; i++) {
        gradient.setAtIndex(JAVA_FLOAT, i, format.widen(received[i]));
      }
    }
  }

  @Override
  public void close() {
    deal.free();
    give.free();
  }
}
