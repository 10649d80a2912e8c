package org.purempi.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.Singleton;
import org.purempi.launch.options.CommandLine;
import org.purempi.launch.options.GivenSettings;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.options.Option;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.CompilationException;
import org.purempi.launch.program.ForeignLibraries;
import org.purempi.launch.program.HostShare;
import org.purempi.launch.program.Installation;
import org.purempi.launch.program.Programs;
import org.purempi.launch.program.Staging;
import org.purempi.launch.system.CallersEnvironment;
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Visible;
import org.purempi.os.PrivateFiles;

/** The program mpiexec: starts a job on this host and ends as the job does (MPI 4.1, 11.5). */
public final class Mpiexec {
  private static final int USAGE = 2;
  private static final int FAILURE = 1;

  private Mpiexec() {}

  /** Runs mpiexec and exits with the job's exit code, or 2 when the call itself is wrong. */
  public static void main(String[] arguments) {
    Visible.guardStreams();
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) {
    try {
      var installation = Installation.fromSystemProperties();
      var line = CommandLine.parse(arguments, CallersEnvironment.of(System.getenv()));
      if (line.asksFor(Option.HELP) || line.asksFor(Option.HELP_ALL)) {
        help(System.out, line.asksFor(Option.HELP_ALL));
        return 0;
      }
      if (line.asksFor(Option.VERSION)) {
        System.out.println(version(installation));
        return 0;
      }
      Singleton singleton = line.singleton();
      if (singleton != null) {
        return singleton.serve();
      }
      Option action = line.action();
      if (action != null) {
        return line.smpd().run(action, line.hosts(), System.out);
      }
      JobPlan plan = line.plan(installation.manager());
      if (plan.verbose()) {
        System.err.println(version(installation));
        line.notes().forEach(note -> System.err.println("mpiexec: note: " + note));
      }
      if (plan.hosts().placement().crowded()) {
        System.err.println(
            "mpiexec: note: %d ranks are more than the hosts have slots; they share processors"
                .formatted(plan.size()));
      }
      reportPid(line.value(Option.REPORT_PID));
      int together = plan.hosts().placement().mostOnAHost();
      var theirs = plan.hosts().isHere() ? installation : installation.forSeveralHosts();
      boolean ownChoice = !line.asksFor(Option.JVM_DEFAULTS);
      HostShare share = ownChoice ? HostShare.of(together) : HostShare.untouched();
      if (plan.verbose()) {
        System.err.println("mpiexec: Java programs: " + share.text());
      }
      var programs = new Programs(theirs, share, plan.threads());
      var commands = new ArrayList<Command>();
      for (AppContext app : plan.apps()) {
        commands.add(programs.resolve(app));
      }
      GivenSettings.unknown(commands)
          .forEach(warning -> System.err.println("mpiexec: warning: " + warning));
      if (plan.ranks() > 1) {
        ForeignLibraries.warnings(commands)
            .forEach(warning -> System.err.println("mpiexec: warning: " + warning));
      }
      Staging staging =
          line.asksFor(Option.STAGE) && !plan.hosts().isHere()
              ? Staging.of(plan.apps(), commands, theirs.classPath())
              : null;
      return new Job(plan, commands, staging).run();
    } catch (UsageException e) {
      System.err.println("mpiexec: " + e.getMessage());
      return USAGE;
    } catch (CompilationException e) {
      System.err.print(e.getMessage());
      return FAILURE;
    } catch (IOException e) {
      System.err.println("mpiexec: cannot run the job: " + e.getMessage());
      return FAILURE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILURE;
    }
  }

  private static void reportPid(@Nullable String to) throws UsageException {
    String number = Long.toString(ProcessHandle.current().pid());
    switch (to) {
      case null -> {}
      case "-" -> System.out.println(number);
      case "+" -> System.err.println(number);
      default -> {
        try (OutputStream file = PrivateFiles.output(Path.of(to), false)) {
          file.write((number + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
          throw new UsageException("-report-pid " + to + ": cannot be written: " + e, e);
        }
      }
    }
  }

  private static String version(Installation installation) {
    return "mpiexec (purempi) %s, PMI-1, Java %s at %s"
        .formatted(
            installation.version(), System.getProperty("java.version"), installation.javaHome());
  }

  private static void help(PrintStream out, boolean everything) {
    out.println(
        """
        usage: mpiexec [global options] [options] PROGRAM [arguments] [: [options] PROGRAM …]
        PROGRAM is a .java file (compiled once), a class (with -cp), a .jar, 'java' with its own
        options, or any executable. JVM flags (-X…, -D…) may stand among the options.\
        """);
    for (Option option : Option.values()) {
      if (option == Option.COUNT || option == Option.GENV) {
        out.println(option.global() ? "Global options:" : "Options of one program:");
      }
      if (everything || option.everyday()) {
        String names =
            "-" + String.join(", -", everything ? option.names : option.names.subList(0, 1));
        out.printf(
            everything ? "  %-34s %s%n" : "  %-24s %s%n",
            names + option.value.shown(),
            option.description());
      }
    }
    out.println(
        """
        The exit code is that of the first failure (128 + n for signal n), 124 after a timeout,
        2 when the call is wrong.\
        """);
    if (!everything) {
      out.println(
          "'mpiexec -help2' lists all options; other launchers' names of them are known, too.");
    }
  }
}
