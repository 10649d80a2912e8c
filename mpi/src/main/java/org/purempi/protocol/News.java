package org.purempi.protocol;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.purempi.tool.EventQueue;
import org.purempi.tool.EventType;
import org.purempi.tool.ToolEvent;

/** What happens in a rank, for tools that listen. Nobody does: one field is read. */
public final class News {
  private final Engine engine;
  private final List<EventQueue> queues = new CopyOnWriteArrayList<>();

  /** Whether anybody listens; read without order, as who begins to listen may miss the first. */
  private boolean isOn;

  News(Engine engine) {
    this.engine = engine;
  }

  /** From now on a queue gets the events that it is for. Any thread. */
  public void feed(EventQueue queue) {
    engine.locked(
        () -> {
          queues.add(queue);
          isOn = true;
        });
  }

  /** No more events go to a queue. Any thread. */
  public void starve(EventQueue queue) {
    engine.locked(
        () -> {
          queues.remove(queue);
          isOn = !queues.isEmpty();
        });
  }

  /** A communicator has been made, or is closed; any thread. */
  public void of(boolean isMade, Peers ranks) {
    if (isOn) {
      tell(
          isMade ? EventType.COMMUNICATOR_CREATED : EventType.COMMUNICATOR_FREED,
          ranks,
          ranks.context(),
          ranks.size());
    }
  }

  void unexpected(long context, Arrival a) {
    if (isOn) {
      Peers ranks = engine.contexts.known(Peers.pointToPoint(context));
      tell(EventType.UNEXPECTED_MESSAGE, ranks, context, a.source, a.tag, a.totalBytes);
    }
  }

  void announced(long context, int process, int tag, long bytes) {
    if (isOn) {
      Peers ranks = engine.contexts.known(Peers.pointToPoint(context));
      tell(EventType.RENDEZVOUS_BEGUN, ranks, context, process, tag, bytes);
    }
  }

  void failed(int process) {
    if (isOn) {
      tell(EventType.RANK_FAILED, null, process);
    }
  }

  private void tell(EventType type, @Nullable Peers ranks, long... values) {
    String subject = ranks == null ? "" : ranks.label();
    List<Long> boxed = LongStream.of(values).boxed().toList();
    var event = new ToolEvent(type, System.nanoTime(), subject, boxed);
    for (EventQueue queue : queues) {
      if (queue.types().contains(type)) {
        queue.offer(event);
      }
    }
  }
}
