package org.purempi.benchmarks.compare;

import static org.purempi.benchmarks.compare.Family.ALL_TO_ALL;
import static org.purempi.benchmarks.compare.Family.ALL_TO_ONE;
import static org.purempi.benchmarks.compare.Family.BANDWIDTH;
import static org.purempi.benchmarks.compare.Family.DATATYPES;
import static org.purempi.benchmarks.compare.Family.FIRST_CALLS;
import static org.purempi.benchmarks.compare.Family.FLOOR;
import static org.purempi.benchmarks.compare.Family.LATENCY;
import static org.purempi.benchmarks.compare.Family.MESSAGE_RATE;
import static org.purempi.benchmarks.compare.Family.ONE_TO_ALL;
import static org.purempi.benchmarks.compare.Family.OVERLAP;
import static org.purempi.benchmarks.compare.Family.PREFIX;
import static org.purempi.benchmarks.compare.Family.START_UP;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One loop of the race, by the name that loops.c and Loop.java know it by.
 *
 * @param payload which message sizes make sense for it
 */
record Benchmark(String name, Family family, Unit unit, Payload payload) {

  private static final int DOUBLE_BYTES = 8;

  /** Beyond this size a message rate is only a bandwidth in other words. */
  private static final int LARGEST_RATED_BYTES = 4096;

  /** Nobody derives a datatype for less. */
  static final int SMALLEST_LAYOUT_BYTES = 1024;

  private static final List<String> COLD_LOOPS =
      List.of("latency", "bcast", "allreduce", "alltoall", "barrier");

  private static final List<String> CURVES =
      List.of("latency", "bandwidth", "bcast", "allreduce", "alltoall");

  private static final String FIRST = "_first";
  private static final Pattern MARK = Pattern.compile("(\\w+" + FIRST + ")_([0-9]+)");

  /** Start-up of a job that only begins and ends MPI. */
  static final Benchmark START =
      new Benchmark("start_up", START_UP, Unit.MILLISECONDS, Payload.NONE);

  /** One cache line from one core to another and back, halved. */
  static final Benchmark BOUNCE =
      new Benchmark("cache_line_bounce", FLOOR, Unit.MICROSECONDS, Payload.NONE);

  /** A copy between two warm buffers. */
  static final Benchmark COPY =
      new Benchmark("memcpy", FLOOR, Unit.MEGABYTES_PER_SECOND, Payload.BYTES);

  /** The loops that contestants run, in the order of the report. */
  static final List<Benchmark> LOOPS =
      List.of(
          new Benchmark("latency", LATENCY, Unit.MICROSECONDS, Payload.BYTES),
          new Benchmark("bandwidth", BANDWIDTH, Unit.MEGABYTES_PER_SECOND, Payload.BYTES),
          new Benchmark("bibandwidth", BANDWIDTH, Unit.MEGABYTES_PER_SECOND, Payload.BYTES),
          new Benchmark(
              "message_rate", MESSAGE_RATE, Unit.MILLION_MESSAGES_PER_SECOND, Payload.SMALL),
          collective("bcast", ONE_TO_ALL, Payload.BYTES),
          collective("scatter", ONE_TO_ALL, Payload.BYTES),
          collective("scatterv", ONE_TO_ALL, Payload.BYTES),
          collective("gather", ALL_TO_ONE, Payload.BYTES),
          collective("gatherv", ALL_TO_ONE, Payload.BYTES),
          collective("reduce", ALL_TO_ONE, Payload.DOUBLES),
          collective("barrier", ALL_TO_ALL, Payload.NONE),
          collective("allreduce", ALL_TO_ALL, Payload.DOUBLES),
          collective("allgather", ALL_TO_ALL, Payload.BYTES),
          collective("allgatherv", ALL_TO_ALL, Payload.BYTES),
          collective("alltoall", ALL_TO_ALL, Payload.BYTES),
          collective("alltoallv", ALL_TO_ALL, Payload.BYTES),
          collective("alltoallw", ALL_TO_ALL, Payload.BYTES),
          collective("reduce_scatter", ALL_TO_ALL, Payload.DOUBLES),
          collective("reduce_scatter_block", ALL_TO_ALL, Payload.DOUBLE_PER_RANK),
          collective("scan", PREFIX, Payload.DOUBLES),
          collective("exscan", PREFIX, Payload.DOUBLES),
          layout("wrf_x"),
          layout("wrf_y"),
          layout("milc_zd"),
          layout("nas_lu_y"),
          layout("nas_mg_x"),
          layout("nas_mg_y"),
          layout("nas_mg_z"),
          layout("lammps_x"),
          layout("lammps_full"),
          layout("specfem3d_oc"),
          layout("specfem3d_cm"),
          layout("fft2"),
          overlap("overlap_ibcast", Payload.BYTES),
          overlap("overlap_iallreduce", Payload.DOUBLES),
          overlap("overlap_ialltoall", Payload.BYTES));

  /** What is run cold: loops as in the race, and curves of the first calls. */
  static final List<Benchmark> COLD =
      Stream.concat(
              LOOPS.stream().filter(loop -> COLD_LOOPS.contains(loop.name)),
              LOOPS.stream().filter(loop -> CURVES.contains(loop.name)).map(Benchmark::curve))
          .toList();

  /** Which sizes a benchmark can be run with. */
  enum Payload {
    NONE,
    BYTES,
    SMALL,
    LAYOUT,
    DOUBLES,
    DOUBLE_PER_RANK
  }

  private static Benchmark collective(String name, Family family, Payload payload) {
    return new Benchmark(name, family, Unit.MICROSECONDS, payload);
  }

  private static Benchmark layout(String name) {
    return new Benchmark(name, DATATYPES, Unit.MICROSECONDS, Payload.LAYOUT);
  }

  private static Benchmark overlap(String name, Payload payload) {
    return new Benchmark(name, OVERLAP, Unit.PERCENT_EXPOSED, payload);
  }

  /** How long this loop's first calls take. */
  private Benchmark curve() {
    return new Benchmark(name + FIRST, FIRST_CALLS, Unit.MICROSECONDS, payload);
  }

  /** The point of a curve where so many calls are done. */
  private Benchmark after(int calls) {
    return new Benchmark(name + "_" + calls, family, unit, payload);
  }

  /** Of a point of a curve, how many calls are done. */
  int calls() {
    return Integer.parseInt(name.substring(name.lastIndexOf('_') + 1));
  }

  /** The loop whose calls these are. */
  String loop() {
    return name.replaceAll(FIRST + ".*", "");
  }

  /** Those of {@code sizes} (bytes, ascending) that this benchmark runs with on so many ranks. */
  List<Integer> sizes(List<Integer> sizes, int ranks) {
    return switch (payload) {
      case NONE -> List.of(0);
      case BYTES -> sizes;
      case SMALL -> sizes.stream().filter(bytes -> bytes <= LARGEST_RATED_BYTES).toList();
      case LAYOUT -> sizes.stream().filter(bytes -> bytes >= SMALLEST_LAYOUT_BYTES).toList();
      case DOUBLES -> sizes.stream().filter(bytes -> bytes >= DOUBLE_BYTES).toList();
      case DOUBLE_PER_RANK ->
          sizes.stream().filter(bytes -> bytes >= DOUBLE_BYTES * ranks).toList();
    };
  }

  /** The benchmark of this name: loops, points of curves, start-up and floors. */
  static Benchmark named(String name) {
    Matcher mark = MARK.matcher(name);
    if (mark.matches()) {
      return named(mark.group(1), COLD).after(Integer.parseInt(mark.group(2)));
    }
    for (Benchmark special : List.of(START, BOUNCE, COPY)) {
      if (special.name.equals(name)) {
        return special;
      }
    }
    return named(name, LOOPS);
  }

  private static Benchmark named(String name, List<Benchmark> benchmarks) {
    return benchmarks.stream()
        .filter(each -> each.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no benchmark is called '" + name + "'; there are " + names()));
  }

  private static String names() {
    return String.join(" ", LOOPS.stream().map(Benchmark::name).toList())
        + " start_up cache_line_bounce memcpy";
  }
}
