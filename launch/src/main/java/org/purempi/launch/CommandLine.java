package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.hosts.HostWords;
import org.purempi.launch.hosts.HostsException;

/** Reads mpiexec's arguments into a plan. */
final class CommandLine {
  private static final String TIMEOUT_VARIABLE = "MPIEXEC_TIMEOUT";
  private static final String ERRHANDLER_VARIABLE = "PUREMPI_INITIAL_ERRHANDLER";
  private static final Set<String> ERRHANDLERS =
      Set.of("mpi_errors_return", "mpi_errors_abort", "mpi_errors_are_fatal");

  /** What {@code -l} puts before a line. */
  private static final String RANK_LABEL = "[%r] ";

  private final Map<String, String> mine;
  private final Map<Option, String> globals = new EnumMap<>(Option.class);
  private final EnvironmentChoice environment = new EnvironmentChoice();
  private final List<SegmentBuilder> builders = new ArrayList<>();
  private final List<String> countedHosts = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable String configFile;
  private @Nullable String hostsOfNoProgram;

  private CommandLine(Map<String, String> mine) {
    this.mine = mine;
  }

  /**
   * Reads the arguments; empty when they only ask for help or the version.
   *
   * @param mine mpiexec's own environment
   */
  static CommandLine parse(List<String> arguments, Map<String, String> mine) throws UsageException {
    var line = new CommandLine(mine);
    line.segments(arguments);
    if (line.configFile != null) {
      line.readConfigFile(line.configFile);
    }
    return line;
  }

  boolean asksFor(Option option) {
    return globals.containsKey(option);
  }

  /** Who calls mpiexec for its own sake, or null. */
  @Nullable Singleton singleton() throws UsageException {
    String words = globals.get(Option.PMI_ARGS);
    if (words != null && !builders.isEmpty()) {
      throw new UsageException("-pmi_args: the program that is meant runs already; name none");
    }
    return words == null ? null : Singleton.parse(words);
  }

  /** An option that asks for something else than a job, or null. */
  @Nullable Option action() {
    for (Option option : List.of(Option.REGISTER, Option.REMOVE, Option.VALIDATE, Option.WHOAMI)) {
      if (asksFor(option)) {
        return option;
      }
    }
    return null;
  }

  /** The hosts that were named, for {@link #action}. */
  List<Host> hosts() throws UsageException {
    return new HostOptions(globals, countedHosts, mine).named(hostsOfNoProgram);
  }

  /** What {@link #action} needs to know. */
  SmpdAccess smpd() throws IOException, UsageException {
    return new SmpdAccess(globals);
  }

  /** What is to be said about options that change nothing here. */
  List<String> notes() {
    return notes;
  }

  /**
   * The plan, once everything has been read.
   *
   * @param manager where bin/smpd stands
   */
  JobPlan plan(Path manager) throws UsageException {
    if (builders.isEmpty()) {
      throw new UsageException("no program to run; 'mpiexec -h' shows how to name one");
    }
    initialErrhandler();
    network();
    var where = new HostOptions(globals, countedHosts, mine);
    if (builders.size() == 1) {
      SegmentBuilder only = builders.getFirst();
      where.slots(only.hosts()).ifPresent(only::countUnlessGiven);
    }
    var segments = new ArrayList<Segment>();
    for (SegmentBuilder builder : builders) {
      segments.add(builder.build(environment, mine));
    }
    int ranks = JobPlan.count(segments);
    ThreadRanks threads = threads(ranks, segments.size());
    List<Integer> counts =
        threads == null ? segments.stream().map(Segment::count).toList() : List.of(1);
    HostPlan hosts =
        where.plan(builders.stream().map(SegmentBuilder::hosts).toList(), counts, manager);
    if (threads == null) {
      HostLimits.ofThisProcess().check(hosts.placement().mostOnAHost());
    } else if (!hosts.isHere()) {
      throw new UsageException("-threads: the ranks share one JVM, which runs on this host only");
    }
    String folder = globals.get(Option.OUTPUT_DIR);
    return new JobPlan(
        segments,
        threads,
        asksFor(Option.LABELS) ? new OutputPattern(RANK_LABEL) : pattern(Option.PREPEND),
        pattern(Option.OUT_PATTERN),
        pattern(Option.ERR_PATTERN),
        asksFor(Option.MERGE),
        folder == null ? null : SegmentBuilder.path("-output-dir", folder).toAbsolutePath(),
        asksFor(Option.EXIT_CODES),
        timeout(),
        threads == null ? stdinRank(ranks) : 0,
        hosts,
        asksFor(Option.PMI_FD),
        binding(),
        asksFor(Option.REPORT_BINDINGS),
        asksFor(Option.DISPLAY_MAP),
        asksFor(Option.VERBOSE));
  }

  private @Nullable OutputPattern pattern(Option option) {
    String text = globals.get(option);
    return text == null ? null : new OutputPattern(text);
  }

  private @Nullable ThreadRanks threads(int ranks, int programs) throws UsageException {
    String kind = globals.get(Option.THREADS);
    if (kind == null) {
      return null;
    }
    if (programs > 1) {
      throw new UsageException("-threads: one JVM runs one program; ':' names another");
    }
    if (!binding().isNone()) {
      throw new UsageException("-threads: the ranks share one JVM, which -bind-to core would bind");
    }
    return switch (kind) {
      case "" -> new ThreadRanks(ranks, false);
      case "virtual" -> new ThreadRanks(ranks, true);
      default ->
          throw new UsageException("-threads=" + kind + ": write -threads or -threads=virtual");
    };
  }

  private void segments(List<String> arguments) throws UsageException {
    int start = 0;
    for (int i = 0; i <= arguments.size(); i++) {
      if (i == arguments.size() || arguments.get(i).equals(":")) {
        segment(arguments.subList(start, i), i < arguments.size() || start > 0);
        start = i + 1;
      }
    }
  }

  private void segment(List<String> words, boolean severalSegments) throws UsageException {
    var builder = new SegmentBuilder();
    int at = 0;
    while (at < words.size() && !builder.hasProgram()) {
      String word = words.get(at);
      if (word.equals("--")) {
        at++;
        break;
      }
      if (!word.startsWith("-") || word.equals("-")) {
        break;
      }
      at = option(builder, words, at);
    }
    if (!builder.hasProgram() && at < words.size()) {
      builder.program(words.get(at), words.subList(at + 1, words.size()));
    } else if (builder.hasProgram()) {
      builder.arguments(words.subList(at, words.size()));
    }
    boolean onlyGlobals = !builder.hasProgram() && at == words.size();
    if (onlyGlobals) {
      hostsOfNoProgram = builder.hosts();
    }
    if (!onlyGlobals) {
      builders.add(builder);
    } else if (severalSegments && !words.isEmpty()) {
      throw new UsageException(
          "no program after '" + String.join(" ", words) + "'; ':' separates programs");
    } else if (severalSegments) {
      throw new UsageException("an empty program beside ':'");
    }
  }

  /** Reads the option at {@code at} and its values; answers where the next word is. */
  private int option(SegmentBuilder builder, List<String> words, int at) throws UsageException {
    String written = words.get(at);
    String name = written.substring(written.startsWith("--") ? 2 : 1);
    int equals = name.indexOf('=');
    Option option = Option.named(name);
    List<String> values;
    int next = at + 1;
    if (option == null && equals > 0 && Option.named(name.substring(0, equals)) != null) {
      option = Option.named(name.substring(0, equals));
      values = List.of(name.substring(equals + 1));
    } else if (option != null) {
      next += option.valueCount();
      if (next > words.size()) {
        throw new UsageException(written + ": " + option.values + " is missing after it");
      }
      values = words.subList(at + 1, next);
    } else {
      return foreign(builder, words, at, name);
    }
    if (option == Option.HOSTS && HostWords.isCounted(words.subList(at + 1, words.size()))) {
      return countedHosts(words, at + 1);
    }
    if (option == null || !option.takes(values.size())) {
      throw new UsageException(written + ": write it without '='");
    }
    apply(builder, option, written, values);
    boolean counts = option == Option.LOCAL_ONLY && next < words.size();
    if (counts && words.get(next).matches("[0-9]+")) {
      builder.apply(Option.COUNT, written, words.subList(next, next + 1)); // smpd's -localonly 4
      next++;
    }
    return next;
  }

  /** smpd's {@code -hosts 2 a 2 b 1}. */
  private int countedHosts(List<String> words, int at) throws UsageException {
    List<String> rest = words.subList(at, words.size());
    try {
      int length = HostWords.countedLength("-hosts", rest);
      countedHosts.clear();
      countedHosts.addAll(rest.subList(0, length));
      return at + length;
    } catch (HostsException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  /** An option of another mpiexec, or a flag for the JVM. */
  private int foreign(SegmentBuilder builder, List<String> words, int at, String name)
      throws UsageException {
    String written = words.get(at);
    if (name.matches("g?(mca|omca|pmixmca|prtemca)")) {
      return parameter(words, at);
    }
    ForeignOption option = ForeignOption.named(name);
    if (option == null) {
      return jvmFlag(builder, words, at);
    }
    if (option.refused()) {
      throw new UsageException(written + ": " + option.note());
    }
    int next = at + 1 + option.values();
    if (next > words.size()) {
      throw new UsageException(written + ": its value is missing after it");
    }
    notes.add(written + " changes nothing: " + option.note());
    return next;
  }

  /** Open MPI's {@code --mca KEY VALUE}. */
  private int parameter(List<String> words, int at) throws UsageException {
    int last = at + 2;
    if (last >= words.size()) {
      throw new UsageException(words.get(at) + ": KEY VALUE is missing after it");
    }
    switch (words.get(at + 1)) {
      case "btl_tcp_if_include" -> globals.put(Option.INTERFACE, words.get(last));
      case "plm_rsh_agent" -> globals.put(Option.LAUNCHER_EXEC, words.get(last));
      default -> notes.add(words.get(at) + " " + words.get(at + 1) + " changes nothing here");
    }
    return last + 1;
  }

  private static int jvmFlag(SegmentBuilder builder, List<String> words, int at)
      throws UsageException {
    String written = words.get(at);
    if (JvmFlags.isFlag(written)) {
      builder.jvmFlag(written);
      return at + 1;
    }
    if (JvmFlags.takesValue(written)) {
      if (at + 1 == words.size()) {
        throw new UsageException(written + ": its value is missing after it");
      }
      builder.jvmFlag(written);
      builder.jvmFlag(words.get(at + 1));
      return at + 2;
    }
    String similar = Option.similar(written.replaceFirst("^-+", ""));
    throw new UsageException(
        "unknown option '%s'; %s"
            .formatted(
                written,
                similar == null
                    ? "'mpiexec -help2' lists them all"
                    : "did you mean '-" + similar + "'?"));
  }

  private void apply(SegmentBuilder builder, Option option, String written, List<String> values)
      throws UsageException {
    switch (option) {
      case GENV -> environment.set(values.get(0), values.get(1));
      case GENV_LIST -> environment.only(values.getFirst());
      case GENV_ALL -> environment.all();
      case GENV_NONE -> environment.none();
      case CONFIG_FILE -> configFile = values.getFirst();
      default -> {
        if (option.global()) {
          globals.put(option, String.join(" ", values));
        } else {
          builder.apply(option, written, values);
        }
      }
    }
  }

  private void readConfigFile(String name) throws UsageException {
    if (!builders.isEmpty()) {
      throw new UsageException("-configfile " + name + ": name the programs in it or here");
    }
    configFile = null;
    String where = "-configfile " + name;
    String text = Words.text(where, SegmentBuilder.path("-configfile", name)).replace("\\\n", " ");
    for (String line : text.lines().toList()) {
      String program = line.strip();
      if (!program.isEmpty() && !program.startsWith("#")) {
        segments(Words.split(where, program));
      }
    }
    if (configFile != null) {
      throw new UsageException(where + ": names another -configfile");
    }
    if (builders.isEmpty()) {
      throw new UsageException(where + ": names no program");
    }
  }

  private @Nullable Duration timeout() throws UsageException {
    String written = globals.get(Option.TIMEOUT);
    String where = "-timeout ";
    if (written == null) {
      written = mine.get(TIMEOUT_VARIABLE);
      where = TIMEOUT_VARIABLE + "=";
    }
    if (written == null || written.isEmpty()) {
      return null;
    }
    try {
      int seconds = Integer.parseInt(written);
      if (seconds > 0) {
        return Duration.ofSeconds(seconds);
      }
    } catch (NumberFormatException e) {
      throw new UsageException(where + written + ": not a number of seconds", e);
    }
    throw new UsageException(where + written + ": must be at least one second");
  }

  private Binding binding() throws UsageException {
    String root = globals.getOrDefault(Option.TOPOLOGY_ROOT, Topology.MACHINE.toString());
    return Binding.parse(
        globals.getOrDefault(Option.BIND, "none"), SegmentBuilder.path("-topology-root", root));
  }

  /** What ranks are told of the network between hosts. */
  private void network() throws UsageException {
    Reach.asked(globals, mine).tell(environment);
    if (asksFor(Option.ENCRYPT)) {
      environment.set("PUREMPI_ENCRYPT", "1");
    }
  }

  private int stdinRank(int size) throws UsageException {
    String reader = globals.getOrDefault(Option.STDIN, "0");
    if (reader.equals("all")) {
      return JobPlan.ALL_RANKS;
    }
    try {
      int rank = Integer.parseInt(reader);
      if (rank >= 0 && rank < size) {
        return rank;
      }
    } catch (NumberFormatException e) {
      throw new UsageException("-s " + reader + ": write a rank or 'all'", e);
    }
    throw new UsageException("-s " + reader + ": the job's ranks are 0 to " + (size - 1));
  }

  private void initialErrhandler() throws UsageException {
    String name = globals.get(Option.ERRHANDLER);
    if (name == null) {
      return;
    }
    if (!ERRHANDLERS.contains(name)) {
      throw new UsageException(
          "-initial-errhandler "
              + name
              + ": write mpi_errors_return, mpi_errors_abort or mpi_errors_are_fatal");
    }
    environment.set(ERRHANDLER_VARIABLE, name);
  }
}
