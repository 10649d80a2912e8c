package org.purempi.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.progress.Follower;

/** Done when all of some operations are; the status is the first one's. */
final class Together extends Operation implements Follower {
  private final Engine engine;
  private final List<Operation> parts;

  /** How many of them are not done. */
  private int pending;

  /** {@code operations} are one at least. Inside the lock. */
  Together(Engine engine, List<Operation> operations) {
    this.engine = engine;
    parts = List.copyOf(operations);
    for (Operation part : parts) {
      if (part.follow(this)) {
        pending++;
      }
    }
    if (pending == 0) {
      engine.progress.complete(this);
    }
  }

  List<Operation> parts() {
    return parts;
  }

  @Override
  public void followed() {
    if (--pending == 0) {
      engine.progress.complete(this);
    }
  }

  @Override
  public @Nullable RuntimeException error() {
    for (Operation part : parts) {
      RuntimeException error = part.error();
      if (error != null) {
        return error;
      }
    }
    return null;
  }

  @Override
  void cancel(Engine from) {
    parts.forEach(part -> part.cancel(from));
  }

  @Override
  public void letGoOfBuffer() {
    parts.forEach(Operation::letGoOfBuffer);
  }

  @Override
  public void release() {
    parts.forEach(Operation::release);
  }

  @Override
  public Status status() {
    return parts.getFirst().status();
  }
}
