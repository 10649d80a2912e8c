package org.purempi.launch.options;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.HostList;
import org.purempi.launch.hosts.HostSource;
import org.purempi.launch.hosts.HostWords;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.hosts.RankPlacement;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Debugging;
import org.purempi.launch.program.InputReader;
import org.purempi.launch.program.JvmFlags;
import org.purempi.launch.system.Binding;
import org.purempi.launch.system.HostLimits;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.SpawnProgram;

/**
 * Plans the worlds that ranks spawn (MPI 4.1, section 11.8): what the info says, else what holds
 * for the program of the rank that asks. Any thread.
 */
public final class SpawnPlanner {
  private static final String HOST_FILES = "hostfile|add-hostfile|add_hostfile";

  private final JobPlan first;
  private final HostOptions where;
  private final Path manager;

  /**
   * @param first the plan of the world that mpiexec was called for
   * @param where the options that name hosts
   * @param manager where bin/smpd stands here
   */
  SpawnPlanner(JobPlan first, HostOptions where, Path manager) {
    this.first = first;
    this.where = where;
    this.manager = manager;
  }

  /**
   * A program as {@code mpiexec} would have it.
   *
   * @param world the number of the world that it will be in
   * @param asking the program of the rank that asks
   * @throws UsageException naming the info key that is wrong
   */
  public AppContext program(int world, AppContext asking, SpawnProgram wanted)
      throws UsageException {
    Map<String, String> info = wanted.info();
    Path base = asking.directory();
    String directory = info.get("wdir");
    String searchPath = info.get("path");
    String classPath = info.get("class_path");
    String flags = info.get("jvm_args");
    return new AppContext(
        count(wanted),
        wanted.command(),
        false,
        wanted.arguments(),
        flags == null ? asking.jvmFlags() : jvmFlags(flags),
        classPath == null
            ? asking.classPath()
            : String.join(File.pathSeparator, parts(base, classPath)),
        asking.api(),
        searchPath == null
            ? asking.searchPath()
            : parts(base, searchPath).stream().map(Path::of).toList(),
        directory == null
            ? base
            : OptionChecks.folder("info wdir=" + directory, in(base, "wdir", directory)),
        environment(RecordOptions.ofWorld(world, asking.environment()), info.get("env")));
  }

  private static int count(SpawnProgram wanted) throws UsageException {
    if (wanted.processes() < 1) {
      throw new UsageException(
          "%d processes of %s".formatted(wanted.processes(), ShellWords.quoted(wanted.command())));
    }
    String soft = wanted.info().get("soft");
    return soft == null
        ? wanted.processes()
        : SoftCounts.parse("info soft=" + soft, soft).best(wanted.processes());
  }

  private static String in(Path base, String key, String name) throws UsageException {
    return base.resolve(OptionChecks.path("info " + key + "=" + name, name)).toString();
  }

  private static List<String> parts(Path base, String list) throws UsageException {
    var parts = new ArrayList<String>();
    for (String part : ShellWords.classPath(list)) {
      parts.add(in(base, "path", part));
    }
    return parts;
  }

  private static List<String> jvmFlags(String text) throws UsageException {
    List<String> words = ShellWords.split("info jvm_args", text);
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      boolean takesValue = JvmFlags.takesValue(word);
      if (!takesValue && !JvmFlags.isFlag(word)) {
        throw new UsageException(
            "info jvm_args: " + ShellWords.shown(word) + " is not a flag of the JVM");
      }
      at += takesValue ? 1 : 0;
    }
    return words;
  }

  private static Map<String, String> environment(
      Map<String, String> inherited, @Nullable String lines) throws UsageException {
    if (lines == null) {
      return inherited;
    }
    var variables = new HashMap<>(inherited);
    for (String line : lines.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals < 0 && !line.isBlank()) {
        throw new UsageException(
            "info env: " + ShellWords.shown(line) + " is not NAME=value; write one a line");
      }
      if (equals >= 0) {
        OptionChecks.variable("info env", List.of(line));
        variables.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return variables;
  }

  /** The hosts that a program names, or null. */
  private static @Nullable HostList hosts(SpawnProgram wanted) throws UsageException {
    try {
      for (Map.Entry<String, String> one : wanted.info().entrySet()) {
        String source = "info " + one.getKey() + "=" + one.getValue();
        if (one.getKey().matches("host|hosts")) {
          return HostWords.parse(source, one.getValue());
        } else if (one.getKey().matches(HOST_FILES)) {
          return HostSource.file(source, one.getValue());
        }
      }
      return null;
    } catch (HostsException e) {
      throw UsageException.of(e);
    }
  }

  /**
   * The plan of a world.
   *
   * @param world its number
   * @param apps the programs
   * @param wanted as they were asked for
   * @param taken how many ranks of other worlds are on a host of that name
   */
  public JobPlan plan(
      int world, List<AppContext> apps, List<SpawnProgram> wanted, Map<String, Integer> taken)
      throws UsageException {
    if (first.hosts().daemons() != null) {
      throw new UsageException("daemons of MPICH 3.0's kind add no processes to a running job");
    }
    var own = new ArrayList<@Nullable HostList>();
    for (SpawnProgram one : wanted) {
      own.add(hosts(one));
    }
    int ranks = JobPlan.count(apps);
    HostPlan hosts = where.plan(own, apps.stream().map(AppContext::count).toList(), taken, manager);
    RankPlacement placement = hosts.placement();
    HostLimits.ofThisProcess().check(ranks + " processes", placement.mostOnAHost());
    return new JobPlan(
        apps,
        null,
        first.output().ofSpawned(world, ranks, placement),
        first.exitCodes(),
        first.timeout(),
        null, // it is linked with another world, which may act
        first.hangPage(),
        first.grace(),
        first.recovery(),
        InputReader.NO_RANK,
        hosts,
        first.pmiDescriptor(),
        Binding.NONE,
        first.reportBindings(),
        first.displayMap(),
        Debugging.NONE,
        first.environment(),
        first.verbose());
  }
}
