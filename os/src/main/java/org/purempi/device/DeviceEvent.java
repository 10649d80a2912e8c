package org.purempi.device;

/** A point in a {@link DeviceStream}. */
public interface DeviceEvent {
  /** Whether all before it is done. */
  boolean isDone();

  /**
   * Waits until all before it is done, and lets go of it.
   *
   * @throws DeviceException if something was not
   */
  void await();
}
