package org.purempi.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.purempi.MpiException;

/** What higher floors ask of ranks that have failed while others survive. Inside the lock. */
public final class Departures {
  private final Engine engine;
  private final List<IntConsumer> observers = new ArrayList<>();

  Departures(Engine engine) {
    this.engine = engine;
  }

  /** From now on {@code observer} is told which process has failed. */
  public void observe(IntConsumer observer) {
    observers.add(observer);
  }

  /** A process has failed. */
  void tell(int process) {
    if (engine.failures.isOn()) {
      observers.forEach(observer -> observer.accept(process));
    }
  }

  /** Whether a rank has failed, and is survived. */
  public boolean hasFailed(Peers of, int rank) {
    return engine.failures.isOn() && engine.gone.isDead(of.process(rank));
  }

  /**
   * The error of what needs a rank that cannot be reached.
   *
   * @param failure what the way there says
   */
  public MpiException unreachable(Peers peers, int rank, String failure) {
    int process = peers.process(rank);
    String why = engine.failures.isOn() ? engine.gone.whyNot(peers, process, failure) : failure;
    String message = "rank " + rank + " of " + peers.label() + " cannot be reached: " + why;
    return engine.gone.lost(peers, process, message);
  }
}
