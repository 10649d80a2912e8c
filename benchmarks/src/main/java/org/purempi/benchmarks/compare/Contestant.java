package org.purempi.benchmarks.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Someone who takes part: a way to start the runner on so many ranks.
 *
 * @param name unique; for ours it is the row's transport
 * @param jvm whether its ranks go on compiling for a moment after their turn
 */
record Contestant(String name, Side side, boolean jvm, Launcher launcher) {

  /** Whose column the results stand in. */
  enum Side {
    OURS,
    MPICH,
    OPENMPI
  }

  /** Makes the command line of a job. */
  interface Launcher {
    /** The command that starts {@code program} on so many ranks. */
    List<String> command(int ranks, Path program, List<String> arguments);
  }

  private static final String TWIN = "org.purempi.benchmarks.Race";

  /** MPICH's own process manager with its defaults (no binding). */
  static Contestant mpich() {
    return new Contestant(
        "mpich",
        Side.MPICH,
        false,
        (ranks, program, arguments) ->
            join(
                List.of("mpiexec.hydra", "-n", Integer.toString(ranks), program + ".mpich"),
                arguments,
                List.of()));
  }

  /**
   * Open MPI's own launcher with its defaults; it refuses root and more ranks than cores otherwise.
   */
  static Contestant openmpi() {
    return new Contestant(
        "openmpi",
        Side.OPENMPI,
        false,
        (ranks, program, arguments) ->
            join(
                List.of(
                    "mpirun.openmpi",
                    "--allow-run-as-root",
                    "--oversubscribe",
                    "-n",
                    Integer.toString(ranks),
                    program + ".openmpi"),
                arguments,
                List.of()));
  }

  /** MPICH without shared memory: UCX is left with TCP over the loopback interface. */
  static Contestant mpichOverTcp() {
    return new Contestant(
        "mpich-tcp",
        Side.MPICH,
        false,
        (ranks, program, arguments) ->
            join(
                List.of(
                    "mpiexec.hydra",
                    "-genv",
                    "MPIR_CVAR_NOLOCAL",
                    "1",
                    "-genv",
                    "UCX_TLS",
                    "tcp,self",
                    "-genv",
                    "UCX_NET_DEVICES",
                    "lo",
                    "-n",
                    Integer.toString(ranks),
                    program + ".mpich"),
                arguments,
                List.of()));
  }

  /** Open MPI without shared memory. */
  static Contestant openmpiOverTcp() {
    return new Contestant(
        "openmpi-tcp",
        Side.OPENMPI,
        false,
        (ranks, program, arguments) ->
            join(
                List.of(
                    "mpirun.openmpi",
                    "--allow-run-as-root",
                    "--oversubscribe",
                    "--mca",
                    "pml",
                    "ob1",
                    "--mca",
                    "btl",
                    "self,tcp",
                    "--mca",
                    "btl_tcp_if_include",
                    "lo",
                    "-n",
                    Integer.toString(ranks),
                    program + ".openmpi"),
                arguments,
                List.of()));
  }

  /** Our ranks as processes under our mpiexec. */
  static Contestant processes(
      String name, Path root, String classPath, String memory, List<String> flags) {
    String mpiexec = root.resolve("bin/mpiexec").toString();
    return new Contestant(
        name,
        Side.OURS,
        true,
        (ranks, program, arguments) ->
            join(
                List.of(mpiexec, "-n", Integer.toString(ranks), "-cp", classPath),
                flags,
                join(List.of(TWIN, memory), arguments, List.of())));
  }

  /** Our ranks as threads of one JVM. */
  static Contestant threads(
      String name, Path root, String classPath, String memory, List<String> flags) {
    String java = root.resolve("bin/purempi-java").toString();
    return new Contestant(
        name,
        Side.OURS,
        true,
        (ranks, program, arguments) ->
            join(
                List.of(java, "-cp", classPath),
                flags,
                join(List.of(TWIN, memory, "threads=" + ranks), arguments, List.of())));
  }

  private static List<String> join(List<String> first, List<String> second, List<String> third) {
    return Stream.of(first, second, third).flatMap(List::stream).toList();
  }
}
