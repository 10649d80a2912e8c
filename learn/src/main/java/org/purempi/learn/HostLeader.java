package org.purempi.learn;

import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.SplitType;

/**
 * Lets one rank of each host go first. An engine comes as a jar with half a gigabyte of native
 * library, which whoever loads it first unpacks to the user's cache; ranks that did so together
 * would each unpack it, and some engines break then.
 */
public final class HostLeader {
  private HostLeader() {}

  /**
   * Runs a task on the first rank of each host, and when it has ended there, on the others of the
   * host. Collective.
   *
   * @param what names what the task makes ready, for the error
   * @throws IllegalStateException on the other ranks of a host whose first rank has failed; that
   *     one gets what the task has thrown
   */
  public static void first(Communicator comm, String what, Runnable task) {
    try (Communicator host = comm.splitType(SplitType.SHARED, 0)) {
      if (host == null) {
        throw new IllegalStateException("no communicator of this host's ranks");
      }
      boolean isFirst = host.rank() == 0;
      int failures = 1;
      try {
        if (isFirst) {
          task.run();
        }
        failures = 0;
      } finally {
        failures = host.allreduce(failures, Op.MAX);
      }
      if (failures > 0) {
        throw new IllegalStateException(
            what + " could not be made ready by the first rank of this host; its error says why");
      }
      if (!isFirst) {
        task.run();
      }
    }
  }
}
