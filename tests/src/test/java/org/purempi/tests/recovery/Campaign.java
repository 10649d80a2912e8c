package org.purempi.tests.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;

/**
 * Kills ranks, managers of other hosts and mpiexec at random moments, many times, and looks whether
 * a job hangs, computes something wrong or leaves something behind. A job of {@link KillProgram}
 * loses one rank after the other; in one of {@link RepairProgram} they are replaced.
 */
final class Campaign {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int KILLED = 128 + 9;
  private static final long PATIENCE_MILLIS = 5_000;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final Pattern KILL =
      Pattern.compile("kill (\\w+) (\\d) of \\d+: detected ([-\\d ]+) recovered ([-\\d ]+)");
  private static final Pattern PID = Pattern.compile("pid (\\d+)");
  private static final List<List<String>> PLACES =
      List.of(
          List.of(),
          List.of("-Dpurempi.transport=tcp"),
          List.of("-Dpurempi.hosts.of.ranks=a,a,a,b,b,b,a,b"));

  private final Random random;
  private final Path folder;
  private final List<String> faults = new ArrayList<>();
  private final TreeMap<String, List<Long>> times = new TreeMap<>();
  private final Set<String> suspects = new TreeSet<>();
  private int kills;
  private int jobs;

  Campaign(long seed, Path folder) {
    this.random = new Random(seed);
    this.folder = folder;
  }

  /** Arguments: how many kills, and a seed. Exit code 1 if anything was wrong. */
  public static void main(String[] args) throws IOException, InterruptedException {
    long seed = args.length > 1 ? Long.parseLong(args[1]) : System.currentTimeMillis();
    System.out.println("seed " + seed);
    Path folder = Files.createTempDirectory("kills");
    var campaign = new Campaign(seed, folder);
    List<String> faults = campaign.run(Integer.parseInt(args[0]));
    System.out.print(campaign.table());
    faults.forEach(System.out::println);
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  /** Kills so many; answers what was wrong. */
  List<String> run(int wanted) throws IOException, InterruptedException {
    while (kills < wanted) {
      int before = kills;
      String job =
          switch (jobs++ % 8) {
            case 3 -> repairs();
            case 5 -> loses("hosts", 6, List.of("-launcher", "fork", "-hosts", "a:2,b:2,c:2"), 2);
            case 7 -> loses("launcher", 8, place(), 1);
            default -> loses("ranks", 8, place(), 7);
          };
      System.out.println(job + ": " + (kills - before) + " kills");
      if (kills == before) {
        kills++; // whatever happens it ends
      }
    }
    long until = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (!left(suspects).isEmpty() && System.currentTimeMillis() < until) {
      Thread.sleep(100);
    }
    left(suspects).forEach(name -> faults.add("left in shared memory: " + name));
    return faults;
  }

  private List<String> place() {
    return PLACES.get(random.nextInt(PLACES.size()));
  }

  private String loses(String what, int ranks, List<String> options, int rounds)
      throws IOException, InterruptedException {
    var program = new ArrayList<String>();
    program.addAll(List.of(KillProgram.class.getName(), random.nextInt(1 << 30) + "", "5", what));
    for (int i = 0; i < rounds; i++) {
      program.add(List.of(Activity.values()).get(random.nextInt(Activity.values().length)).name());
    }
    boolean isWhole = what.equals("launcher");
    job(ranks, options, program, isWhole);
    kills += isWhole ? 1 : 0;
    return what + " " + String.join(" ", options) + " " + String.join(" ", program);
  }

  private String repairs() throws IOException, InterruptedException {
    Path checkpoints = folder.resolve("job" + jobs);
    String how = random.nextBoolean() ? "now" : "later";
    var program =
        List.of(
            RepairProgram.class.getName(),
            random.nextInt(1 << 20) + "",
            "6",
            checkpoints + "",
            how);
    job(3, List.of(), program, false);
    try (Stream<Path> files = Files.list(checkpoints)) {
      files
          .map(Path::toString)
          .filter(name -> !name.endsWith(".piece") && !name.endsWith(".manifest"))
          .forEach(name -> faults.add("left by a checkpoint: " + name));
    }
    return String.join(" ", program);
  }

  /**
   * Runs a job to its end.
   *
   * @param isWhole whether it is killed as a whole
   */
  private void job(int ranks, List<String> options, List<String> program, boolean isWhole)
      throws IOException, InterruptedException {
    Set<String> before = inSharedMemory();
    var flags = new ArrayList<>(List.of("-enable-recovery", "-XX:TieredStopAtLevel=1"));
    flags.addAll(options);
    Outcome outcome = Launcher.run(LIMIT, ranks, flags, program);
    String what = String.join(" ", program) + " " + options + "\n" + outcome;
    for (Matcher kill = KILL.matcher(outcome.out()); kill.find(); ) {
      kills += Integer.parseInt(kill.group(2));
      add("detection", kill.group(1), kill.group(3));
      add("recovery", kill.group(1), kill.group(4));
    }
    boolean isRight =
        outcome.exitCode() == (isWhole ? KILLED : 0) && outcome.out().contains("done\n") != isWhole;
    // A new rank whose parents have failed before it has met them says so.
    boolean isOrphan = outcome.err().contains("nobody listens at port");
    boolean isSilent = isOrphan || !outcome.err().matches("(?s).*(Exception|Error).*");
    if (!isRight || !isSilent || outcome.err().contains("killed: not done")) {
      faults.add(what);
    }
    List<Long> left =
        awaitEnds(PID.matcher(outcome.out()).results().map(m -> Long.valueOf(m.group(1))).toList());
    if (!left.isEmpty()) {
      faults.add("processes " + left + " are left of " + what);
    }
    Set<String> after = inSharedMemory();
    after.removeAll(before);
    suspects.addAll(after);
  }

  private void add(String what, String activity, String micros) {
    long[] all =
        Arrays.stream(micros.split(" ")).mapToLong(Long::parseLong).filter(t -> t >= 0).toArray();
    for (String row : List.of(what + " " + activity, what + " of all")) {
      LongStream.of(all).forEach(times.computeIfAbsent(row, key -> new ArrayList<>())::add);
    }
  }

  /** Waits until processes have ended; answers those that have not. */
  static List<Long> awaitEnds(List<Long> processes) throws InterruptedException {
    long until = System.currentTimeMillis() + PATIENCE_MILLIS;
    List<Long> living = living(processes);
    while (!living.isEmpty() && System.currentTimeMillis() < until) {
      Thread.sleep(20);
      living = living(processes);
    }
    return living;
  }

  /** A process that is dead and not yet waited for has no command. */
  private static List<Long> living(List<Long> processes) {
    return processes.stream()
        .filter(pid -> ProcessHandle.of(pid).flatMap(p -> p.info().command()).isPresent())
        .toList();
  }

  private static Set<String> inSharedMemory() throws IOException {
    try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
      return files.map(Path::toString).collect(Collectors.toCollection(HashSet::new));
    }
  }

  private static Set<String> left(Set<String> names) throws IOException {
    Set<String> now = inSharedMemory();
    now.retainAll(names);
    return now;
  }

  /** Times in milliseconds, a row for each activity. */
  String table() {
    var text = new StringBuilder();
    text.append(
        "%d kills in %d jobs, %d faults%n%-28s %6s %9s %9s %9s %9s%n"
            .formatted(kills, jobs, faults.size(), "ms", "", "min", "median", "p90", "max"));
    times.forEach((what, all) -> text.append(row(what, all)));
    return text.toString();
  }

  private static String row(String what, List<Long> all) {
    Collections.sort(all);
    double[] parts = {0, 0.5, 0.9, 1};
    Object[] at =
        Arrays.stream(parts)
            .mapToObj(part -> all.get((int) Math.round(part * (all.size() - 1))) / 1e3)
            .toArray();
    return all.isEmpty()
        ? ""
        : "%-28s %6d %s%n".formatted(what, all.size(), "%9.1f %9.1f %9.1f %9.1f".formatted(at));
  }
}
