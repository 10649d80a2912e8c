package org.purempi.launch;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every option of mpiexec. Each name is understood with one dash or two. */
enum Option {
  COUNT("N", "number of processes to start (default: one for each slot)", "n", "np", "c"),
  SOFT("LIST", "numbers of processes that will do, 'a', 'a:b' or 'a:b:step', …", "soft"),
  HOST("LIST", "hosts of this program, 'a:2,b' (default: those of -hosts)", "host"),
  ARCH("NAME", "architecture to run on (this host's)", "arch"),
  WDIR("DIR", "working directory of the processes", "wdir", "dir", "wd"),
  PATH("DIRS", "where to look for the program first, separated by ':'", "path"),
  FILE("FILE", "more options of this program, one 'name = value' a line", "file"),
  ENV("NAME VALUE", "set a variable for this program", "env"),
  EXPORT("NAME[=VALUE]", "pass or set a variable for this program", "x"),
  ENV_LIST("A,B", "pass only these variables to this program", "envlist"),
  ENV_ALL("", "pass all variables to this program (default)", "envall"),
  ENV_NONE("", "pass no variable to this program", "envnone"),
  CLASS_PATH("PATH", "class path of a Java program", "cp", "classpath", "class-path"),
  JAR("FILE", "run the main class of a jar", "jar"),
  API(
      "openmpi|mpjexpress",
      "whose API named mpi a Java program was written for (else found out by itself)",
      "api"),

  GENV("NAME VALUE", "set a variable for all programs", "genv"),
  GENV_LIST("A,B", "pass only these variables", "genvlist"),
  GENV_ALL("", "pass all variables (default)", "genvall"),
  GENV_NONE("", "pass no variable", "genvnone"),
  CONFIG_FILE("FILE", "take the programs from a file, one a line", "configfile", "app"),
  HOSTS(
      "LIST",
      "hosts, 'a:2,b' or '2 a 2 b 1'",
      "hosts",
      "H",
      "hostlist",
      "machine",
      "machines",
      "machinelist"),
  HOST_FILE(
      "FILE", "file of hosts: 'a', 'a:2', 'a slots=2' a line", "hostfile", "f", "machinefile"),
  HOST_SCRIPT(
      "FILE",
      "run it to learn the hosts, 'a' or 'a:2' a line (Kubernetes: /etc/mpi/discover_hosts.sh)",
      "host-discovery-script"),
  LOCAL_ONLY("", "only this host, whatever the environment names", "localonly"),
  PER_HOST("N", "so many ranks to each host in turn", "ppn", "perhost", "npernode", "N"),
  MAP_BY("slot|node", "order of hosts; also ppr:N:node", "map-by"),
  DISPLAY_MAP("", "say on stderr which rank goes where", "display-map"),
  LAUNCHER("ssh|slurm|smpd|kubectl|fork", "how to start on other hosts", "launcher", "bootstrap"),
  LAUNCHER_EXEC(
      "COMMAND",
      "the launcher's program, called as 'COMMAND HOST words'",
      "launcher-exec",
      "bootstrap-exec"),
  SMPD_PHRASE("WORDS", "passphrase of smpd; every user of the host can see it here", "phrase"),
  SMPD_FILE("FILE", "file of smpd's passphrase, mode 0600 (default ~/.smpd)", "smpdfile"),
  SMPD_PORT("N", "port of smpd on the other hosts (default 8676)", "port", "p"),
  NO_PROMPT("", "never ask for smpd's passphrase", "noprompt"),
  SMPD1("", "the daemons are of MPICH 3.0's kind: MD5, no encryption", "smpd1-compat"),
  REGISTER("", "keep smpd's passphrase in its file, and end", "register"),
  REMOVE("", "take smpd's passphrase out of its file, and end", "remove"),
  VALIDATE("", "ask smpd here, or on -hosts, whether the passphrase is right, and end", "validate"),
  WHOAMI("", "print this user's name, and end", "whoami"),
  LAUNCH_TIMEOUT("SECONDS", "how long a host may take to start (default 60)", "launch-timeout"),
  AGENT_PATH("FILE", "where bin/smpd stands on the other hosts", "agent-path"),
  STAGE("", "send hosts the class path, or the program's file, where they lack it", "stage"),
  TREE("yes|no|auto", "let hosts start each other (default from 65 hosts)", "tree"),
  INTERFACE("NAME", "network interface or subnet between hosts", "iface"),
  ENCRYPT("", "encrypt what travels between hosts", "encrypt"),
  PORT_RANGE("LOW:HIGH", "ports that ranks may listen on", "port-range"),
  LABELS("", "put '[rank] ' before every line of output", "l", "prepend-rank", "tag-output"),
  PREPEND(
      "PATTERN", "put it before every line: %r rank, %h host, %p its number", "prepend-pattern"),
  OUT_PATTERN("FILE", "write standard output to a file of that pattern", "outfile-pattern"),
  ERR_PATTERN("FILE", "write standard error to a file of that pattern", "errfile-pattern"),
  MERGE("", "print equal lines of several ranks once: '[0-3] text'", "merge"),
  OUTPUT_DIR(
      "DIR",
      "write each rank's output to DIR/rank-N.out and rank-N.err instead",
      "output-dir",
      "output-filename"),
  THREADS(
      "[=virtual]", "run the ranks as threads of one JVM, each with classes of its own", "threads"),
  EXIT_CODES("", "print every process's exit code at the end", "exitcodes", "print-all-exitcodes"),
  TIMEOUT("SECONDS", "end the job after that time (else MPIEXEC_TIMEOUT)", "timeout"),
  STDIN("RANK|all", "who reads mpiexec's standard input (default 0)", "s", "stdin"),
  BIND(
      "core|hwthread|socket|numa|none",
      "bind each rank; also user:0,1,2+3 (default none)",
      "bind-to",
      "binding"),
  REPORT_BINDINGS("", "say on stderr what each rank is bound to", "report-bindings"),
  TOPOLOGY_ROOT("DIR", "take the processors from DIR/sys (for tests)", "topology-root"),
  ERRHANDLER(
      "NAME",
      "first error handler: mpi_errors_return, mpi_errors_abort, mpi_errors_are_fatal",
      "initial-errhandler"),
  PMI_FD("", "ranks inherit their PMI connection (PMI_FD) instead of its address", "pmi-fd"),
  PMI_ARGS(
      "PORT INTERFACE KEY PID",
      "serve the program that calls mpiexec so because it was started without one",
      "pmi_args"),
  VERBOSE("", "say on stderr what is started and how", "verbose", "v"),
  VERSION("", "print the version and end", "version", "V"),
  HELP("", "print the everyday options and end", "h", "help"),
  HELP_ALL("", "print all options and end", "help2");

  private static final Map<String, Option> BY_NAME = new HashMap<>();

  /** What fits on a screen. */
  private static final Set<Option> EVERYDAY =
      EnumSet.of(
          COUNT,
          WDIR,
          ENV,
          CLASS_PATH,
          GENV,
          HOSTS,
          HOST_FILE,
          PER_HOST,
          LABELS,
          MERGE,
          THREADS,
          TIMEOUT,
          BIND,
          VERBOSE,
          HELP_ALL);

  static {
    for (Option option : values()) {
      option.names.forEach(name -> BY_NAME.put(name, option));
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  final List<String> names;

  final String values;
  final String help;

  Option(String values, String help, String... names) {
    this.values = values;
    this.help = help;
    this.names = List.of(names);
  }

  /** Whether the short help shows it. */
  boolean everyday() {
    return EVERYDAY.contains(this);
  }

  /** The option of that name, given without its dashes. */
  static @Nullable Option named(String name) {
    return BY_NAME.get(name);
  }

  /** How many words follow it. */
  int valueCount() {
    return values.isEmpty() || hasOptionalValue() ? 0 : values.split(" ", -1).length;
  }

  /** The values as they are written behind a name. */
  String valueText() {
    return hasOptionalValue() ? values : " " + values;
  }

  private boolean hasOptionalValue() {
    return values.startsWith("[=");
  }

  /** Whether so many values may come with it, the last one behind '='. */
  boolean takes(int count) {
    return count == valueCount() || (count == 1 && hasOptionalValue());
  }

  /** Whether it holds for the whole job rather than for the program it stands before. */
  boolean global() {
    return compareTo(GENV) >= 0;
  }

  /** The option whose name is most like a mistyped one, if any is close. */
  static @Nullable String similar(String mistyped) {
    int close = 2;
    return BY_NAME.keySet().stream()
        .filter(name -> name.length() > close)
        .filter(name -> distance(name, mistyped) <= close)
        .min((a, b) -> distance(a, mistyped) - distance(b, mistyped))
        .orElse(null);
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
