package org.purempi.tool;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/**
 * Handles of one tool, which no other tool disturbs (section 15.3.7). To be closed. Any thread.
 *
 * <pre>{@code
 * try (PerformanceSession session = Tools.of(world).session()) {
 *   PerformanceHandle unexpected = session.handle(PerformanceVariable.UNEXPECTED);
 *   unexpected.start();
 *   step();
 *   System.out.println(unexpected.read() + " messages came too early");
 * }
 * }</pre>
 */
public final class PerformanceSession implements AutoCloseable {
  private final RankGauges gauges;
  private final List<PerformanceHandle> handles = new CopyOnWriteArrayList<>();

  /** Of a rank; {@link Tools#session} makes one. */
  public PerformanceSession(RankGauges gauges) {
    this.gauges = gauges;
  }

  /**
   * A handle of a variable of the rank, stopped at 0.
   *
   * @throws MpiArgumentException if each communicator has its own
   */
  public PerformanceHandle handle(PerformanceVariable variable) {
    return add(variable, null);
  }

  /**
   * A handle of a variable of a communicator, stopped at 0.
   *
   * @throws MpiArgumentException if the rank has only one
   */
  public PerformanceHandle handle(PerformanceVariable variable, Communicator of) {
    return add(variable, of);
  }

  private PerformanceHandle add(PerformanceVariable variable, @Nullable Communicator of) {
    if (variable.isBound() != (of != null)) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          variable + (of == null ? " is a communicator's: name one" : " is the rank's: name none"));
    }
    var made = new PerformanceHandle(gauges, variable, of);
    handles.add(made);
    return made;
  }

  /** Frees a handle. */
  public void free(PerformanceHandle handle) {
    if (handles.remove(handle)) {
      handle.release();
    }
  }

  /** Starts all handles but those of levels. */
  public void startAll() {
    forAll(PerformanceHandle::start);
  }

  /** Stops all handles but those of levels. */
  public void stopAll() {
    forAll(PerformanceHandle::stop);
  }

  /** Sets all handles back but those of levels. */
  public void resetAll() {
    forAll(PerformanceHandle::reset);
  }

  private void forAll(Consumer<PerformanceHandle> action) {
    handles.stream().filter(h -> !h.variable().kind().isContinuous()).forEach(action);
  }

  /** Frees all handles. */
  @Override
  public void close() {
    handles.forEach(this::free);
  }
}
