package org.purempi.protocol;

import java.util.List;

/** Done when all of some operations are. */
final class AllOf extends Procedure {
  private final List<Operation> operations;

  AllOf(Messenger messenger, List<Operation> operations) {
    super(messenger);
    this.operations = List.copyOf(operations);
  }

  @Override
  protected void rewind() {}

  @Override
  protected boolean next() {
    operations.forEach(this::await);
    return false;
  }
}
