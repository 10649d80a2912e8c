package org.purempi.benchmarks.compare;

import static org.purempi.benchmarks.compare.Family.ALL_TO_ALL;
import static org.purempi.benchmarks.compare.Family.ALL_TO_ONE;
import static org.purempi.benchmarks.compare.Family.BANDWIDTH;
import static org.purempi.benchmarks.compare.Family.DATATYPES;
import static org.purempi.benchmarks.compare.Family.EPOCHS;
import static org.purempi.benchmarks.compare.Family.FILE_BLOCKS;
import static org.purempi.benchmarks.compare.Family.FILE_CALLS;
import static org.purempi.benchmarks.compare.Family.FILE_VIEWS;
import static org.purempi.benchmarks.compare.Family.FIRST_CALLS;
import static org.purempi.benchmarks.compare.Family.FLOOR;
import static org.purempi.benchmarks.compare.Family.LATENCY;
import static org.purempi.benchmarks.compare.Family.MESSAGE_RATE;
import static org.purempi.benchmarks.compare.Family.ONE_TO_ALL;
import static org.purempi.benchmarks.compare.Family.OVERLAP;
import static org.purempi.benchmarks.compare.Family.PREFIX;
import static org.purempi.benchmarks.compare.Family.PUT_AND_GET;
import static org.purempi.benchmarks.compare.Family.START_UP;
import static org.purempi.benchmarks.compare.Family.UPDATES;
import static org.purempi.benchmarks.compare.Family.WORLDS;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One loop of the race, by the name that loops.c, windows.c, files.c or worlds.c and their Java
 * twins know it by.
 *
 * @param payload which message sizes make sense for it
 */
record Benchmark(String name, Family family, Unit unit, Payload payload) {

  private static final int DOUBLE_BYTES = 8;
  private static final int WORD_BYTES = 8;
  private static final int APPENDED_BYTES = 64;
  private static final int KIB = 1024;
  private static final int MIB = KIB * KIB;

  /** Of a cube of doubles in a file, and of what a rank has of nested cells. */
  private static final int CUBE_BYTES = 16 * MIB;

  private static final int NESTED_BYTES = 2560 * KIB;

  /** How loops of files begin, which make sense with one rank, too. */
  private static final String FILE = "file_";

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

  /** A block written to a file whose pages are in memory, and read from it, by one process. */
  static final Benchmark PWRITE = timed("pwrite", FLOOR, Payload.BLOCK);

  static final Benchmark PREAD = timed("pread", FLOOR, Payload.BLOCK);

  /** The loops that contestants run, in the order of the report. */
  static final List<Benchmark> LOOPS =
      List.of(
          timed("latency", LATENCY, Payload.BYTES),
          new Benchmark("bandwidth", BANDWIDTH, Unit.MEGABYTES_PER_SECOND, Payload.BYTES),
          new Benchmark("bibandwidth", BANDWIDTH, Unit.MEGABYTES_PER_SECOND, Payload.BYTES),
          new Benchmark(
              "message_rate", MESSAGE_RATE, Unit.MILLION_MESSAGES_PER_SECOND, Payload.SMALL),
          timed("bcast", ONE_TO_ALL, Payload.BYTES),
          timed("scatter", ONE_TO_ALL, Payload.BYTES),
          timed("scatterv", ONE_TO_ALL, Payload.BYTES),
          timed("gather", ALL_TO_ONE, Payload.BYTES),
          timed("gatherv", ALL_TO_ONE, Payload.BYTES),
          timed("reduce", ALL_TO_ONE, Payload.DOUBLES),
          timed("barrier", ALL_TO_ALL, Payload.NONE),
          timed("allreduce", ALL_TO_ALL, Payload.DOUBLES),
          timed("allgather", ALL_TO_ALL, Payload.BYTES),
          timed("allgatherv", ALL_TO_ALL, Payload.BYTES),
          timed("alltoall", ALL_TO_ALL, Payload.BYTES),
          timed("alltoallv", ALL_TO_ALL, Payload.BYTES),
          timed("alltoallw", ALL_TO_ALL, Payload.BYTES),
          timed("reduce_scatter", ALL_TO_ALL, Payload.DOUBLES),
          timed("reduce_scatter_block", ALL_TO_ALL, Payload.DOUBLE_PER_RANK),
          timed("scan", PREFIX, Payload.DOUBLES),
          timed("exscan", PREFIX, Payload.DOUBLES),
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
          overlap("overlap_ialltoall", Payload.BYTES),
          timed("put", PUT_AND_GET, Payload.BYTES),
          timed("get", PUT_AND_GET, Payload.BYTES),
          new Benchmark("put_bandwidth", PUT_AND_GET, Unit.MEGABYTES_PER_SECOND, Payload.BYTES),
          new Benchmark("get_bandwidth", PUT_AND_GET, Unit.MEGABYTES_PER_SECOND, Payload.BYTES),
          timed("put_shared", PUT_AND_GET, Payload.WORD),
          timed("get_shared", PUT_AND_GET, Payload.WORD),
          timed("put_own", PUT_AND_GET, Payload.WORD),
          timed("get_own", PUT_AND_GET, Payload.WORD),
          timed("put_to_busy", PUT_AND_GET, Payload.WORD),
          timed("accumulate", UPDATES, Payload.DOUBLES),
          timed("fetch_and_op", UPDATES, Payload.WORD),
          timed("compare_and_swap", UPDATES, Payload.WORD),
          timed("counter", UPDATES, Payload.WORD),
          timed("random_updates", UPDATES, Payload.WORD),
          timed("put_in_fence", EPOCHS, Payload.WORD),
          timed("put_in_start", EPOCHS, Payload.WORD),
          timed("put_in_lock", EPOCHS, Payload.WORD),
          timed("halo_in_fence", EPOCHS, Payload.BYTES),
          timed("halo_in_start", EPOCHS, Payload.BYTES),
          timed("halo_by_messages", EPOCHS, Payload.BYTES),
          timed("file_write", FILE_BLOCKS, Payload.BLOCK),
          timed("file_read", FILE_BLOCKS, Payload.BLOCK),
          timed("file_write_all", FILE_BLOCKS, Payload.BLOCK),
          timed("file_read_all", FILE_BLOCKS, Payload.BLOCK),
          timed("file_strided_write", FILE_VIEWS, Payload.PIECE),
          timed("file_strided_read", FILE_VIEWS, Payload.PIECE),
          timed("file_strided_write_all", FILE_VIEWS, Payload.PIECE),
          timed("file_strided_read_all", FILE_VIEWS, Payload.PIECE),
          timed("file_block3d_write_all", FILE_VIEWS, Payload.PART_OF_CUBE),
          timed("file_block3d_read_all", FILE_VIEWS, Payload.PART_OF_CUBE),
          timed("file_nested_write_all", FILE_VIEWS, Payload.NESTED),
          timed("file_shared", FILE_CALLS, Payload.APPENDED),
          timed("file_open", FILE_CALLS, Payload.NONE),
          overlap("file_overlap", Payload.LARGE_BLOCK),
          spawn("spawn_1"),
          spawn("spawn_2"),
          spawn("spawn_4"),
          timed("spawned_latency", WORLDS, Payload.WORD),
          timed("connect_accept", WORLDS, Payload.NONE),
          timed("publish_lookup", WORLDS, Payload.NONE));

  /** What is run cold: loops as in the race, and curves of the first calls. */
  static final List<Benchmark> COLD =
      Stream.concat(
              LOOPS.stream().filter(loop -> COLD_LOOPS.contains(loop.name)),
              LOOPS.stream().filter(loop -> CURVES.contains(loop.name)).map(Benchmark::curve))
          .toList();

  /** Which sizes a benchmark can be run with. */
  enum Payload {
    NONE,
    WORD,
    BYTES,
    SMALL,
    LAYOUT,
    DOUBLES,
    DOUBLE_PER_RANK,
    BLOCK,
    LARGE_BLOCK,
    PIECE,
    PART_OF_CUBE,
    NESTED,
    APPENDED
  }

  private static Benchmark timed(String name, Family family, Payload payload) {
    return new Benchmark(name, family, Unit.MICROSECONDS, payload);
  }

  private static Benchmark layout(String name) {
    return new Benchmark(name, DATATYPES, Unit.MICROSECONDS, Payload.LAYOUT);
  }

  private static Benchmark spawn(String name) {
    return new Benchmark(name, WORLDS, Unit.MILLISECONDS, Payload.NONE);
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
      case WORD -> List.of(WORD_BYTES);
      case BYTES -> sizes;
      case SMALL -> sizes.stream().filter(bytes -> bytes <= LARGEST_RATED_BYTES).toList();
      case LAYOUT -> sizes.stream().filter(bytes -> bytes >= SMALLEST_LAYOUT_BYTES).toList();
      case DOUBLES -> sizes.stream().filter(bytes -> bytes >= DOUBLE_BYTES).toList();
      case DOUBLE_PER_RANK ->
          sizes.stream().filter(bytes -> bytes >= DOUBLE_BYTES * ranks).toList();
      case BLOCK -> List.of(64 * KIB, MIB, 16 * MIB);
      case LARGE_BLOCK -> List.of(16 * MIB);
      case PIECE -> List.of(16, 256, 4 * KIB);
      case PART_OF_CUBE -> List.of(CUBE_BYTES / ranks);
      case NESTED -> List.of(NESTED_BYTES);
      case APPENDED -> List.of(APPENDED_BYTES);
    };
  }

  /** Whether a turn is a single call, because each takes so long. */
  boolean isLong() {
    return unit == Unit.MILLISECONDS;
  }

  /**
   * Whether it makes sense with so many ranks. Those that have other worlds but no ranks to talk
   * with run on one, so that nobody waits beside it.
   */
  boolean runsOn(int ranks) {
    boolean isLonely = family == WORLDS && !name.equals("connect_accept");
    return isLonely ? ranks == 1 : ranks > 1 || name.startsWith(FILE);
  }

  /** The benchmark of this name: loops, points of curves, start-up and floors. */
  static Benchmark named(String name) {
    Matcher mark = MARK.matcher(name);
    if (mark.matches()) {
      return named(mark.group(1), COLD).after(Integer.parseInt(mark.group(2)));
    }
    for (Benchmark special : List.of(START, BOUNCE, COPY, PWRITE, PREAD)) {
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
        + " start_up cache_line_bounce memcpy pwrite pread";
  }
}
