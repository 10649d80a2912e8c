package mpi;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.purempi.Communicator;
import org.purempi.Topology;
import org.purempi.compat.mpjexpress.Numbers;
import org.purempi.tool.ProgramStack;

/**
 * The ranks that a program names, as those of purempi. Rank −1 is {@code MPI.PROC_NULL} here, but a
 * wrong computation ends there, too, and MPJ Express refuses it: so a message that would vanish is
 * told, once for each line of the program. On a communicator with a topology −1 is what {@code
 * Shift} answers at a border.
 */
final class Nobody {
  /** A program that means it is not slowed for ever. */
  private static final int LOOKS = 1000;

  private static final Set<StackTraceElement> TOLD = ConcurrentHashMap.newKeySet();
  private static final AtomicInteger looks = new AtomicInteger();

  private Nobody() {}

  /** The rank to send to. */
  static int dest(Communicator c, int rank) {
    if (rank == Numbers.PROC_NULL) {
      tell(c, "sends to", "nobody gets the message");
    }
    return Numbers.dest(rank);
  }

  /** The rank to receive from. */
  static int source(Communicator c, int rank) {
    if (rank == Numbers.PROC_NULL) {
      tell(c, "receives from", "nothing is received");
    }
    return Numbers.source(rank);
  }

  private static void tell(Communicator c, String what, String so) {
    if (c.topoTest() != Topology.UNDEFINED || looks.incrementAndGet() > LOOKS) {
      return;
    }
    Optional<StackTraceElement> line = ProgramStack.line(Thread.currentThread().getStackTrace());
    if (line.isPresent() && TOLD.add(line.get())) {
      StackTraceElement place = line.get();
      System.err.printf(
          "purempi: rank %d: %s.%s (%s:%d) %s rank -1: that is MPI.PROC_NULL, so %s; MPJ Express"
              + " refuses it%n",
          c.rank(),
          place.getClassName(),
          place.getMethodName(),
          place.getFileName(),
          place.getLineNumber(),
          what,
          so);
    }
  }
}
