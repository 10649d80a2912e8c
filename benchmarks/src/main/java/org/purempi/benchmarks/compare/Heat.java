package org.purempi.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One start of all contestants: they run points in turn until it is closed. */
final class Heat implements AutoCloseable {

  /** How often a turn is repeated because the processors have moved. */
  private static final int REPEATS = 3;

  private static final int LONGEST_NAME = 120;

  private final List<Contestant> contestants;
  private final int ranks;
  private final Pace pace;
  private final Path directory;
  private final Ledger ledger;
  private final Distance distance;
  private final List<Crew> crews = new ArrayList<>();

  /** Who has died of which benchmark, and is spared it from then on. */
  private final Set<String> spared = new HashSet<>();

  /**
   * Starts all contestants.
   *
   * @param directory where the C runners are and the logs go
   */
  Heat(
      List<Contestant> contestants,
      int ranks,
      Pace pace,
      Path directory,
      Ledger ledger,
      Distance distance) {
    this.distance = distance;
    this.contestants = contestants;
    this.ranks = ranks;
    this.pace = pace;
    this.directory = directory;
    this.ledger = ledger;
    contestants.forEach(this::enlist);
  }

  private void enlist(Contestant contestant) {
    Path log = directory.resolve(fileName(contestant.name()) + "-" + ranks + ".log");
    try {
      Crew crew = Crew.start(contestant, ranks, directory.resolve("race"), log);
      crews.add(place(contestant), crew);
      ledger.binding(contestant, ranks, crew.cpus());
    } catch (Crew.Failure e) {
      ledger.failure(
          "%s on %d ranks does not start: %s".formatted(contestant.name(), ranks, e.what()));
    }
  }

  /** Names with many flags are longer than file systems take. */
  private static String fileName(String contestant) {
    String name = contestant.replace('/', '_');
    return name.length() <= LONGEST_NAME
        ? name
        : name.substring(0, LONGEST_NAME) + "-" + Integer.toHexString(name.hashCode());
  }

  /** Someone who is started again takes turns where it took them before. */
  private int place(Contestant contestant) {
    int order = contestants.indexOf(contestant);
    return (int)
        crews.stream().filter(other -> contestants.indexOf(other.contestant()) < order).count();
  }

  /** Everyone runs this point once before the rounds, for long enough that JVMs compile it. */
  void overture(Point point) {
    everyone(point, pace.overture(), 0);
  }

  /** Everyone runs this point, one after the other; rounds below 1 do not count. */
  void point(Point point, int round) {
    everyone(point, round < 1 ? pace.firstTurn() : pace.turn(), round);
  }

  private void everyone(Point point, Pace.Turn jvmTurn, int round) {
    distance.beginRound();
    for (Crew crew : List.copyOf(crews)) {
      Contestant contestant = crew.contestant();
      String fate = contestant.name() + " " + point.benchmark().name();
      if (spared.contains(fate)) {
        continue;
      }
      try {
        Pace.Turn turn = turn(contestant, point, jvmTurn);
        if (round > 0) {
          double value = Measured.median(compare(crew, point, turn, round));
          ledger.result(contestant, point, ranks, value, distance.ofTurn());
        } else {
          play(crew, point, turn, round);
        }
      } catch (Crew.Failure e) {
        ledger.failure(
            "%s on %d ranks, %d bytes: %s"
                .formatted(point.benchmark().name(), ranks, point.bytes(), e.what()));
        spared.add(fate);
        crews.remove(crew);
        crew.close();
        enlist(contestant);
      }
    }
  }

  private Pace.Turn turn(Contestant contestant, Point point, Pace.Turn jvmTurn) {
    if (point.benchmark().isLong()) {
      return Pace.SINGLE;
    }
    return contestant.jvm() ? jvmTurn : pace.turn();
  }

  /** A turn that can be compared with the others of its round. */
  private List<Double> compare(Crew crew, Point point, Pace.Turn turn, int round)
      throws Crew.Failure {
    for (int repeats = 0; ; repeats++) {
      distance.beginTurn();
      List<Double> samples = play(crew, point, turn, round);
      if (distance.endTurn() || repeats == REPEATS) {
        return samples;
      }
      ledger.repeated();
    }
  }

  private static List<Double> play(Crew crew, Point point, Pace.Turn turn, int round)
      throws Crew.Failure {
    List<Double> samples = crew.run(point, turn, round);
    if (crew.contestant().jvm()) {
      Quiet.await(crew.pids());
    }
    return samples;
  }

  @Override
  public void close() {
    crews.forEach(Crew::close);
  }
}
