package org.purempi.launch.live;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.purempi.launch.system.StandardStreams;
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Visible;
import org.purempi.launch.timeline.TraceCommand;
import org.purempi.setting.Spelling;

/**
 * {@code purempi COMMAND}: looks at jobs of this user that run on this host, and at their traces.
 */
public final class Purempi {
  private static final int USAGE = 2;
  private static final int FAILURE = 1;

  /** How long a job may take to say what it is. */
  private static final long GLANCE_MILLIS = 3000;

  /** How long it may take to ask all its ranks. */
  private static final long LOOK_MILLIS = 15_000;

  private static final String FULL = "-full";

  /** What can be asked for. */
  private enum Command {
    PS("", "list this user's jobs on this host"),
    STACKS(
        "[-full] [JOB]",
        "print where the program of each rank is; -full: all frames of all threads"),
    QUEUES("[JOB]", "print what each rank waits for, and messages that nobody has received"),
    TRACE("[-perfetto] FOLDER", "make a timeline of what mpiexec -trace=FOLDER has left there"),
    HELP("", "print this");

    private final String arguments;
    private final String sentence;

    Command(String arguments, String sentence) {
      this.arguments = arguments;
      this.sentence = sentence;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final PrintStream out;
  private final PrintStream err;

  private Purempi(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Does what the arguments ask for; exits with 2 if they are wrong, with 1 if it is impossible.
   */
  public static void main(String[] arguments) {
    Visible.guardStreams();
    StandardStreams streams = StandardStreams.ofThisProcess();
    PrintStream out = Visible.stream(streams.out(), streams.charset());
    PrintStream err = Visible.stream(streams.err(), streams.charset());
    int code = FAILURE;
    try {
      code = new Purempi(out, err).run(List.of(arguments));
    } catch (UsageException e) {
      err.println("purempi: " + e.getMessage());
      code = USAGE;
    } catch (IOException e) {
      err.println("purempi: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    out.flush();
    err.flush();
    System.exit(code);
  }

  private int run(List<String> words) throws IOException, UsageException, InterruptedException {
    switch (command(words.isEmpty() ? "help" : words.getFirst())) {
      case HELP -> help();
      case PS -> {
        arguments(words, 0);
        list();
      }
      case QUEUES -> out.print(ask("queues", arguments(words, 1)));
      case STACKS -> {
        boolean isFull = words.contains(FULL);
        List<String> others = words.stream().filter(word -> !word.equals(FULL)).toList();
        out.print(ask(isFull ? "stacks full" : "stacks", arguments(others, 1)));
      }
      case TRACE -> {
        return TraceCommand.run(words.subList(1, words.size()), out, err);
      }
    }
    return 0;
  }

  private static Command command(String written) throws UsageException {
    String word = written.replaceFirst("^--?", "");
    if (word.equals("h")) {
      return Command.HELP;
    }
    for (Command command : Command.values()) {
      if (command.word().equals(word)) {
        return command;
      }
    }
    String nearest =
        Spelling.nearest(word, Arrays.stream(Command.values()).map(Command::word).toList());
    throw new UsageException(
        "there is no command '%s'; %s"
            .formatted(
                written,
                nearest == null ? "'purempi help' lists them" : "did you mean '" + nearest + "'?"));
  }

  private static List<String> arguments(List<String> words, int most) throws UsageException {
    List<String> arguments = words.subList(1, words.size());
    if (arguments.size() > most) {
      throw new UsageException(
          words.getFirst() + ": '" + arguments.get(most) + "' is too much; see 'purempi help'");
    }
    return arguments;
  }

  private void help() {
    out.println("usage: purempi COMMAND [arguments]");
    for (Command command : Command.values()) {
      String call = command.word() + " " + command.arguments;
      out.printf("  %-24s %s%n", call.strip(), command.sentence);
    }
    out.printf(
        "  %-24s %s%n",
        "nameserver [options]",
        "keep the names that jobs of 'mpiexec -nameserver' publish; see 'purempi nameserver"
            + " -help'");
    out.println(
        "JOB is the process number of mpiexec, or the number that 'purempi ps' shows first;");
    out.println("it can be left out where only one job runs.");
  }

  private void list() throws IOException, InterruptedException {
    List<JobLine> jobs = jobs();
    if (jobs.isEmpty()) {
      out.println("no job of this user runs on this host");
    } else {
      JobLine.table(jobs).forEach(out::println);
    }
  }

  /** Those that run, in the order of their numbers. */
  private static List<JobLine> jobs() throws IOException, InterruptedException {
    var lines = new ArrayList<JobLine>();
    for (RunningJob job : RunningJob.all()) {
      try {
        lines.add(JobLine.parse(job.pid(), job.ask("ps", GLANCE_MILLIS)));
      } catch (RunningJob.GoneException e) {
        // It has just ended, or was killed some time ago.
      } catch (UsageException e) {
        lines.add(new JobLine(job.pid(), 0, 0, List.of(), "(does not answer)"));
      }
    }
    return lines;
  }

  private static String ask(String question, List<String> which)
      throws IOException, UsageException, InterruptedException {
    return chosen(which).ask(question, LOOK_MILLIS);
  }

  private static RunningJob chosen(List<String> which)
      throws IOException, UsageException, InterruptedException {
    List<JobLine> jobs = jobs();
    String known =
        jobs.isEmpty()
            ? "no job of this user runs on this host"
            : "this user's jobs on this host: "
                + jobs.stream().map(job -> "" + job.pid()).collect(Collectors.joining(", "));
    if (which.isEmpty() && jobs.size() != 1) {
      throw new UsageException(jobs.isEmpty() ? known : "which job? " + known);
    }
    long pid = which.isEmpty() ? jobs.getFirst().pid() : number(which.getFirst(), jobs);
    Stream<RunningJob> all = RunningJob.all().stream();
    return all.filter(job -> job.pid() == pid)
        .findFirst()
        .orElseThrow(() -> new UsageException(absent(pid, known)));
  }

  private static String absent(long pid, String known) {
    boolean isThere = ProcessHandle.of(pid).isPresent();
    return isThere
        ? "process %d is no mpiexec of this user that runs a job; %s".formatted(pid, known)
        : "there is no job %d; %s".formatted(pid, known);
  }

  /** A process number, or the number of a line of {@code ps}. */
  private static long number(String written, List<JobLine> jobs) throws UsageException {
    if (!written.matches("[0-9]{1,18}")) {
      throw new UsageException("'" + written + "' is no job: it has a number, see 'purempi ps'");
    }
    long number = Long.parseLong(written);
    boolean isProcess = jobs.stream().anyMatch(job -> job.pid() == number);
    boolean isLine = !isProcess && number >= 1 && number <= jobs.size();
    return isLine ? jobs.get((int) number - 1).pid() : number;
  }
}
