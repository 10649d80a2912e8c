package org.purempi.tool;

import java.util.Set;
import java.util.function.Consumer;
import org.purempi.Communicator;

/**
 * One rank as tools see it (chapter 15 of the Standard, {@code MPI_T}): performance variables,
 * events, and both as beans of JMX. Control variables are the process's: {@link ControlVariable}.
 * Any thread.
 */
public final class Tools {
  private final RankGauges gauges;

  private Tools(RankGauges gauges) {
    this.gauges = gauges;
  }

  /** The tools of a rank, by any of its communicators. */
  public static Tools of(Communicator any) {
    return new Tools(ToolProvider.get().gauges(any));
  }

  /** A session for handles of performance variables. */
  public PerformanceSession session() {
    return new PerformanceSession(gauges);
  }

  /** The value of a rank's variable now, or since the rank began. */
  public long read(PerformanceVariable variable) {
    return gauges.read(variable, null);
  }

  /** The value of a communicator's variable now, or since it was made. */
  public long read(PerformanceVariable variable, Communicator of) {
    return gauges.read(variable, of);
  }

  /** Events of these types, from now on until the queue is closed. */
  public EventQueue events(EventType... types) {
    var queue = new EventQueue(Set.of(types), gauges::starve);
    gauges.feed(queue);
    return queue;
  }

  /**
   * Calls back for each event of a type, on a daemon thread of its own, which may call MPI, too. An
   * exception ends it as any thread.
   *
   * @return what ends it
   */
  public EventQueue listen(EventType type, Consumer<ToolEvent> callback) {
    EventQueue queue = events(type);
    Thread.ofPlatform().daemon().name("purempi events").start(() -> call(queue, callback));
    return queue;
  }

  private static void call(EventQueue queue, Consumer<ToolEvent> callback) {
    try {
      for (ToolEvent event = queue.take(); event != null; event = queue.take()) {
        callback.accept(event);
      }
    } catch (InterruptedException e) {
      queue.close(); // by the callback, which wants to hear no more
    }
  }

  /**
   * Registers beans of JMX, by which JConsole and other tools read the rank's variables: {@code
   * org.purempi:type=Rank,rank=N} and {@code type=Settings}. The setting {@code purempi.jmx} does
   * so when MPI begins.
   *
   * @return what removes them
   */
  public Registration manage() {
    return Beans.register(gauges);
  }
}
