package org.purempi.launch.daemon;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Who has shown a wrong passphrase of late, and how long the next answer takes therefore. */
final class Suspects {
  private static final int MOST = 1024;
  private static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long FIRST_DELAY_MILLIS = 500;
  private static final long LONGEST_DELAY_MILLIS = 8000;

  private record Suspect(int times, long lastNanos) {}

  private final Map<InetAddress, Suspect> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Suspect> eldest) {
          return size() > MOST;
        }
      };
  private long total;

  /**
   * Counts a wrong passphrase.
   *
   * @return after how many milliseconds it is answered: longer each time
   */
  long wrong(InetAddress from, long nowNanos) {
    total++;
    Suspect before = Objects.requireNonNullElse(known.remove(from), new Suspect(0, nowNanos));
    int times = nowNanos - before.lastNanos > FORGOTTEN_NANOS ? 1 : before.times + 1;
    known.put(from, new Suspect(times, nowNanos));
    long delay = FIRST_DELAY_MILLIS;
    for (int i = 1; i < times && delay < LONGEST_DELAY_MILLIS; i++) {
      delay *= 2;
    }
    return delay;
  }

  /** How many wrong passphrases have been shown since the daemon began. */
  long total() {
    return total;
  }
}
