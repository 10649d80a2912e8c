package org.purempi.collective;

/**
 * A collective operation whose arguments are known and checked: writes its steps on a schedule, the
 * same whether the schedule runs them on the spot or keeps them.
 */
@FunctionalInterface
public interface Plan {
  /** Writes the steps of the schedule's rank. */
  void write(Schedule s);
}
