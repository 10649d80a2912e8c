package org.purempi.launch.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.hosts.HostWords;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.local.Singleton;
import org.purempi.launch.program.JvmFlags;
import org.purempi.launch.remote.NameServer;
import org.purempi.launch.remote.RemoteNames;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.NameService;
import org.purempi.pmi.PublishedNames;

/** Reads mpiexec's arguments: options, each of which is checked as it is read, and programs. */
public final class CommandLine {
  private static final String SEPARATOR = ":";
  private static final String END_OF_OPTIONS = "--";

  private final Map<String, String> mine;

  /** What stands in for options: mpiexec's environment, and settings among its flags. */
  private final Map<String, String> variables;

  private final GivenOptions given = new GivenOptions();
  private final EnvironmentChoice environment = new EnvironmentChoice();
  private final List<AppContextBuilder> builders = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final CheckpointOptions checkpoints = new CheckpointOptions(given);
  private final RecordOptions records = new RecordOptions(given);
  private List<String> words = List.of();

  /** How many words stand before the first program, or the option that names it. */
  private int optionWords;

  /** The same of the program that is being read. */
  private int beforeProgram;

  private @Nullable String hostsOfNoProgram;
  private @Nullable HostOptions where;

  private CommandLine(Map<String, String> mine) {
    this.mine = mine;
    this.variables = new HashMap<>(mine);
  }

  /**
   * Reads the arguments; empty when they only ask for help or the version.
   *
   * @param mine mpiexec's own environment
   */
  public static CommandLine parse(List<String> arguments, Map<String, String> mine)
      throws UsageException {
    CommandLine line = read(arguments, mine);
    boolean isJob =
        line.action() == null
            && !line.asksFor(Option.HELP)
            && !line.asksFor(Option.HELP_ALL)
            && !line.asksFor(Option.VERSION)
            && !line.asksFor(Option.PMI_ARGS);
    return isJob && line.builders.isEmpty() && line.asksFor(Option.CHECKPOINT_PREFIX)
        ? read(line.checkpoints.savedCall(arguments), mine)
        : line;
  }

  private static CommandLine read(List<String> arguments, Map<String, String> mine)
      throws UsageException {
    var line = new CommandLine(mine);
    line.words = List.copyOf(arguments);
    line.optionWords = arguments.size();
    line.apps(arguments);
    String file = line.given.get(Option.CONFIG_FILE);
    if (file != null) {
      line.readConfigFile(line.given.where(Option.CONFIG_FILE), file);
    }
    line.given.readVariables(line.variables);
    return line;
  }

  /** What it says about checkpoints. */
  public CheckpointOptions checkpoints() {
    return checkpoints;
  }

  /** What it says about records of calls. */
  public RecordOptions records() {
    return records;
  }

  /**
   * The job has failed and will be started again: from its newest checkpoint, on the hosts that are
   * left, and without standard input, some of which has been read.
   *
   * @param lostHosts those that have been lost with their ranks
   * @param isNewer whether it has taken a checkpoint
   */
  public void startAgain(Collection<String> lostHosts, boolean isNewer) throws UsageException {
    where().lose(lostHosts);
    given.put(Option.STDIN, "-stdin", List.of("none"));
    if (isNewer) {
      checkpoints.takeNewest();
    }
  }

  /** Whether the option was given, or a variable stands in for it. */
  public boolean asksFor(Option option) {
    return given.has(option);
  }

  /** The value of a global option, or null. */
  public @Nullable String value(Option option) {
    return given.get(option);
  }

  /** Who calls mpiexec for its own sake, or null. */
  public @Nullable Singleton singleton() throws UsageException {
    String words = given.get(Option.PMI_ARGS);
    if (words != null && !builders.isEmpty()) {
      throw new UsageException("-pmi_args: the program that is meant runs already; name none");
    }
    return words == null ? null : Singleton.parse(words);
  }

  /** An option that asks for something else than a job, or null. */
  public @Nullable Option action() {
    for (Option option : List.of(Option.REGISTER, Option.REMOVE, Option.VALIDATE, Option.WHOAMI)) {
      if (asksFor(option)) {
        return option;
      }
    }
    return null;
  }

  /** The hosts that were named, for {@link #action}. */
  public List<Host> hosts() throws UsageException {
    return where().named(hostsOfNoProgram);
  }

  /** What {@link #action} needs to know. */
  public SmpdAccess smpd() throws IOException, UsageException {
    return new SmpdAccess(given);
  }

  /**
   * Who keeps the names that ranks publish; to be closed when the job is over.
   *
   * @throws IOException when it is a server whose passphrase is not known
   */
  public NameService names() throws IOException, UsageException {
    String server = given.get(Option.NAME_SERVER);
    return server == null
        ? new PublishedNames()
        : new RemoteNames(
            NameServer.parse(given.where(Option.NAME_SERVER), server), smpd().phrase());
  }

  /** What is to be said about options that change nothing here. */
  public List<String> notes() {
    return notes;
  }

  /** Makes the folders of the records that are asked for; a plan from now on tells of them. */
  public void makeRecords() throws UsageException {
    if (!builders.isEmpty()) {
      records.make(builders.getFirst().name());
    }
  }

  /**
   * The plan, once everything has been read.
   *
   * @param manager where bin/smpd stands
   */
  public JobPlan plan(Path manager) throws UsageException {
    checkpoints.tellRanks(
        environment, words.subList(0, optionWords), words.subList(optionWords, words.size()));
    records.tellRanks(environment);
    return new Planner(given, where(), builders, environment, mine).plan(manager);
  }

  /** The plan of a job whose one program runs already. */
  public JobPlan planOf(String program, Path manager) throws UsageException {
    var builder = new AppContextBuilder();
    builder.program(program, List.of());
    return new Planner(given, where(), List.of(builder), environment, mine).plan(manager);
  }

  /** Who plans the worlds that ranks of a planned job spawn. */
  public SpawnPlanner spawnPlanner(JobPlan plan, Path manager) throws UsageException {
    return new SpawnPlanner(plan, where(), manager);
  }

  /** Read once: a list of hosts may come from where it cannot be read again. */
  private HostOptions where() throws UsageException {
    HostOptions known = where == null ? new HostOptions(given, mine) : where;
    where = known;
    return known;
  }

  private void apps(List<String> arguments) throws UsageException {
    int start = 0;
    for (int i = 0; i <= arguments.size(); i++) {
      if (i == arguments.size() || arguments.get(i).equals(SEPARATOR)) {
        app(arguments.subList(start, i), i < arguments.size() || start > 0);
        if (start == 0) {
          optionWords = beforeProgram;
        }
        start = i + 1;
      }
    }
  }

  private void app(List<String> words, boolean severalApps) throws UsageException {
    var builder = new AppContextBuilder();
    int at = 0;
    beforeProgram = 0;
    while (at < words.size() && !builder.hasProgram()) {
      beforeProgram = at;
      String word = words.get(at);
      if (word.equals(END_OF_OPTIONS)) {
        at++;
        break;
      }
      if (!word.startsWith("-") || word.equals("-")) {
        break;
      }
      at = option(builder, words, at);
    }
    if (!builder.hasProgram() && at == words.size()) {
      beforeProgram = at;
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
    } else if (severalApps && !words.isEmpty()) {
      throw new UsageException(
          "no program after '"
              + ShellWords.clipped(String.join(" ", words))
              + "'; ':' separates programs");
    } else if (severalApps) {
      throw new UsageException("an empty program beside ':'");
    }
  }

  /** Reads the option at {@code at} and its values; answers where the next word is. */
  private int option(AppContextBuilder builder, List<String> words, int at) throws UsageException {
    String written = words.get(at);
    String name = written.substring(written.startsWith("--") ? 2 : 1);
    int equals = name.indexOf('=');
    List<String> following = words.subList(at + 1, words.size());
    Option option = OptionNames.named(name);
    Option its = equals > 0 ? OptionNames.named(name.substring(0, equals)) : null;
    if (option == null && its != null) {
      String bare = written.substring(0, written.indexOf('='));
      apply(builder, its, bare, List.of(behindEquals(its.value, written, name)));
      return at + 1;
    }
    if (option == null) {
      return foreign(builder, words, at, name);
    }
    if (option == Option.SMPD_PORT && JvmFlags.takesValue(written) && namesNoPort(following)) {
      return jvmFlag(builder, words, at); // java's -p
    }
    int count = count(option.value, written, following);
    if (option == Option.HOSTS && HostWords.isCounted(following)) {
      count = countedLength(written, following); // smpd's -hosts 2 a 2 b 1
    }
    apply(builder, option, written, following.subList(0, count));
    boolean counts = option == Option.LOCAL_ONLY && !following.isEmpty();
    if (counts && following.getFirst().matches("[0-9]+")) {
      apply(builder, Option.COUNT, written, following.subList(0, 1)); // smpd's -localonly 4
      count++;
    }
    return at + 1 + count;
  }

  private static boolean namesNoPort(List<String> following) {
    return !following.isEmpty() && !following.getFirst().matches("[0-9]*");
  }

  private static String behindEquals(OptionValue value, String written, String name)
      throws UsageException {
    if (!value.fitsBehindEquals()) {
      throw new UsageException(ShellWords.shown(written) + ": write it without '='");
    }
    return name.substring(name.indexOf('=') + 1);
  }

  private static int count(OptionValue value, String written, List<String> following)
      throws UsageException {
    int count = value.count(following);
    if (count > following.size()) {
      throw new UsageException(written + ": " + value.text() + " is missing after it");
    }
    return count;
  }

  private static int countedLength(String written, List<String> following) throws UsageException {
    try {
      return HostWords.countedLength(written, following);
    } catch (HostsException e) {
      throw UsageException.of(e);
    }
  }

  /** An option of another mpiexec, or a flag for the JVM. */
  private int foreign(AppContextBuilder builder, List<String> words, int at, String name)
      throws UsageException {
    String written = words.get(at);
    int equals = name.indexOf('=');
    ForeignOption option = ForeignOption.named(name);
    ForeignOption its = equals > 0 ? ForeignOption.named(name.substring(0, equals)) : null;
    List<String> values;
    int next = at + 1;
    if (option != null) {
      List<String> following = words.subList(at + 1, words.size());
      values = following.subList(0, count(option.value(), written, following));
      next += values.size();
    } else if (its != null) {
      option = its;
      values = List.of(behindEquals(its.value(), written, name));
      written = written.substring(0, written.indexOf('='));
    } else {
      return jvmFlag(builder, words, at);
    }
    option.value().check(written, values);
    List<String> instead = option.instead(OptionValue.where(written, " ", values), values);
    for (int word = 0; word < instead.size(); ) {
      word = option(builder, instead, word);
    }
    if (instead.isEmpty()) {
      notes.add(OptionValue.where(written, " ", values) + " changes nothing: " + option.note());
    }
    return next;
  }

  private int jvmFlag(AppContextBuilder builder, List<String> words, int at) throws UsageException {
    String written = words.get(at);
    if (JvmFlags.isFlag(written)) {
      GivenSettings.read(written, variables);
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
    String similar = OptionNames.similar(written.replaceFirst("^-+", ""));
    throw new UsageException(
        "unknown option '%s'; %s"
            .formatted(
                ShellWords.clipped(written),
                similar == null
                    ? "'mpiexec -help2' lists them all"
                    : "did you mean '-" + similar + "'?"));
  }

  private void apply(AppContextBuilder builder, Option option, String written, List<String> values)
      throws UsageException {
    option.value.check(written, values);
    switch (option) {
      case GENV -> environment.set(values);
      case GENV_LIST -> environment.only(values.getFirst());
      case GENV_ALL -> environment.all();
      case GENV_NONE -> environment.none();
      default -> {
        if (option.global()) {
          given.put(option, written, values);
        } else {
          builder.apply(option, OptionValue.where(written, " ", values), values);
        }
      }
    }
  }

  private void readConfigFile(String where, String name) throws UsageException {
    if (!builders.isEmpty()) {
      throw new UsageException(where + ": name the programs in it or here");
    }
    given.remove(Option.CONFIG_FILE);
    for (List<String> words : ConfigFile.programs(where, name)) {
      app(words, false);
      if (builders.size() > OptionChecks.MAX_PROCESSES) {
        throw new UsageException(
            where + ": names more than " + OptionChecks.MAX_PROCESSES + " programs");
      }
    }
    if (given.has(Option.CONFIG_FILE)) {
      throw new UsageException(where + ": names another -configfile");
    }
    if (builders.isEmpty()) {
      throw new UsageException(where + ": names no program");
    }
  }
}
