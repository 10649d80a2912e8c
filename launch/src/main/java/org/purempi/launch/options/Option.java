package org.purempi.launch.options;

import java.util.List;
import org.purempi.launch.hosts.HostWords;
import org.purempi.launch.hosts.Mapping;
import org.purempi.launch.hosts.TextFile;
import org.purempi.launch.local.Singleton;
import org.purempi.launch.program.Debugging;
import org.purempi.launch.remote.NameServer;
import org.purempi.launch.site.Grace;
import org.purempi.launch.system.Binding;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.OptionValue;
import org.purempi.setting.Setting;

/**
 * Every option of mpiexec: its value, what it does, and its names, each of which is understood with
 * one dash or two. Where it is not given, one of its variables may stand in for it.
 */
public enum Option {
  COUNT(
      OptionValue.one("N", OptionChecks::processes),
      "number of processes to start (default: one for each slot)",
      "n",
      "np",
      "c"),
  SOFT(
      OptionValue.one("LIST", SoftCounts::parse),
      "acceptable numbers of processes, 'a', 'a:b' or 'a:b:step', …",
      "soft"),
  HOST(
      OptionValue.ofHosts("LIST", HostWords::parse),
      "hosts of this program, 'a:2,b' (default: those of -hosts)",
      "host"),
  ARCH(
      OptionValue.one("NAME", ThisHost::checkArchitecture),
      "architecture to run on (this host's)",
      "arch"),
  WDIR(
      OptionValue.one("DIR", OptionChecks::folder),
      "working directory of the processes",
      "wdir",
      "dir",
      "wd"),
  PATH(
      OptionValue.one("DIRS", OptionChecks::folders),
      "where to look for the program first, separated by ':'",
      "path"),
  FILE(
      OptionValue.ofHosts("FILE", TextFile::check),
      "more options of this program, one 'name = value' a line",
      "file"),
  ENV(
      new OptionValue(OptionChecks.PAIR, OptionChecks::variable),
      "set a variable for this program; also NAME=VALUE",
      "env"),
  EXPORT(
      OptionValue.one("NAME[=VALUE]", OptionChecks::export),
      "pass or set a variable for this program",
      "x"),
  ENV_LIST(
      OptionValue.one("A,B", OptionChecks::variables),
      "pass only these variables to this program",
      "envlist"),
  ENV_ALL(OptionValue.NONE, "pass all variables to this program (default)", "envall"),
  ENV_NONE(OptionValue.NONE, "pass no variable to this program", "envnone"),
  CLASS_PATH(
      OptionValue.one("PATH", OptionChecks::classPath),
      "class path of a Java program",
      "cp",
      "classpath",
      "class-path"),
  JAR(OptionValue.one("FILE", OptionChecks::path), "run the main class of a jar", "jar"),
  MODULE(OptionValue.any("MODULE[/CLASS]"), "run the main class of a module", "m", "module"),
  API(
      OptionValue.choice("openmpi|mpjexpress"),
      "API of a Java program that imports mpi.* (default: as its classes tell)",
      "api"),

  GENV(
      new OptionValue(OptionChecks.PAIR, OptionChecks::variable),
      "set a variable for all programs; also NAME=VALUE",
      "genv"),
  GENV_LIST(
      OptionValue.one("A,B", OptionChecks::variables), "pass only these variables", "genvlist"),
  GENV_ALL(OptionValue.NONE, "pass all variables (default)", "genvall"),
  GENV_NONE(OptionValue.NONE, "pass no variable", "genvnone"),
  CONFIG_FILE(
      OptionValue.ofHosts("FILE", TextFile::check),
      "take the programs from a file, one a line",
      "configfile",
      "app"),
  HOSTS(
      OptionValue.ofHosts("LIST", HostWords::parse),
      "hosts, 'a:2,b' or '2 a 2 b 1'",
      "hosts",
      "H",
      "hostlist",
      "machine",
      "machines",
      "machinelist"),
  HOST_FILE(
      OptionValue.ofHosts("FILE", TextFile::check),
      "file of hosts: 'a', 'a:2', 'a slots=2' a line",
      "hostfile",
      "f",
      "machinefile",
      "machinesfile"),
  DEFAULT_HOST_FILE(
      OptionValue.ofHosts(
          "FILE|none",
          (where, name) -> {
            if (!name.equals("none")) {
              TextFile.check(where, name);
            }
          }),
      "file of hosts where nothing else on the command line names any",
      "default-hostfile"),
  HOST_SCRIPT(
      OptionValue.one("FILE", OptionChecks::script),
      "script that prints the hosts, 'a' or 'a:2' a line (Kubernetes: /etc/mpi/discover_hosts.sh)",
      "host-discovery-script"),
  LOCAL_ONLY(OptionValue.NONE, "only this host, whatever the environment names", "localonly"),
  PER_HOST(
      OptionValue.one("N", OptionChecks::perHost),
      List.of("I_MPI_PERHOST"),
      "ranks per host, round-robin",
      "ppn",
      "perhost",
      "npernode",
      "N"),
  MAP_BY(
      OptionValue.ofHosts("slot|node", Mapping::parse),
      "order of hosts; also ppr:N:node",
      "map-by"),
  NO_OVERSUBSCRIBE(
      OptionValue.NONE, "refuse more ranks than the hosts have slots", "nooversubscribe"),
  DISPLAY_MAP(OptionValue.NONE, "print on stderr which rank goes where", "display-map"),
  LAUNCHER(
      LauncherOptions.VALUE,
      List.of("HYDRA_LAUNCHER", "HYDRA_BOOTSTRAP", "I_MPI_HYDRA_BOOTSTRAP"),
      "how to start on other hosts",
      "launcher",
      "bootstrap"),
  LAUNCHER_EXEC(
      OptionValue.one("COMMAND", OptionChecks::command),
      List.of(
          "HYDRA_LAUNCHER_EXEC",
          "HYDRA_BOOTSTRAP_EXEC",
          "I_MPI_HYDRA_BOOTSTRAP_EXEC",
          "OMPI_MCA_plm_rsh_agent"),
      "the launcher's program, called as 'COMMAND HOST words'",
      "launcher-exec",
      "bootstrap-exec"),
  LAUNCHER_ARGS(
      OptionValue.one("WORDS", OptionChecks::command),
      List.of(
          "HYDRA_LAUNCHER_EXTRA_ARGS",
          "HYDRA_LAUNCH_EXTRA_ARGS",
          "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS",
          "OMPI_MCA_plm_rsh_args"),
      "more words for the launcher's program, before HOST",
      "launcher-args",
      "bootstrap-exec-args"),
  SMPD_PHRASE(
      OptionValue.any("WORDS"),
      "passphrase of smpd; every user of the host can see it here",
      "phrase"),
  SMPD_FILE(
      OptionValue.one("FILE", OptionChecks::settingsFile),
      "file of smpd's passphrase, mode 0600 (default ~/.smpd)",
      "smpdfile"),
  SMPD_PORT(
      OptionValue.one("N", OptionChecks::port),
      "port of smpd on the other hosts (default 8676)",
      "port",
      "p"),
  NO_PROMPT(OptionValue.NONE, "never ask for smpd's passphrase", "noprompt"),
  SMPD1(
      OptionValue.NONE, "the daemons are of MPICH 3.0's kind: MD5, no encryption", "smpd1-compat"),
  REGISTER(OptionValue.NONE, "keep smpd's passphrase in its file, and end", "register"),
  REMOVE(OptionValue.NONE, "remove smpd's passphrase from its file, and end", "remove"),
  VALIDATE(
      OptionValue.NONE,
      "ask smpd here, or on -hosts, whether the passphrase is right, and end",
      "validate"),
  WHOAMI(OptionValue.NONE, "print this user's name, and end", "whoami"),
  LAUNCH_TIMEOUT(
      OptionValue.number("SECONDS", 1, 3600, "a number of seconds"),
      "how long a host may take to start (default 60)",
      "launch-timeout"),
  AGENT_PATH(
      OptionValue.one("FILE", OptionChecks::path),
      "path of bin/smpd on the other hosts",
      "agent-path"),
  STAGE(
      OptionValue.NONE,
      "send the class path, or the program's file, to hosts that lack it",
      "stage"),
  TREE(
      OptionValue.choice("yes|no|auto", "on", "off"),
      "let hosts start each other (default from 65 hosts)",
      "tree"),
  INTERFACE(
      OptionValue.one("NAME", OptionChecks::network),
      List.of("HYDRA_IFACE", "I_MPI_HYDRA_IFACE", Setting.IFACE.variable()),
      "network interface or subnet between hosts",
      "iface"),
  ENCRYPT(OptionValue.NONE, "encrypt what travels between hosts", "encrypt"),
  PORT_RANGE(
      OptionValue.one("LOW:HIGH", OptionChecks::portRange),
      List.of(Setting.PORT_RANGE.variable()),
      "ports that ranks may listen on",
      "port-range"),
  LABELS(
      OptionValue.NONE,
      "put '[rank] ' before every line of output",
      "l",
      "prepend-rank",
      "tag-output"),
  PREPEND(
      OptionValue.any("PATTERN"),
      "put it before every line: %r rank, %h host, %p its number",
      "prepend-pattern"),
  OUT_PATTERN(
      OptionValue.one("FILE", OptionChecks::newFile),
      "write standard output to a file of that pattern",
      "outfile-pattern"),
  ERR_PATTERN(
      OptionValue.one("FILE", OptionChecks::newFile),
      "write standard error to a file of that pattern",
      "errfile-pattern"),
  JOIN_STREAMS(
      OptionValue.NONE, "send standard error to standard output", "merge-stderr-to-stdout"),
  MERGE(OptionValue.NONE, "print equal lines of several ranks once: '[0-3] text'", "merge"),
  OUTPUT_DIR(
      OptionValue.one("DIR", OptionChecks::newFolder),
      "write each rank's output to DIR/rank-N.out and rank-N.err instead",
      "output-dir",
      "output-filename",
      "output-directory"),
  NAME_SERVER(
      OptionValue.one(
          "HOST[:PORT]",
          (where, word) -> {
            NameServer unused = NameServer.parse(where, word);
          }),
      "keep names at the 'purempi nameserver' there, where other jobs find them (port 6392)",
      "nameserver"),
  THREADS(
      OptionValue.choice("[=virtual]"),
      "run the ranks as threads of one JVM, each with classes of its own",
      "threads"),
  JVM_DEFAULTS(
      OptionValue.NONE,
      "leave collector, heap and compilers of Java programs to the JVM (purempi-java:"
          + " PUREMPI_JVM_DEFAULTS=1)",
      "jvm-defaults"),
  DEBUG(
      OptionValue.one(
          "RANK[:PORT]",
          (where, word) -> {
            Debugging unused = Debugging.parse(where, word);
          }),
      "let that rank's JVM wait for a debugger; also RANK,RANK",
      "debug"),
  EXIT_CODES(
      OptionValue.NONE,
      "print every process's exit code at the end",
      "exitcodes",
      "print-all-exitcodes"),
  TIMEOUT(
      OptionValue.number("SECONDS", 1, Integer.MAX_VALUE, "a number of seconds"),
      List.of("MPIEXEC_TIMEOUT"),
      "end the job after that time",
      "timeout"),
  HANG(
      OptionValue.one("SECONDS|off", OptionChecks::secondsOrOff),
      List.of(Setting.HANG.variable()),
      "end the job, with a report, when no rank makes progress for that time (default 60)",
      "hang"),
  HANG_PAGE(
      OptionValue.one("FILE|none", OptionChecks::newFile),
      List.of(Setting.HANG_PAGE.variable()),
      "draw who waits for whom there (default purempi-hang-PID.html)",
      "hang-page"),
  GRACE(
      OptionValue.number("SECONDS", 0, Grace.MOST_SECONDS, "a number of seconds"),
      List.of(Setting.GRACE.variable()),
      "how long ranks may take to end after SIGTERM (default 10; 0: SIGKILL at once)",
      "grace"),
  RECOVERY(
      OptionValue.NONE,
      List.of(Setting.RECOVERY.variable()),
      "a rank that fails ends no other; those learn of it (ULFM)",
      "enable-recovery",
      "disable-auto-cleanup",
      "dac"),
  CHECK(
      OptionValue.choice("[=on|error]"),
      "look for mistakes of the program while it runs: warn, or end it at the first (=error)",
      "check"),
  CHECK_IGNORE(
      OptionValue.one("LIST", OptionChecks::mistakes),
      List.of(Setting.CHECK_IGNORE.variable()),
      "mistakes not to tell, names with * in them, separated by ','",
      "check-ignore"),
  CHECKPOINT_PREFIX(
      OptionValue.one("DIR", OptionChecks::newFolder),
      List.of("HYDRA_CKPOINT_PREFIX", Setting.CHECKPOINT_PREFIX.variable()),
      "keep checkpoints in DIR, which all hosts see; SIGUSR1 asks for one; without a program:"
          + " restart",
      "ckpoint-prefix"),
  CHECKPOINT_INTERVAL(
      OptionValue.number("SECONDS", 1, Integer.MAX_VALUE, "a number of seconds"),
      List.of("HYDRA_CKPOINT_INTERVAL", Setting.CHECKPOINT_INTERVAL.variable()),
      "take a checkpoint every so many seconds",
      "ckpoint-interval"),
  CHECKPOINT_NUMBER(
      CheckpointOptions.NUMBER,
      List.of(Setting.CHECKPOINT_NUMBER.variable()),
      "restore that checkpoint (default last)",
      "ckpoint-num"),
  CHECKPOINT_KEEP(
      OptionValue.number("K", 1, Integer.MAX_VALUE, "a number of checkpoints"),
      List.of(Setting.CHECKPOINT_KEEP.variable()),
      "keep so many checkpoints (default 2)",
      "ckpoint-keep"),
  CHECKPOINT_LIBRARY(
      CheckpointOptions.LIBRARY,
      List.of("HYDRA_CKPOINTLIB"),
      "who takes checkpoints: the program (app)",
      "ckpointlib"),
  RESTART(
      OptionValue.number("N", 0, Integer.MAX_VALUE, "a number of times"),
      "start a job that has failed again from its last checkpoint, so many times at most",
      "restart-on-failure"),
  TRACE(
      OptionValue.one("[=FOLDER]", OptionChecks::newFolder),
      "record every call, and make a timeline of them at the end: FOLDER/timeline.html",
      "trace"),
  REPORT(
      OptionValue.one("[=FILE]", OptionChecks::newFile),
      "tell at the end where the time went; to a file, a page if it ends in .html",
      "report"),
  STDIN(
      OptionValue.one("RANK|all|none", OptionChecks::reader),
      "who reads mpiexec's standard input (default 0)",
      "s",
      "stdin"),
  BIND(
      OptionValue.one("core|hwthread|socket|numa|none", Binding::check),
      "bind each rank; also user:0,1,2+3 (default none)",
      "bind-to",
      "binding"),
  REPORT_BINDINGS(
      OptionValue.NONE, "print on stderr what each rank is bound to", "report-bindings"),
  TOPOLOGY_ROOT(
      OptionValue.one("DIR", OptionChecks::folder),
      "take the processors from DIR/sys (for tests)",
      "topology-root"),
  ERRHANDLER(
      OptionValue.choice("mpi_errors_return|mpi_errors_abort|mpi_errors_are_fatal"),
      "first error handler of the job",
      "initial-errhandler"),
  MEMORY_KINDS(
      OptionValue.one("KIND[:RESTRICTION],…", OptionChecks::memoryKinds),
      "kinds of memory that buffers will be in, such as cuda:device",
      "memory-alloc-kinds",
      "memory-allocation-kinds"),
  PMI_FD(
      OptionValue.NONE,
      "ranks inherit their PMI connection (PMI_FD) instead of its address",
      "pmi-fd"),
  PMI_ARGS(
      Singleton.VALUE,
      "serve the program that calls mpiexec so because it was started without one",
      "pmi_args"),
  REPORT_PID(
      OptionValue.one("-|+|FILE", OptionChecks::newFile),
      "print mpiexec's number to standard output, standard error or a file",
      "report-pid"),
  VERBOSE(OptionValue.NONE, "print on stderr what is started and how", "verbose", "v"),
  VERSION(OptionValue.NONE, "print the version and end", "version", "V"),
  HELP(OptionValue.NONE, "print the everyday options and end", "h", "help"),
  HELP_ALL(OptionValue.NONE, "print all options and end", "help2");

  /** How it is written, without dashes; the first is the one that pages use. */
  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  public final List<String> names;

  /** The variables of other launchers, and ours, that say the same; the first that is set wins. */
  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  final List<String> variables;

  /** What it takes. */
  @SuppressWarnings("ImmutableEnumChecker") // its check holds nothing
  public final OptionValue value;

  final String help;

  Option(OptionValue value, String help, String... names) {
    this(value, List.of(), help, names);
  }

  Option(OptionValue value, List<String> variables, String help, String... names) {
    this.value = value;
    this.variables = List.copyOf(variables);
    this.help = help;
    this.names = List.of(names);
  }

  /** The help, and the variables that say the same. */
  public String description() {
    return variables.isEmpty() ? help : help + " (else " + String.join(", ", variables) + ")";
  }

  /** Whether it holds for the whole job rather than for the program it stands before. */
  public boolean global() {
    return compareTo(GENV) >= 0;
  }
}
