package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.layout.Layout;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Urgency;

/**
 * The space that buffered sends copy their messages to (section 3.6). Each message takes its size
 * and {@link Mpi#BSEND_OVERHEAD} bytes until it is delivered.
 */
public final class BufferedSends {
  private record Taken(long offset, long bytes, Operation operation) {}

  private final Engine engine;
  private final List<Taken> taken = new ArrayList<>();
  private @Nullable MemorySegment space;
  private boolean automatic;

  /** No space yet. */
  public BufferedSends(Engine engine) {
    this.engine = engine;
  }

  /** Whether a buffer is attached. */
  public synchronized boolean isAttached() {
    return automatic || space != null;
  }

  /** Uses {@code buffer} from now on. */
  public synchronized void attach(MemorySegment buffer) {
    requireNone();
    space = buffer;
  }

  /** Takes heap memory as needed from now on. */
  public synchronized void attachAutomatic() {
    requireNone();
    automatic = true;
  }

  private void requireNone() {
    if (isAttached()) {
      throw new MpiException(
          ErrorClass.BUFFER, "a buffer is attached already: detach it first (section 3.6)");
    }
  }

  /** Copies the message and starts to send it; never waits for the receiver. */
  public synchronized Operation send(Peers to, Buf buf, int dest, int tag) {
    forgetDelivered();
    long bytes = buf.bytes();
    if (automatic) {
      Operation operation = start(to, Layout.copyOf(buf), dest, tag);
      taken.add(new Taken(0, 0, operation));
      return operation;
    }
    MemorySegment memory = space;
    long offset = memory == null ? -1 : place(memory.byteSize(), bytes + Mpi.BSEND_OVERHEAD);
    if (memory == null || offset < 0) {
      throw full(bytes, memory);
    }
    Datatype type = Layout.typeOfCopy(buf);
    Buf copy = Buf.of(memory, offset, bytes / type.size(), type);
    Layout.copy(buf, copy);
    Operation operation = start(to, copy, dest, tag);
    taken.add(new Taken(offset, bytes + Mpi.BSEND_OVERHEAD, operation));
    taken.sort(Comparator.comparingLong(Taken::offset));
    return operation;
  }

  private Operation start(Peers to, Buf copy, int dest, int tag) {
    Operation operation =
        engine.sending().start(to, to.context(), copy, dest, tag, Urgency.AT_ONCE);
    engine.leaving().giveUp(operation);
    return operation;
  }

  private MpiException full(long bytes, @Nullable MemorySegment memory) {
    String what =
        memory == null
            ? "no buffer is attached"
            : "the attached buffer of "
                + memory.byteSize()
                + " bytes has no "
                + (bytes + Mpi.BSEND_OVERHEAD)
                + " free bytes in a row ("
                + taken.size()
                + " messages are in it)";
    return new MpiException(
        ErrorClass.BUFFER,
        "bsend of "
            + bytes
            + " bytes: "
            + what
            + "; attach size + Mpi.BSEND_OVERHEAD bytes for each message under way, or attach"
            + " automatically");
  }

  /** The first gap of {@code bytes} bytes, or −1. */
  private long place(long spaceBytes, long bytes) {
    long at = 0;
    for (Taken t : taken) {
      if (t.offset - at >= bytes) {
        return at;
      }
      at = t.offset + t.bytes;
    }
    return spaceBytes - at >= bytes ? at : -1;
  }

  private void forgetDelivered() {
    taken.removeIf(t -> engine.waiting().test(t.operation));
  }

  /** Waits until all messages are delivered; throws what went wrong with one, once. */
  public void flush() {
    List<Operation> now;
    synchronized (this) {
      now = taken.stream().map(Taken::operation).toList();
    }
    now.forEach(engine.waiting()::await);
    synchronized (this) {
      forgetDelivered();
    }
    now.forEach(engine.waiting()::waitFor);
  }

  /** Done when all messages that are under way now are delivered. */
  public synchronized Operation flushed() {
    List<Operation> now = taken.stream().map(Taken::operation).toList();
    return now.isEmpty() ? engine.done(Status.EMPTY) : engine.together(now);
  }

  /** Waits until all messages are delivered, gives the buffer back; empty if automatic. */
  public Optional<MemorySegment> detach() {
    while (true) {
      flush();
      synchronized (this) {
        if (!isAttached()) {
          throw new MpiException(ErrorClass.BUFFER, "no buffer is attached");
        }
        if (taken.isEmpty()) { // else another thread has sent meanwhile
          Optional<MemorySegment> was = Optional.ofNullable(space);
          space = null;
          automatic = false;
          return was;
        }
      }
    }
  }
}
