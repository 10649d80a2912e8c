package org.purempi.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A request, as the checker knows it. One thread at a time, as the request itself. */
public final class Tracked {
  private final Checker checker;
  private final List<Use> uses;
  private final boolean isPersistent;
  private final List<Buffers.Active> active = new ArrayList<>();
  private final Supplier<String> label;

  /**
   * A request that the calling thread makes.
   *
   * @param isPersistent whether it is to be started, and stays when it is complete
   * @param label what it is
   * @param uses the buffers of its operation
   */
  public Tracked(Checker checker, boolean isPersistent, Supplier<String> label, Use... uses) {
    this.checker = checker;
    this.uses = List.of(uses);
    this.isPersistent = isPersistent;
    this.label = label;
    if (!isPersistent) {
      checker.leaks().made(this, Mistake.REQUEST_NOT_FREED, label);
      started();
    }
  }

  /** Its operation begins. */
  public void started() {
    String place = uses.isEmpty() ? "" : Check.place();
    for (Use use : uses) {
      Buffers.Active begun = checker.buffers().begin(use, place);
      if (begun != null) {
        active.add(begun);
      }
    }
  }

  /** The program has seen that its operation is complete. */
  public void completed() {
    checker.leaks().gone(this);
    List<Buffers.Active> over = new ArrayList<>(active);
    active.clear();
    over.forEach(Buffers.Active::end);
  }

  /** It is freed; if its operation is under way, nobody will know when it ends. */
  public void freed(boolean isUnderWay) {
    boolean isReceive = uses.stream().anyMatch(Use::isWritten);
    completed();
    if (isUnderWay && isReceive) {
      checker.report(Mistake.PREMATURE_FREE, label.get() + ": " + Mistake.PREMATURE_FREE.meaning());
    }
  }
}
