package org.purempi.tests.recovery;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;

/**
 * Ranks that are killed one after the other; those that are left prove each time that they go on.
 * Arguments: a seed; of how many kills one takes two ranks at once, or 0 for none; "ranks", "hosts"
 * if managers are killed with all their ranks, or "launcher" if mpiexec is; then for each kill an
 * {@link Activity}. Prints for each kill {@code kill ACTIVITY K of N: detected A B … recovered C D
 * …}, in microseconds, a number for each rank that is left: from the kill to its exception, and
 * from there to its next communicator.
 */
final class KillProgram {
  private static final int MOST_DELAY_MICROS = 60_000;

  /** Until then mpiexec has shown what has been printed. */
  private static final int SHOWN_MICROS = 200_000;

  private static final int MOST_BETWEEN_MICROS = 20_000;

  private final Random random;
  private final int pairs;
  private final String whom;

  /** What this rank was at first. */
  private final long number;

  private long living;
  private Communicator now;

  private KillProgram(Communicator world, long seed, int pairs, String whom) {
    this.random = new Random(seed);
    this.pairs = pairs;
    this.whom = whom;
    this.now = world.dup();
    this.number = 1L << world.rank();
    this.living = (1L << world.size()) - 1;
  }

  public static void main(String[] args) {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      System.out.println("pid " + ProcessHandle.current().pid());
      var program =
          new KillProgram(world, Long.parseLong(args[0]), Integer.parseInt(args[1]), args[2]);
      for (int i = 3; i < args.length && program.now.size() > 1; i++) {
        program.lose(Activity.valueOf(args[i]));
      }
      program.now.close();
      System.out.println("done");
    }
  }

  private void lose(Activity activity) {
    int killer = random.nextInt(now.size());
    int first = (killer + 1 + random.nextInt(now.size() - 1)) % now.size();
    boolean isPair = pairs > 0 && random.nextInt(pairs) == 0;
    int second = isPair && now.size() > 2 ? (first + 1) % now.size() : first;
    second = second == killer ? (killer + 1) % now.size() : second;
    int delay = random.nextInt(MOST_DELAY_MICROS);
    int between = random.nextBoolean() ? 0 : random.nextInt(MOST_BETWEEN_MICROS);

    long[] processes = Kills.processes(now);
    long[] numbers = now.allgather(number);
    int[] victims = IntStream.of(first, second).distinct().toArray();
    long[] killed = Arrays.stream(victims).mapToLong(v -> processes[v]).toArray();
    long[] managers = now.allgather(ProcessHandle.current().parent().orElseThrow().pid());
    if (whom.equals("launcher")) {
      delay += SHOWN_MICROS;
      killed = new long[] {managers[killer]};
      victims = IntStream.range(0, now.size()).toArray();
    } else if (whom.equals("hosts")) {
      long victim = managers[first] == managers[killer] ? other(managers, killer) : managers[first];
      killed = new long[] {victim};
      victims = IntStream.range(0, now.size()).filter(r -> managers[r] == victim).toArray();
    }
    Kills.after(now, killer, delay, between, killed);
    int size = now.size();
    long gone = Arrays.stream(victims).mapToLong(v -> numbers[v]).sum();
    go(activity, size - victims.length, living & ~gone, size);
  }

  private static long other(long[] managers, int than) {
    return Arrays.stream(managers).filter(m -> m != managers[than]).findAny().orElseThrow();
  }

  private void go(Activity activity, int left, long expected, int size) {
    long detected = 0;
    long recovered = 0;
    while (now.size() > left) { // a rank that has just been killed may still be in it
      await(activity);
      detected = detected == 0 ? Kills.micros() : detected;
      now = Kills.repaired(now);
      recovered = Kills.micros();
    }
    long sum = now.allreduce(number, Op.SUM);
    if (sum != expected) {
      throw new AssertionError("%x live, and not %x".formatted(sum, expected));
    }
    living = expected;
    long moment = Kills.moment(now);
    long[] detections = now.allgather(detected - moment);
    long[] recoveries = now.allgather(recovered - detected);
    if (now.rank() == 0) {
      System.out.printf(
          "kill %s %d of %d: detected %s recovered %s%n",
          activity, size - left, size, text(detections), text(recoveries));
    }
  }

  private void await(Activity activity) {
    try {
      activity.repeat(now);
    } catch (MpiException e) {
      if (!Kills.isOfOthers(e)) {
        throw e;
      }
    }
  }

  static String text(long[] numbers) {
    return String.join(" ", Arrays.stream(numbers).mapToObj(Long::toString).toList());
  }
}
