package org.purempi;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the ranks of a communicator meet processes of other worlds (sections 11.8 and 11.9). All are
 * collective; arguments but {@code root} matter at the root only. The intercommunicators inherit
 * the error handler.
 */
public interface DynamicProcesses {
  /**
   * Starts a program on more processes ({@code MPI_Comm_spawn}, section 11.8.2). They have a world
   * of their own, whose {@link Mpi#getParent} leads here; this returns when all have begun MPI.
   *
   * @param errcodes for each process an error code, 0 if it has started; filled at every rank
   * @throws MpiException ({@code SPAWN}) if not all have started; then none runs
   */
  Intercommunicator spawn(
      String command, String[] argv, int maxprocs, Info info, int root, int @Nullable [] errcodes);

  /** As above, for who wants to know no codes. */
  default Intercommunicator spawn(
      String command, String[] argv, int maxprocs, Info info, int root) {
    return spawn(command, argv, maxprocs, info, root, null);
  }

  /** Starts one program on so many processes; the same on all ranks, or from rank 0. */
  default Intercommunicator spawn(String command, int maxprocs, String... argv) {
    return spawn(command, argv, maxprocs, Info.EMPTY, 0, null);
  }

  /**
   * Starts several programs as one world ({@code MPI_Comm_spawn_multiple}, section 11.8.3). {@link
   * Mpi} tells each process by {@code APPNUM} which of them it is.
   *
   * @param commands in the order of the new ranks
   * @param errcodes as for {@link #spawn}, of all programs
   */
  Intercommunicator spawnMultiple(List<SpawnCommand> commands, int root, int @Nullable [] errcodes);

  /** As above, for who wants to know no codes. */
  default Intercommunicator spawnMultiple(List<SpawnCommand> commands, int root) {
    return spawnMultiple(commands, root, null);
  }

  /**
   * Waits until another group connects ({@code MPI_Comm_accept}, section 11.9.2). Its ranks come
   * after this group's where both are merged.
   *
   * @param portName from {@link PortCalls#openPort}, of the root's process
   * @param info {@code timeout}: for how many seconds to wait, for ever if it is not there
   * @throws MpiException ({@code PORT}) on all ranks, if the port is closed or the time is over
   */
  Intercommunicator accept(String portName, Info info, int root);

  /** As above, for ever. */
  default Intercommunicator accept(String portName, int root) {
    return accept(portName, Info.EMPTY, root);
  }

  /** As above, for so long. */
  default Intercommunicator accept(String portName, Duration timeout, int root) {
    return accept(portName, Timeouts.info(timeout), root);
  }

  /**
   * Connects to the group that accepts at a port ({@code MPI_Comm_connect}, section 11.9.3); waits
   * until it does.
   *
   * @param portName what {@link PortCalls#openPort} gave in the other world
   * @param info {@code timeout}: for how many seconds to wait, for ever if it is not there
   * @throws MpiException ({@code PORT}) on all ranks: at once if the port is closed; if nobody
   *     accepts in time
   */
  Intercommunicator connect(String portName, Info info, int root);

  /** As above, for ever. */
  default Intercommunicator connect(String portName, int root) {
    return connect(portName, Info.EMPTY, root);
  }

  /** As above, for so long. */
  default Intercommunicator connect(String portName, Duration timeout, int root) {
    return connect(portName, Timeouts.info(timeout), root);
  }
}
