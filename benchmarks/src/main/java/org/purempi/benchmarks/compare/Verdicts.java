package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What was asked of purempi, and whether the rows show it.
 *
 * <p>The peers' ranks are processes, so the demands are made of our processes ({@code shm-…});
 * thread ranks are shown but not judged. With more ranks than processors Open MPI alone is the
 * rival: MPICH's waiting ranks spin, so that its values show who had the processors, not how fast
 * it is.
 */
final class Verdicts {

  /** Whether a demand is met, with the figure that decides it. */
  record Verdict(boolean required, String demand, String answer, String detail) {}

  private static final double REQUIRED_LATENCY = 0.9;
  private static final double GOAL_LATENCY = 0.7;
  private static final double GOAL_BOUNCES = 1.7;
  private static final double REQUIRED_MEAN = 1.0;
  private static final double REQUIRED_SHARE = 0.9;
  private static final double WORST_ALLOWED = 1.3;
  private static final double GOAL_BANDWIDTH = 1 / 1.2;
  private static final double GOAL_START = 3;
  private static final double GOAL_LAYOUT = 0.8;
  private static final double REQUIRED_ONE_SIDED = 0.8;
  private static final double WORST_ONE_SIDED = 1.2;
  private static final double SLOW_SHARE = 0.1;
  private static final double REQUIRED_FILES = 0.8;
  private static final double REQUIRED_STRIDED = 0.7;
  private static final double GOAL_STRIDED_WRITE = 0.5;
  private static final double GOAL_PWRITE = 1.1;
  private static final double REQUIRED_CHILD = 1.05;
  private static final int LAYOUT_BYTES = 4 * 1024;
  private static final int SMALL_BYTES = 8;
  private static final int LARGE_BYTES = 64 * 1024;
  private static final int START_RANKS = 4;

  private static final Set<String> MEETINGS = Set.of("connect_accept", "publish_lookup");

  private final List<Row> rows;
  private final int processors;
  private final List<Verdict> verdicts = new ArrayList<>();

  private Verdicts(List<Row> rows, int processors) {
    this.rows = rows;
    this.processors = processors;
  }

  /** The answers to all demands, required ones first, on a machine of so many processors. */
  static List<Verdict> of(List<Row> rows, int processors) {
    var verdicts = new Verdicts(rows, processors);
    List<String> transports =
        rows.stream()
            .map(Row::transport)
            .filter(name -> name.startsWith("shm-"))
            .distinct()
            .toList();
    transports.forEach(transport -> verdicts.latency(true, REQUIRED_LATENCY, transport));
    List<Integer> ranks = verdicts.judged().stream().map(Row::ranks).distinct().toList();
    ranks.forEach(verdicts::families);
    ranks.forEach(verdicts::share);
    ranks.forEach(verdicts::worst);
    ranks.forEach(verdicts::layouts);
    verdicts.oneSided();
    verdicts.files();
    verdicts.meetings();
    transports.forEach(verdicts::child);
    verdicts.compared("tcp-").stream().map(Row::ranks).distinct().forEach(verdicts::sockets);
    transports.forEach(transport -> verdicts.latency(false, GOAL_LATENCY, transport));
    transports.forEach(verdicts::bounces);
    ranks.forEach(verdicts::bandwidth);
    ranks.forEach(verdicts::everyLayout);
    verdicts.stridedWrites();
    transports.forEach(verdicts::pwrite);
    verdicts.start();
    return verdicts.verdicts;
  }

  private List<Row> compared(String transport) {
    return rows.stream()
        .filter(row -> row.isCompared() && row.transport().startsWith(transport))
        .filter(row -> row.benchmark().family().judged)
        .toList();
  }

  private Row againstRivals(Row row) {
    return row.ranks() > processors ? row.againstOpenMpi() : row;
  }

  private List<Row> judged() {
    return compared("shm-");
  }

  private List<Row> judged(int ranks) {
    return judged().stream().filter(row -> row.ranks() == ranks).map(this::againstRivals).toList();
  }

  private String on(int ranks) {
    return ranks > processors ? ranks + " ranks against Open MPI" : ranks + " ranks";
  }

  private void add(boolean required, boolean met, String demand, String detail) {
    verdicts.add(new Verdict(required, demand, met ? "pass" : "MISS", detail));
  }

  private void unknown(boolean required, String demand) {
    verdicts.add(new Verdict(required, demand, "not measured", ""));
  }

  private void latency(boolean required, double limit, String transport) {
    String demand =
        "8-byte latency of %s, 2 ranks, at most %s x the better C peer".formatted(transport, limit);
    Optional<Row> row =
        Summary.find(rows, "latency", transport, 2, SMALL_BYTES).filter(Row::isCompared);
    row.ifPresentOrElse(
        found -> add(required, found.ratio() <= limit, demand, ratio(found.ratio())),
        () -> unknown(required, demand));
  }

  private void families(int ranks) {
    String demand = "geometric mean of every family at most 1.0, %s".formatted(on(ranks));
    List<String> slower = above(Summary.byFamily(judged(ranks)), REQUIRED_MEAN);
    add(true, slower.isEmpty(), demand, String.join("; ", slower));
  }

  /** Over TCP the better peer is the rival for any number of ranks. */
  private void sockets(int ranks) {
    List<Row> found = compared("tcp-").stream().filter(row -> row.ranks() == ranks).toList();
    List<String> slower = above(Summary.byBenchmark(found), REQUIRED_MEAN);
    add(
        true,
        slower.isEmpty(),
        "over TCP: geometric mean of every benchmark at most 1.0, %d ranks".formatted(ranks),
        String.join("; ", slower));
    List<Row> bad = found.stream().filter(row -> row.losesBeyond(WORST_ALLOWED)).toList();
    add(
        true,
        bad.isEmpty(),
        "over TCP: no row above 1.3 outside its spread, %d ranks".formatted(ranks),
        bad.size() + " rows");
  }

  private void share(int ranks) {
    double share = Summary.notSlower(judged(ranks));
    add(
        true,
        share >= REQUIRED_SHARE,
        "at least 90 %% of the rows at most 1.0, %s".formatted(on(ranks)),
        "%.0f %% of %d rows".formatted(100 * share, judged(ranks).size()));
  }

  private void worst(int ranks) {
    List<Row> bad = judged(ranks).stream().filter(row -> row.losesBeyond(WORST_ALLOWED)).toList();
    add(
        true,
        bad.isEmpty(),
        "no row above 1.3 outside its spread, %s".formatted(on(ranks)),
        bad.size() + " rows");
  }

  private List<Summary.Line> layoutLines(int ranks) {
    return Summary.byBenchmark(
        judged(ranks).stream()
            .filter(row -> row.benchmark().family() == Family.DATATYPES)
            .filter(row -> row.bytes() >= LAYOUT_BYTES)
            .toList());
  }

  private void layouts(int ranks) {
    String demand =
        "datatypes from 4 KiB on: geometric mean at most 1.0, no layout above 1.3, %s"
            .formatted(on(ranks));
    List<Summary.Line> lines = layoutLines(ranks);
    if (lines.isEmpty()) {
      unknown(true, demand);
      return;
    }
    double mean =
        Math.exp(
            lines.stream().mapToDouble(line -> Math.log(line.geometricMean())).average().orElse(0));
    List<String> slow = above(lines, WORST_ALLOWED);
    add(
        true,
        mean <= REQUIRED_MEAN && slow.isEmpty(),
        demand,
        ratio(mean) + (slow.isEmpty() ? "" : "; " + String.join("; ", slow)));
  }

  private void everyLayout(int ranks) {
    String demand = "every layout from 4 KiB on at most 0.8, %s".formatted(on(ranks));
    List<Summary.Line> lines = layoutLines(ranks);
    if (lines.isEmpty()) {
      unknown(false, demand);
    } else {
      List<String> slow = above(lines, GOAL_LAYOUT);
      add(false, slow.isEmpty(), demand, String.join("; ", slow));
    }
  }

  /** The rows of these families, for any number of ranks together. */
  private List<Row> members(Set<Family> families) {
    return rows.stream()
        .filter(row -> families.contains(row.benchmark().family()))
        .filter(row -> row.isCompared() && row.transport().startsWith("shm-"))
        .map(this::againstRivals)
        .toList();
  }

  private void oneSided() {
    List<Row> found = members(Family.ONE_SIDED);
    String demand = "windows: geometric mean at most 0.8, at most one row in ten above 1.2";
    if (found.isEmpty()) {
      unknown(true, demand);
      return;
    }
    double mean = Summary.geometricMean(found, Row::ratio);
    long slow = found.stream().filter(row -> row.ratio() > WORST_ONE_SIDED).count();
    add(
        true,
        mean <= REQUIRED_ONE_SIDED && slow <= SLOW_SHARE * found.size(),
        demand,
        "%s; %d of %d rows".formatted(ratio(mean), slow, found.size()));
  }

  private void files() {
    List<Row> found = members(Family.FILES);
    mean(true, "files: geometric mean at most 0.8", found, REQUIRED_FILES);
    List<Row> strided = found.stream().filter(Verdicts::isStridedCollective).toList();
    mean(true, "files: collective calls on strided views at most 0.7", strided, REQUIRED_STRIDED);
    String demand = "files: no row above 1.3 outside its spread";
    if (found.isEmpty()) {
      unknown(true, demand);
      return;
    }
    List<Row> bad = found.stream().filter(row -> row.losesBeyond(WORST_ALLOWED)).toList();
    add(true, bad.isEmpty(), demand, "%d of %d rows".formatted(bad.size(), found.size()));
  }

  private void meetings() {
    List<Row> found =
        members(Set.of(Family.WORLDS)).stream()
            .filter(row -> MEETINGS.contains(row.benchmark().name()))
            .toList();
    String demand = "worlds: connect and accept, and names, at most 1.0 x the better C peer each";
    if (found.isEmpty()) {
      unknown(true, demand);
      return;
    }
    List<String> slower = above(Summary.byBenchmark(found), REQUIRED_MEAN);
    add(true, slower.isEmpty(), demand, String.join("; ", slower));
  }

  /** Who has spawned somebody talks with them as with a rank of its own world. */
  private void child(String transport) {
    String demand =
        "8-byte latency of %s to a spawned child at most 1.05 x that in a world"
            .formatted(transport);
    var toChild = Summary.find(rows, "spawned_latency", transport, 1, SMALL_BYTES).map(Row::ours);
    var inWorld = Summary.find(rows, "latency", transport, 2, SMALL_BYTES).map(Row::ours);
    if (toChild.isEmpty() || inWorld.isEmpty()) {
      unknown(true, demand);
      return;
    }
    double ratio = toChild.get().median() / inWorld.get().median();
    add(true, ratio <= REQUIRED_CHILD, demand, ratio(ratio));
  }

  private void stridedWrites() {
    List<Row> found =
        members(Family.FILES).stream()
            .filter(Verdicts::isStridedCollective)
            .filter(row -> row.benchmark().name().contains("write"))
            .toList();
    mean(false, "files: collective strided writes at most 0.5", found, GOAL_STRIDED_WRITE);
  }

  /** Whether ranks have pieces of the file in turn, and go there together. */
  private static boolean isStridedCollective(Row row) {
    return row.ranks() > 1
        && row.benchmark().family() == Family.FILE_VIEWS
        && row.benchmark().name().endsWith("_all");
  }

  private void mean(boolean required, String demand, List<Row> found, double limit) {
    if (found.isEmpty()) {
      unknown(required, demand);
    } else {
      double mean = Summary.geometricMean(found, Row::ratio);
      add(required, mean <= limit, demand, "%s of %d rows".formatted(ratio(mean), found.size()));
    }
  }

  /** One rank that writes does what a loop in C does. */
  private void pwrite(String transport) {
    String demand = "file_write of %s, 1 rank, at most 1.1 x pwrite in C".formatted(transport);
    List<String> times = new ArrayList<>();
    boolean met = true;
    for (Row row : rows) {
      var floor = Summary.find(rows, Benchmark.PWRITE.name(), "floor-c", 1, row.bytes());
      boolean asked = row.benchmark().name().equals("file_write") && row.ranks() == 1;
      if (asked && row.transport().equals(transport) && row.ours() != null && floor.isPresent()) {
        double inC = floor.map(Row::ours).map(Measured::median).orElse(Double.NaN);
        double ratio = row.ours().median() / inC;
        met = met && ratio <= GOAL_PWRITE;
        times.add("%s: %s".formatted(Report.size(row.bytes()), ratio(ratio)));
      }
    }
    if (times.isEmpty()) {
      unknown(false, demand);
    } else {
      add(false, met, demand, String.join("; ", times));
    }
  }

  private static List<String> above(List<Summary.Line> lines, double limit) {
    return lines.stream()
        .filter(line -> line.geometricMean() > limit)
        .map(
            line ->
                "%s %s %s".formatted(line.group(), line.transport(), ratio(line.geometricMean())))
        .toList();
  }

  private void bounces(String transport) {
    String demand = "8-byte latency of %s at most 1.7 x the cache-line bounce".formatted(transport);
    var row = Summary.find(rows, "latency", transport, 2, SMALL_BYTES).map(Row::ours);
    var bounce = Summary.find(rows, "cache_line_bounce", "floor-c", 2, 0).map(Row::ours);
    if (row.isEmpty() || bounce.isEmpty()) {
      unknown(false, demand);
      return;
    }
    double times = row.get().median() / bounce.get().median();
    add(false, times <= GOAL_BOUNCES, demand, ratio(times));
  }

  private void bandwidth(int ranks) {
    List<Row> large =
        judged(ranks).stream()
            .filter(row -> row.benchmark().family() == Family.BANDWIDTH)
            .filter(row -> row.bytes() >= LARGE_BYTES)
            .toList();
    List<Row> below = large.stream().filter(row -> row.ratio() > GOAL_BANDWIDTH).toList();
    String demand =
        "bandwidth at least 1.2 x the better C peer from 64 KiB, %s".formatted(on(ranks));
    if (large.isEmpty()) {
      unknown(false, demand);
    } else {
      add(
          false,
          below.isEmpty(),
          demand,
          "%d of %d rows below".formatted(below.size(), large.size()));
    }
  }

  private void start() {
    String demand = "start-up of 4 ranks within 3 x of 4 plain java programs side by side";
    var ours = Summary.find(rows, "start_up", "shm", START_RANKS, 0).map(Row::ours);
    var hello = Summary.find(rows, "start_up", "floor-java", START_RANKS, 0).map(Row::ours);
    if (ours.isEmpty() || hello.isEmpty()) {
      unknown(false, demand);
      return;
    }
    double times = ours.get().median() / hello.get().median();
    add(false, times <= GOAL_START, demand, ratio(times));
  }

  /** A ratio as it stands in texts. */
  static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }
}
