package org.purempi.bootstrap;

import java.util.concurrent.TimeUnit;
import org.purempi.pmi.LauncherWatch;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiException;

/**
 * Tells rank 0 now and then that this rank lives, and notices when rank 0 says so no longer: a
 * process that is stopped keeps its connections. It counts its own turns and not the time, so that
 * who was stopped himself does not blame others. One thread of its own, until the connection ends.
 *
 * @param limitTurns after so many turns of silence rank 0 is lost; 0 stands for never
 */
record Pulse(PmiClient pmi, LauncherWatch watch, int limitTurns, String root) implements Runnable {
  static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Each side says that it lives in one turn of so many. */
  static final int TURNS_PER_WORD = 2;

  /**
   * Of a rank that is silent for so long rank 0 asks the system whether its host is, too: later
   * than those notice it who have sent to it.
   */
  static final int TURNS_BEFORE_DOUBT = 30;

  /** Networks lose packets; fewer are no silence. */
  static final int LEAST_TRIES = 3;

  static final String HOST_IS_SILENT =
      "cannot be reached any more, dead or alive: its host does not acknowledge"
          + " what it is sent";

  /** Of a rank that is silent for so long rank 0 says so on standard error. */
  static final int TURNS_BEFORE_WARNING = 20;

  void start() {
    Thread.ofPlatform().daemon().name("purempi-pulse").start(this);
  }

  @Override
  public void run() {
    int heard = pmi.timesAlive();
    int silent = 0;
    try {
      for (int turn = 0; !pmi.isOver(); turn++) {
        if (turn % TURNS_PER_WORD == 0) {
          pmi.sayAlive();
        }
        TimeUnit.NANOSECONDS.sleep(TURN_NANOS);
        int now = pmi.timesAlive();
        silent = now == heard ? silent + 1 : 0;
        heard = now;
        if (limitTurns > 0 && silent > limitTurns && !pmi.isOver()) {
          watch.lost(
              "rank 0 at %s, which keeps the ranks together, has not been heard of for %d s: %s"
                  .formatted(root, silent, LIKELY));
          return;
        }
      }
    } catch (PmiException e) {
      // The connection is over, which is told elsewhere.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static final String LIKELY =
      "its process is stopped, or its host is down or has no time for it"
          + " (PUREMPI_SILENCE_TIMEOUT=0 waits for ever)";
}
