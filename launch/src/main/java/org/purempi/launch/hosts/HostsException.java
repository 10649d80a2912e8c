package org.purempi.launch.hosts;

/** A list of hosts that cannot be understood; the message says where and what to write. */
public final class HostsException extends Exception {
  private static final long serialVersionUID = 1;

  /** Keeps the message. */
  public HostsException(String message) {
    super(message);
  }

  /** Keeps the message and the cause. */
  public HostsException(String message, Throwable cause) {
    super(message, cause);
  }
}
