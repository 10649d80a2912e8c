package org.purempi.tool;

import java.util.ArrayDeque;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Events of a rank, in the order in which they have happened, until they are taken (section
 * 15.3.8). There is room for {@value #ROOM}; what happens while it is full is dropped and counted.
 * Any thread.
 */
public final class EventQueue implements AutoCloseable {
  /** How many events wait at most. */
  public static final int ROOM = 4096;

  private final Set<EventType> types;
  private final Consumer<EventQueue> atEnd;
  private final ArrayDeque<ToolEvent> queue = new ArrayDeque<>();
  private long dropped;
  private boolean closed;

  /**
   * A queue that is empty; {@link Tools#events} makes one that is fed.
   *
   * @param atEnd what is done when it is closed
   */
  public EventQueue(Set<EventType> types, Consumer<EventQueue> atEnd) {
    this.types = Set.copyOf(types);
    this.atEnd = atEnd;
  }

  /** Which events come here. */
  public Set<EventType> types() {
    return types;
  }

  /** Puts an event here, or counts it as dropped. Never waits for room. */
  public synchronized void offer(ToolEvent event) {
    if (queue.size() == ROOM) {
      dropped++;
    } else {
      queue.add(event);
      notify();
    }
  }

  /** The oldest event; null if there is none. */
  public synchronized @Nullable ToolEvent poll() {
    return queue.poll();
  }

  /**
   * The oldest event; waits until there is one.
   *
   * @return null if there is none and the queue is closed
   * @throws InterruptedException if the thread is interrupted meanwhile
   */
  public synchronized @Nullable ToolEvent take() throws InterruptedException {
    while (queue.isEmpty() && !closed) {
      wait();
    }
    return queue.poll();
  }

  /** How many events have been dropped in all. */
  public synchronized long dropped() {
    return dropped;
  }

  /** No more events come; those that are here stay. */
  @Override
  public void close() {
    atEnd.accept(this);
    synchronized (this) {
      closed = true;
      notifyAll();
    }
  }
}
