package org.purempi.device;

/** What a device, or its driver, has refused or failed to do; the message says what and why. */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What it is, for who does something about it. */
  public enum Reason {
    /** No driver, no device, or no permission to use it. */
    UNAVAILABLE,
    /** The device has no memory left. */
    NO_MEMORY,
    /** The memory has been freed, or is not the device's. */
    BAD_MEMORY,
    /** The device cannot do that. */
    UNSUPPORTED,
    /** The device or its driver has failed. */
    FAILED
  }

  private final Reason reason;

  /** Says what went wrong, and of which kind it is. */
  public DeviceException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** What it is. */
  public Reason reason() {
    return reason;
  }
}
