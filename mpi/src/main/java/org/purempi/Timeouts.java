package org.purempi;

import java.time.Duration;

/** Times as hints. */
final class Timeouts {
  private static final double NANOS = 1e-9;

  private Timeouts() {}

  static Info info(Duration timeout) {
    return Info.of("timeout", String.valueOf(timeout.toNanos() * NANOS));
  }
}
