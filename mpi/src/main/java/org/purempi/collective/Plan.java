package org.purempi.collective;

/**
 * One call of a collective operation: checks its arguments and writes its steps on a schedule, the
 * same whether the schedule runs them on the spot or keeps them.
 */
@FunctionalInterface
public interface Plan {
  /**
   * Writes the steps of the schedule's rank.
   *
   * @throws org.purempi.MpiArgumentException if an argument is wrong, before anything is written
   */
  void write(Schedule s);
}
