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

  /**
   * Where our programs are.
   *
   * @param root of the source tree
   * @param runner the class that our ranks run, the twin of the C program
   */
  record Home(Path root, String classPath, String runner) {

    private String script(String name) {
      return root.resolve("bin").resolve(name).toString();
    }
  }

  /** Two processes that share a file in memory, which goes with them; each is told its number. */
  private static final String TWO_ON_A_FILE =
      """
      file=$(mktemp -p /dev/shm) && trap 'rm -f "$file"' EXIT
      "$0" "$@" "$file" 1 & "$0" "$@" "$file" 0 && wait $!
      """;

  private static final String BY_OPEN_MPI_API = "org.purempi.benchmarks.ColdOpenMpi";
  private static final String RINGS = "org.purempi.benchmarks.ColdRings";
  static final String FLOOR = "floor-java";

  /** The contestant of this name, ours with the JVM flags after it. */
  static Contestant named(String name, Home home) {
    List<String> words = List.of(name.split(Options.FLAG, -1));
    List<String> flags = words.subList(1, words.size());
    String kind = words.getFirst().replaceAll("-.*", "");
    String memory = words.getFirst().substring(name.indexOf('-') + 1);
    return switch (kind) {
      case "shm" -> processes(name, home, home.runner, memory, flags);
      case "tcp", "tls" -> processes(name, home, home.runner, memory, overTcp(kind, flags));
      case "compat" ->
          processes(
              name,
              home,
              BY_OPEN_MPI_API,
              memory,
              join(List.of("-api", "openmpi"), flags, List.of()));
      case "thread" -> threads(name, home, memory, flags);
      case "abi" -> throughC(name, home, flags);
      case "floor" -> rings(name, home, flags);
      case "mpich" -> name.equals("mpich") ? mpich() : mpichOverTcp();
      default -> name.equals("openmpi") ? openmpi() : openmpiOverTcp();
    };
  }

  private static List<String> overTcp(String kind, List<String> flags) {
    String encrypt = "-Dpurempi.encrypt=" + kind.equals("tls");
    return join(flags, List.of("-Dpurempi.transport=tcp", encrypt), List.of());
  }

  /** Whether it can run this benchmark. */
  boolean knows(Benchmark benchmark, int ranks) {
    return !name.startsWith(FLOOR) || (ranks == 2 && benchmark.loop().equals("latency"));
  }

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
  private static Contestant mpichOverTcp() {
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
  private static Contestant openmpiOverTcp() {
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
  private static Contestant processes(
      String name, Home home, String runner, String memory, List<String> flags) {
    return new Contestant(
        name,
        Side.OURS,
        true,
        (ranks, program, arguments) ->
            join(
                List.of(
                    home.script("mpiexec"), "-n", Integer.toString(ranks), "-cp", home.classPath),
                flags,
                join(List.of(runner, memory), arguments, List.of())));
  }

  /** The C program of the others, on our library. */
  private static Contestant throughC(String name, Home home, List<String> flags) {
    return new Contestant(
        name,
        Side.OURS,
        true,
        (ranks, program, arguments) ->
            join(
                join(
                    List.of(home.script("mpiexec"), "-n", Integer.toString(ranks)),
                    flags,
                    List.of(program + ".purempi")),
                arguments,
                List.of()));
  }

  /** Our ranks as threads of one JVM. */
  private static Contestant threads(String name, Home home, String memory, List<String> flags) {
    return new Contestant(
        name,
        Side.OURS,
        true,
        (ranks, program, arguments) ->
            join(
                List.of(home.script("purempi-java"), "-cp", home.classPath),
                flags,
                join(List.of(home.runner, memory, "threads=" + ranks), arguments, List.of())));
  }

  /** Two plain JVMs. */
  private static Contestant rings(String name, Home home, List<String> flags) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new Contestant(
        name,
        Side.OURS,
        true,
        (ranks, program, arguments) ->
            join(
                join(List.of("sh", "-c", TWO_ON_A_FILE, java), flags, List.of()),
                List.of("-cp", home.classPath, RINGS),
                arguments));
  }

  private static List<String> join(List<String> first, List<String> second, List<String> third) {
    return Stream.of(first, second, third).flatMap(List::stream).toList();
  }
}
