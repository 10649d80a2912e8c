package org.purempi.protocol;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The condition that one of several operations is done, or what else ends the wait for them; a
 * report can name them.
 */
final class FirstOf implements BooleanSupplier {
  private final BooleanSupplier condition;
  private final Supplier<List<Operation>> operations;

  FirstOf(BooleanSupplier condition, Supplier<List<Operation>> operations) {
    this.condition = condition;
    this.operations = operations;
  }

  @Override
  public boolean getAsBoolean() {
    return condition.getAsBoolean();
  }

  /** Those that are not done. Inside the lock. */
  List<Operation> underWay() {
    return operations.get().stream().filter(operation -> !operation.isDone()).toList();
  }
}
