package org.purempi.launch.site;

import java.time.Duration;

/** How long ranks that are to end may take after SIGTERM, to save their state. */
public final class Grace {
  /** Long enough for a file, short enough to wait for. */
  public static final Duration DEFAULT = Duration.ofSeconds(10);

  /** A week. */
  public static final int MOST_SECONDS = 7 * 24 * 60 * 60;

  private Grace() {}
}
