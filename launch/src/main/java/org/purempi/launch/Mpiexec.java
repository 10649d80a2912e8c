package org.purempi.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.Singleton;
import org.purempi.launch.options.CommandLine;
import org.purempi.launch.options.GivenSettings;
import org.purempi.launch.options.Help;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.options.Option;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.CompilationException;
import org.purempi.launch.program.ForeignLibraries;
import org.purempi.launch.program.HostShare;
import org.purempi.launch.program.Installation;
import org.purempi.launch.program.Programs;
import org.purempi.launch.system.CallersEnvironment;
import org.purempi.launch.system.ProcessHooks;
import org.purempi.launch.system.Signals;
import org.purempi.launch.system.StandardStreams;
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Visible;
import org.purempi.os.PrivateFiles;
import org.purempi.pmi.NameService;

/** One call of mpiexec: starts a job and ends as the job does (MPI 4.1, 11.5). */
public final class Mpiexec {
  private static final int USAGE = 2;
  private static final int FAILURE = 1;

  private final List<String> arguments;
  private final Map<String, String> environment;
  private final StandardStreams streams;
  private final Installation installation;
  private final PrintStream out;
  private final PrintStream err;
  private final long startNanos = System.nanoTime();

  /**
   * A call.
   *
   * @param environment that of the caller; ranks get it
   * @param streams what ranks read and write, and what mpiexec itself says goes
   */
  public Mpiexec(
      List<String> arguments,
      Map<String, String> environment,
      StandardStreams streams,
      Installation installation) {
    this.arguments = List.copyOf(arguments);
    this.environment = Map.copyOf(environment);
    this.streams = streams;
    this.installation = installation;
    this.out = Visible.stream(streams.out(), streams.charset());
    this.err = Visible.stream(streams.err(), streams.charset());
  }

  /** Runs mpiexec and exits with the job's exit code, or 2 when the call itself is wrong. */
  public static void main(String[] arguments) {
    Visible.guardStreams();
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) {
    Installation installation;
    try {
      installation = Installation.fromSystemProperties();
    } catch (UsageException e) {
      System.err.println("mpiexec: " + e.getMessage());
      return USAGE;
    }
    Map<String, String> environment = CallersEnvironment.of(System.getenv());
    StandardStreams streams = StandardStreams.ofThisProcess();
    return new Mpiexec(arguments, environment, streams, installation).run(new ThisProcess());
  }

  /** The process that {@link #main} runs in. */
  private static final class ThisProcess implements ProcessHooks {
    @Override
    public void onSignals(List<String> names, IntConsumer action)
        throws ReflectiveOperationException {
      Signals.handle(names, action);
    }

    @Override
    public void atExit(Runnable action) {
      Runtime.getRuntime().addShutdownHook(new Thread(action));
    }

    @Override
    public void exit(int code) {
      System.exit(code);
    }
  }

  /**
   * Does what the arguments ask for; answers the exit code.
   *
   * @param hooks what a job needs of the process it runs in
   */
  public int run(ProcessHooks hooks) {
    try {
      var line = CommandLine.parse(arguments, environment);
      if (line.asksFor(Option.HELP) || line.asksFor(Option.HELP_ALL)) {
        Help.print(out, line.asksFor(Option.HELP_ALL));
        return 0;
      }
      if (line.asksFor(Option.VERSION)) {
        out.println(version());
        return 0;
      }
      Singleton singleton = line.singleton();
      if (singleton != null) {
        return alone(line, singleton, hooks);
      }
      Option action = line.action();
      if (action != null) {
        return line.smpd().run(action, line.hosts(), out);
      }
      return recorded(line, hooks);
    } catch (UsageException e) {
      err.println("mpiexec: " + e.getMessage());
      return USAGE;
    } catch (CompilationException e) {
      err.print(e.getMessage());
      return FAILURE;
    } catch (IOException e) {
      err.println("mpiexec: cannot run the job: " + e.getMessage());
      return FAILURE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILURE;
    }
  }

  /** Runs the job, and tells of what its ranks have recorded if that was asked for. */
  private int recorded(CommandLine line, ProcessHooks hooks)
      throws IOException, UsageException, CompilationException, InterruptedException {
    boolean hasRun = false;
    try {
      int code = jobs(line, hooks);
      hasRun = true;
      return code;
    } finally {
      if (line.records().isOn()) {
        new Findings(line.records(), err).tell(hasRun);
      }
    }
  }

  /** Runs the job, and again after failures as long as that was asked for. */
  private int jobs(CommandLine line, ProcessHooks hooks)
      throws IOException, UsageException, CompilationException, InterruptedException {
    reportPid(line.value(Option.REPORT_PID));
    int restarts = line.checkpoints().restarts();
    long before = line.checkpoints().newest();
    for (int tries = 1; ; tries++) {
      line.makeRecords();
      JobPlan plan = line.plan(installation.manager());
      Path folder = line.checkpoints().folder();
      Universe universe;
      int code;
      try (NameService names = line.names()) {
        universe = new Universe(streams, hooks, spawning(line, plan), names, startNanos, folder);
        code = job(line, plan, universe);
      }
      if (code == 0 || tries > restarts || !universe.hasDied()) {
        return code;
      }
      line.startAgain(universe.lostHosts(), line.checkpoints().newest() != before);
      long from = line.checkpoints().restored();
      err.println(
          "mpiexec: starting the job again from %s (%d of %d)"
              .formatted(from == 0 ? "its begin" : "checkpoint " + from, tries, restarts));
    }
  }

  private int job(CommandLine line, JobPlan plan, Universe universe)
      throws IOException, UsageException, CompilationException, InterruptedException {
    if (plan.verbose()) {
      err.println(version());
      line.notes().forEach(note -> err.println("mpiexec: note: " + note));
    }
    if (plan.hosts().placement().crowded()) {
      err.println(
          "mpiexec: note: %d ranks are more than the hosts have slots; they share processors"
              .formatted(plan.size()));
    }
    Preparation preparation = preparation(line);
    HostShare share = preparation.share(plan.hosts().placement().mostOnAHost());
    if (plan.verbose()) {
      err.println("mpiexec: Java programs: " + share.text());
    }
    Programs programs = preparation.programs(plan, share);
    var commands = new ArrayList<Command>();
    for (AppContext app : plan.apps()) {
      commands.add(programs.resolve(app));
    }
    GivenSettings.unknown(commands).forEach(warning -> err.println("mpiexec: warning: " + warning));
    if (plan.ranks() > 1) {
      ForeignLibraries.warnings(commands)
          .forEach(warning -> err.println("mpiexec: warning: " + warning));
    }
    return universe.run(plan, commands, preparation.staging(plan, commands));
  }

  private Preparation preparation(CommandLine line) {
    return new Preparation(
        installation, line.asksFor(Option.JVM_DEFAULTS), line.asksFor(Option.STAGE), environment);
  }

  private Spawning spawning(CommandLine line, JobPlan plan) throws UsageException {
    return new Spawning(line.spawnPlanner(plan, installation.manager()), preparation(line));
  }

  /** A program that runs already has called us. */
  private int alone(CommandLine line, Singleton singleton, ProcessHooks hooks)
      throws IOException, UsageException, InterruptedException {
    List<String> words = singleton.words();
    JobPlan plan = line.planOf(words.getFirst(), installation.manager());
    AppContext its = plan.apps().getFirst();
    var executes = new Command(words, its.directory(), its.environment());
    try (NameService names = line.names()) {
      return new Universe(streams, hooks, spawning(line, plan), names, startNanos, null)
          .serve(singleton, its, executes);
    }
  }

  private void reportPid(@Nullable String to) throws UsageException {
    if (to == null) {
      return;
    }
    String number = Long.toString(ProcessHandle.current().pid());
    switch (to) {
      case "-" -> out.println(number);
      case "+" -> err.println(number);
      default -> {
        try (OutputStream file = PrivateFiles.output(Path.of(to), false)) {
          file.write((number + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
          throw new UsageException("-report-pid " + to + ": cannot be written: " + e, e);
        }
      }
    }
  }

  private String version() {
    return "mpiexec (purempi) %s, PMI-1, Java %s at %s"
        .formatted(
            installation.version(), System.getProperty("java.version"), installation.javaHome());
  }
}
