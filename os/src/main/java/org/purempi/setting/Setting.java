package org.purempi.setting;

import static org.purempi.setting.Audience.ALGORITHMS;
import static org.purempi.setting.Audience.ENGINEERS;
import static org.purempi.setting.Audience.EVERYBODY;
import static org.purempi.setting.Audience.MEETING;
import static org.purempi.setting.Audience.OURSELVES;
import static org.purempi.setting.Audience.SCRIPTS;
import static org.purempi.setting.Audience.SPEED;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Every setting of purempi. It is the system property {@code purempi.NAME}, else the environment
 * variable {@code PUREMPI_NAME} in capitals with underscores, which launchers pass on; a blank
 * value counts as none. What mpiexec itself reads, it also takes as {@code -Dpurempi.NAME=VALUE}
 * among its options.
 */
public enum Setting implements Reading {
  TRANSPORT(
      EVERYBODY,
      "transport",
      "auto",
      Allowed.words("auto", "shm", "tcp"),
      "How ranks reach each other: by shared memory on one host and TCP between hosts (auto), by"
          + " shared memory only, or by TCP only."),
  IFACE(
      EVERYBODY,
      "iface",
      Allowed.text("an interface, an address or a subnet a.b.c.d/n"),
      "The network between hosts."),
  PORT_RANGE(
      EVERYBODY,
      "port.range",
      Allowed.text("LOW:HIGH"),
      "The ports that ranks and mpiexec may listen on."),
  ENCRYPT(
      EVERYBODY, "encrypt", "false", Allowed.FLAG, "Encrypt what travels by TCP, with TLS 1.3."),
  MPIEXEC(
      EVERYBODY,
      "mpiexec",
      Allowed.text("a program"),
      "The mpiexec that a program calls which was started without one, when it first spawns or"
          + " asks for a name; else that of its installation, else the one in PATH."),
  GRACE(
      EVERYBODY,
      "grace",
      "10",
      Allowed.number("seconds", 0, 7 * 24 * 60 * 60),
      "How long ranks may take to end after SIGTERM."),
  DEVICES(
      EVERYBODY,
      "devices",
      "auto",
      Allowed.text("auto, none, cuda, mock or another kind"),
      "Devices in whose memory buffers may lie; auto: those found; mock: an imitation, for tests."),
  MEMORY_KINDS(
      EVERYBODY,
      "memory.kinds",
      Allowed.text("kinds separated by commas"),
      "The kinds of memory that buffers will be in (mpiexec -memory-alloc-kinds)."),
  RECOVERY(EVERYBODY, "recovery", "false", Allowed.FLAG, "A rank that dies ends no other."),
  TRACE(
      EVERYBODY,
      "trace",
      "short",
      Allowed.words("short", "full"),
      "Stack traces of errors: from the program's call on, or with every frame."),
  HANG(
      EVERYBODY,
      "hang",
      "60",
      Allowed.text("seconds or off"),
      "After so many seconds without progress of any rank mpiexec ends a job, with a report."),
  HANG_PAGE(
      EVERYBODY,
      "hang.page",
      "purempi-hang-PID.html",
      Allowed.text("a file, or none"),
      "Where mpiexec draws who waits for whom in a job that hangs, or whose time is over."),
  CHECK(
      EVERYBODY,
      "check",
      "off",
      Allowed.words("off", "on", "error"),
      "Look for mistakes of the program while it runs: warn, or end it at the first."),
  CHECK_IGNORE(
      EVERYBODY,
      "check.ignore",
      Allowed.text("names with * in them, separated by commas"),
      "Mistakes that the checker does not tell."),
  TIMELINE(EVERYBODY, "timeline", Allowed.text("a folder"), "Where ranks record every call."),
  PROFILE(
      EVERYBODY,
      "profile",
      Allowed.text("a folder"),
      "Add up where the time goes; where the ranks put it at their end."),
  INTERCEPTORS(
      EVERYBODY,
      "interceptors",
      Allowed.text("names of classes, separated by commas"),
      "Tools of your own, which hear of every call: org.purempi.tool.Interceptor."),
  JFR(EVERYBODY, "jfr", "false", Allowed.FLAG, "Tell the flight recorder of every call."),
  JMX(
      EVERYBODY,
      "jmx",
      "false",
      Allowed.FLAG,
      "Register beans of JMX with what each rank counts, and its settings."),
  INITIAL_ERRHANDLER(
      EVERYBODY,
      "initial.errhandler",
      "mpi_errors_return",
      Allowed.words("mpi_errors_return", "mpi_errors_abort", "mpi_errors_are_fatal"),
      "The first error handler of every communicator (section 11.2.1)."),
  OBJECT_FILTER(
      EVERYBODY,
      "object.filter",
      Allowed.text("patterns such as com.mine.*;!org.else.**"),
      "The classes that objects in messages may be made of."),
  OBJECT_LIMITS(
      EVERYBODY,
      "object.limits",
      Allowed.text("limits such as depth=5000,seconds=600"),
      "What one object in a message may cost: depth, references, array, hashing, seconds."),
  PROGRESS_THREAD(
      EVERYBODY,
      "progress.thread",
      "false",
      Allowed.FLAG,
      "A thread of each rank makes progress while the program computes."),
  EAGER(
      EVERYBODY,
      "eager",
      "0",
      Allowed.number("bytes", 0, Long.MAX_VALUE),
      "A standard-mode send of up to so many bytes does not wait for its receive."),
  JVM_DEFAULTS(
      EVERYBODY,
      "jvm.defaults",
      "false",
      Allowed.FLAG,
      "Leave collector, heap and compilers of Java programs to the JVM (mpiexec -jvm-defaults)."),
  CHECKPOINT_PREFIX(
      EVERYBODY,
      "checkpoint.prefix",
      Allowed.text("a folder that all ranks see"),
      "Where checkpoints are kept (mpiexec -ckpoint-prefix)."),
  CHECKPOINT_INTERVAL(
      EVERYBODY,
      "checkpoint.interval",
      Allowed.number("seconds", 0, Allowed.ANY),
      "How much time there is between checkpoints (mpiexec -ckpoint-interval)."),
  CHECKPOINT_KEEP(
      EVERYBODY,
      "checkpoint.keep",
      "2",
      Allowed.number("checkpoints", 1, Allowed.ANY),
      "How many checkpoints stay (mpiexec -ckpoint-keep)."),
  CHECKPOINT_NUMBER(
      EVERYBODY,
      "checkpoint.number",
      Allowed.text("a number, or last"),
      "Which checkpoint is restored, else the last (mpiexec -ckpoint-num)."),
  SINGLETON(
      EVERYBODY,
      "singleton",
      "false",
      Allowed.FLAG,
      "Start this process alone, whatever launcher the environment names."),

  BARRIER("barrier", "dissemination", "linear", "central", "tree"),
  BCAST("bcast", "linear", "binomial", "scatter-allgather", "chain"),
  GATHER("gather", "binomial", "linear"),
  SCATTER("scatter", "binomial", "linear"),
  ALLGATHER("allgather", "linear", "recursive-doubling", "bruck", "ring"),
  ALLGATHERV("allgatherv", "linear", "ring"),
  ALLTOALL("alltoall", "bruck", "linear", "pairwise"),
  ALLTOALLV("alltoallv", "linear", "pairwise"),
  REDUCE("reduce", "linear", "binomial", "rabenseifner"),
  ALLREDUCE("allreduce", "linear", "recursive-doubling", "rabenseifner", "ring", "by-reduce"),
  REDUCE_SCATTER("reduce-scatter", "linear", "halving", "pairwise", "by-reduce"),
  SCAN("scan", "linear", "recursive-doubling", "chain"),
  EXSCAN("exscan", "linear", "recursive-doubling", "chain"),

  RANK(MEETING, "rank", Allowed.number("", 0, Allowed.ANY), "This process's rank in its world."),
  SIZE(MEETING, "size", Allowed.number("ranks", 1, Allowed.ANY), "How many ranks meet."),
  ROOT(MEETING, "root", Allowed.text("HOST:PORT"), "Where rank 0 listens."),
  SERVICE(
      MEETING,
      "service",
      Allowed.text("a name"),
      "A name that stands for the addresses of all ranks, as a headless service of Kubernetes."),
  RENDEZVOUS_TIMEOUT(
      MEETING,
      "rendezvous.timeout",
      Allowed.number("seconds", 0, Allowed.ANY),
      "How long a rank waits for the others."),
  SILENCE_TIMEOUT(
      MEETING,
      "silence.timeout",
      "40",
      Allowed.number("seconds", 0, Allowed.ANY),
      "How long a rank may be silent before it counts as dead; 0: for ever."),
  SECRET(
      MEETING,
      "secret",
      Allowed.text("a text"),
      "What only the ranks of one job know. A variable only: others can read properties."),
  SECRET_FILE(
      MEETING, "secret.file", Allowed.text("a file"), "A file of mode 0600 with the secret."),
  JOB_INDEX(
      MEETING,
      "job.index",
      Allowed.number("", 0, Allowed.ANY),
      "The number of a pod's job among those of a JobSet."),
  JOB_PODS(
      MEETING,
      "job.pods",
      Allowed.number("pods", 1, Allowed.ANY),
      "How many pods each job of a JobSet has."),

  SPINS(
      ENGINEERS,
      "spins",
      "2000, or 1 with more ranks than cores",
      Allowed.number("polls", 0, Allowed.ANY),
      "How often a rank that waits polls before it first yields its core."),
  YIELDS(
      ENGINEERS,
      "yields",
      "20000, or 200 with many ranks for each core",
      Allowed.number("yields", 0, Allowed.ANY),
      "How often a rank that waits yields its core before it sleeps."),
  DIRECT_FROM(
      ENGINEERS,
      "direct.from",
      "16384",
      Allowed.number("bytes", 0, Long.MAX_VALUE),
      "From this length on a receiver on the same host reads the sender's memory."),
  DEVICE_DIRECT_FROM(
      ENGINEERS,
      "device.direct.from",
      "65536",
      Allowed.number("bytes", 0, Long.MAX_VALUE),
      "From this length on a receiver on its host copies out of a sender's device memory."),
  DEVICE_PIECE(
      ENGINEERS,
      "device.piece",
      "524288",
      Allowed.number("bytes", 4096, 1 << 30),
      "Longer messages of device memory pass through the host in pieces of so many bytes."),
  DEVICE_REDUCE_FROM(
      ENGINEERS,
      "device.reduce.from",
      "65536",
      Allowed.number("bytes", 0, Long.MAX_VALUE),
      "From this length on collective operations reduce on the device, and not on the host."),
  HOSTS_OF_RANKS(
      ENGINEERS,
      "hosts.of.ranks",
      Allowed.text("a host for each rank, separated by ','"),
      "The hosts that ranks take themselves to be on."),
  DISK(
      ENGINEERS,
      "disk",
      "auto",
      Allowed.words("auto", "channel"),
      "How files are reached: by system calls where they are possible (auto), or by Java's channels"
          + " only."),
  PMI(
      ENGINEERS,
      "pmi",
      "1, or 2 under Slurm",
      Allowed.words("1", "2"),
      "The version of PMI to speak with the launcher."),

  DIRECT_READS(
      SPEED,
      "direct.reads",
      "A receiver reads long messages out of the memory of a sender on its host."),
  JOINT_COPIES(
      SPEED,
      "joint.copies",
      "Sender and receiver of such a message outside the heap copy it together."),
  DEVICE_SHARING(SPEED, "device.sharing", "Processes of a host open each other's device memory."),
  DEVICE_PACKING(SPEED, "device.packing", "Derived datatypes in device memory are packed there."),
  HUGE_PAGES(
      SPEED, "huge.pages", "Buffers that are sent so again and again are put onto huge pages."),
  STREAMING_COPY(
      SPEED, "streaming.copy", "What a core far away is to read is copied past the caches."),
  PREFETCH(
      SPEED,
      "prefetch",
      "Who sends many short messages in a row fetches the lines that it will write."),
  PIECE_COPY(SPEED, "piece.copy", "Machine code packs and unpacks derived datatypes."),
  STRAIGHT_CODE(
      SPEED,
      "straight.code",
      "Where there is no such machine code, classes made at run time pack."),
  VECTOR_SUM(SPEED, "vector.sum", "Machine code adds vectors."),
  DIRECT_SOCKET(SPEED, "direct.socket", "Sockets read and write arrays without a copy in between."),

  NO_BUILD(
      SCRIPTS,
      "no.build",
      Allowed.text("any text"),
      "Never build, even if a source is newer than the jars."),
  GJF_JAR(
      SCRIPTS,
      "gjf.jar",
      Allowed.text("a file"),
      "The formatter that .ci/format runs, instead of Maven's."),

  LAUNCH(OURSELVES, "launch.", "What bin/mpiexec tells the launcher of its installation."),
  THREADS(OURSELVES, "threads.", "What mpiexec -threads tells the JVM of its ranks."),
  CHECKPOINT_COMMAND(OURSELVES, "checkpoint.command", "The command line that a checkpoint keeps."),
  KEPT(OURSELVES, "kept.", "Variables that bin/mpiexec puts aside for ranks."),
  JOB_KEY(OURSELVES, "job.key", "The key with which ranks of one job know each other."),
  PMI_KEY(OURSELVES, "pmi.key", "The key with which mpiexec knows its ranks."),
  PMI_REPORTS(OURSELVES, "pmi.reports", "That mpiexec understands reports of ranks."),
  LINE(OURSELVES, "line", "The end of a long command line of a manager."),
  WORD(OURSELVES, "word", "A word of the shell that starts a rank."),
  SMPD1_(
      OURSELVES, "smpd1.", "What a daemon of MPICH 3.0's kind tells the process that serves it.");

  static final String PROPERTY = "purempi.";
  static final String VARIABLE = "PUREMPI_";

  private final Audience audience;
  private final String key;
  private final String standard;

  @SuppressWarnings("ImmutableEnumChecker") // its words are not changed
  private final Allowed allowed;

  private final String sentence;

  Setting(Audience audience, String key, String standard, Allowed allowed, String sentence) {
    this.audience = audience;
    this.key = key;
    this.standard = standard;
    this.allowed = allowed;
    this.sentence = sentence;
  }

  /** The choice of an algorithm. */
  Setting(String operation, String... algorithms) {
    this(ALGORITHMS, operation, "", Allowed.words(algorithms), "");
  }

  /** One that has no default. */
  Setting(Audience audience, String key, Allowed allowed, String sentence) {
    this(audience, key, "", allowed, sentence);
  }

  /** A switch that is on, or what nobody sets by hand. */
  Setting(Audience audience, String key, String sentence) {
    this(
        audience,
        key,
        audience == SPEED ? "true" : "",
        audience == SPEED ? Allowed.FLAG : Allowed.text(""),
        sentence);
  }

  /** The setting of a property; null if there is none. */
  public static @Nullable Setting ofProperty(String property) {
    for (Setting setting : values()) {
      if (!setting.isFamily() && setting.property().equals(property)) {
        return setting;
      }
    }
    return null;
  }

  /** The name behind {@code purempi.}; that of a family of names ends with a point. */
  public String key() {
    return key;
  }

  /** The system property. */
  @Override
  public String property() {
    return PROPERTY.concat(key);
  }

  /** The environment variable. */
  @Override
  public String variable() {
    return VARIABLE.concat(key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
  }

  /** Whom it is for. */
  public Audience audience() {
    return audience;
  }

  /** What holds where it is not set, in words; empty if nothing does. */
  @Override
  public String standard() {
    return standard;
  }

  /** What numbers count; empty if it is not a number. */
  public String unit() {
    return allowed.unit();
  }

  /** The values that it may have, in words. */
  public String allowed() {
    return allowed.toString();
  }

  /** The words that it may be; empty if it may be others. */
  public List<String> words() {
    return allowed.words();
  }

  /** What it does, in one sentence. */
  public String sentence() {
    return audience == ALGORITHMS ? "The algorithm of " + key + "." : sentence;
  }

  /** Whether it stands for all names that begin with its own. */
  public boolean isFamily() {
    return key.endsWith(".");
  }

  /** Whether it is read from the environment only. */
  @Override
  public boolean isVariableOnly() {
    return this == SECRET || audience == Audience.SCRIPTS;
  }

  /** Throws unless it may have a value that is not blank. */
  @Override
  public void check(boolean isProperty, String value) {
    String text = Reading.stripped(value);
    if (text != null && !allowed.accepts(text)) {
      String written = (isProperty ? "-D" + property() : variable()) + "=" + text;
      throw new SettingException(written, "must be " + allowed);
    }
  }
}
