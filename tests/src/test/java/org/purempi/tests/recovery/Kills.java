package org.purempi.tests.recovery;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.purempi.Communicator;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.RevokedException;

/** Kills processes with SIGKILL at a given moment, and goes on without them. */
final class Kills {
  private static final int READY = 4;
  private static volatile long killed;

  private Kills() {}

  /** This moment of the host's clock (CLOCK_REALTIME), in microseconds. */
  static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** The process numbers of all ranks; collective. */
  static long[] processes(Communicator all) {
    return all.allgather(ProcessHandle.current().pid());
  }

  /** Whether an exception tells that others have failed. */
  static boolean isOfOthers(MpiException e) {
    return e instanceof ProcessFailedException || e instanceof RevokedException;
  }

  /**
   * One rank kills processes after so many microseconds; all are told, and none of them is in an
   * operation then that the others have left. Collective.
   *
   * @param betweenMicros how long after each other
   */
  static void after(
      Communicator all, int killer, long micros, long betweenMicros, long... processes) {
    if (all.rank() != killer) {
      all.send(new long[1], killer, READY);
      return;
    }
    for (int other = 0; other < all.size(); other++) {
      if (other != killer) {
        all.recv(new long[1], other, READY);
      }
    }
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              sleep(micros);
              killed = micros();
              for (long process : processes) {
                ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
                sleep(betweenMicros);
              }
            });
  }

  private static void sleep(long micros) {
    try {
      TimeUnit.MICROSECONDS.sleep(micros);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** When the first process was killed that one of these ranks has killed last; collective. */
  static long moment(Communicator all) {
    return all.allreduce(killed, Op.MAX);
  }

  /** A communicator of those that live, all of which were there when it was made. */
  static Communicator repaired(Communicator broken) {
    Communicator from = broken;
    while (true) {
      from.revoke();
      Communicator left = from.shrink();
      from.close();
      if (left.agreement(1).failed().isEmpty()) {
        return left;
      }
      from = left;
    }
  }
}
