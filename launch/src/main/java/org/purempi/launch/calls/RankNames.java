package org.purempi.launch.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.HostsException;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/** What the lines of one rank's file of names say; those that are damaged say nothing. */
final class RankNames {
  private static final String UNKNOWN_HOST = "?";

  /** A number that stands for nothing. */
  private static final int NONE = -1;

  private static final double NANOS_OF_MILLI = 1e6;

  /** A rank may call a little before it says that it has begun, and after it says that it ends. */
  private static final long AROUND_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** No job runs so long. */
  private static final long LONGEST_NANOS = TimeUnit.DAYS.toNanos(1000);

  /** A larger number of a name is damaged. */
  private static final int MOST_NAMES = 1 << 24;

  /** The last word of a rank. */
  private record End(long nanos, long dropped) {}

  private final Names names;
  private final Ints calls = new Ints();
  private final Ints lines = new Ints();
  private final Ints groups = new Ints();
  private final Map<Integer, String> threads = new TreeMap<>();
  private final List<Clock.Point> points = new ArrayList<>();
  private final int size;
  private String host = UNKNOWN_HOST;
  private int hostNumber = -1;
  private long startNanos;
  private long startMillis;
  private @Nullable End end;
  private int damaged;

  /**
   * Reads the lines.
   *
   * @param names gets those that are new
   */
  RankNames(int rank, List<List<String>> text, Names names) {
    this.names = names;
    int world = rank + 1;
    for (List<String> line : text) {
      if (line.size() > 2 && line.getFirst().equals("rank") && line.get(2).matches("[0-9]{1,7}")) {
        world = Math.max(world, Integer.parseInt(line.get(2)));
      }
    }
    size = world;
    for (List<String> line : text) {
      try {
        read(line);
      } catch (IllegalArgumentException | IndexOutOfBoundsException | HostsException e) {
        damaged++; // perhaps the last one of a rank that was killed
      }
    }
  }

  private void read(List<String> line) throws HostsException {
    switch (line.getFirst()) {
      case "host" -> {
        hostNumber = number(line, 2);
        host = line.get(1);
      }
      case "start" -> {
        startMillis = Long.parseLong(line.get(2));
        startNanos = Long.parseLong(line.get(1));
      }
      case "clock" ->
          points.add(new Clock.Point(Long.parseLong(line.get(1)), Long.parseLong(line.get(2))));
      case "what" -> {
        var call = new Names.Call(Family.valueOf(line.get(2)), line.get(3));
        calls.set(number(line, 1), names.call(call));
      }
      case "comm" ->
          groups.set(number(line, 1), names.group(line.get(2), line.get(3), line.get(4)));
      case "site" ->
          lines.set(number(line, 1), names.line(new Names.Line(line.get(2), line.get(3))));
      case "thread" -> threads.put(number(line, 1), line.get(2));
      case "end" -> end = new End(Long.parseLong(line.get(1)), Long.parseLong(line.get(2)));
      default -> {
        // A later version says more.
      }
    }
  }

  private static int number(List<String> line, int part) {
    int number = Integer.parseInt(line.get(part));
    if (number < 0 || number > MOST_NAMES) {
      throw new IllegalArgumentException("no number of a name");
    }
    return number;
  }

  /** The size of the world, as far as this rank tells. */
  int size() {
    return size;
  }

  String host() {
    return host;
  }

  int hostNumber() {
    return hostNumber;
  }

  List<Clock.Point> points() {
    return points;
  }

  /** When it began, on its clock; 0: it has not said so. */
  long startNanos() {
    return startNanos;
  }

  /** What is to be added to its clock for nanoseconds since 1970; good to a millisecond or so. */
  double sinceEpoch() {
    return startMillis * NANOS_OF_MILLI - startNanos;
  }

  /** Whether a call lies in the time in which the rank was there. */
  boolean isLifetime(CallRecord call) {
    long end = endNanos();
    long last = end == 0 ? startNanos + LONGEST_NANOS : end + AROUND_NANOS;
    return startNanos == 0 || (call.begin() >= startNanos - AROUND_NANOS && call.end() <= last);
  }

  /** When it ended MPI, on its clock; 0: it has not. */
  long endNanos() {
    return end == null ? 0 : end.nanos;
  }

  long dropped() {
    return end == null ? 0 : end.dropped;
  }

  int damaged() {
    return damaged;
  }

  /** The names of its threads, by their numbers. */
  Map<Integer, String> threads() {
    return threads;
  }

  /** The number for all ranks of one of its calls; −1 if it has no name. */
  int call(int number) {
    return number < calls.size() ? calls.get(number) : NONE;
  }

  int line(int number) {
    int line = number >= 0 && number < lines.size() ? lines.get(number) : NONE;
    return line < 0 ? Names.NO_LINE : line;
  }

  int group(int number) {
    return number < groups.size() ? groups.get(number) : NONE;
  }

  /** Its own numbers of communicators that are one group, in the order in which they were made. */
  int[] numbers(int group) {
    var numbers = new Ints();
    for (int number = 0; number < groups.size(); number++) {
      if (groups.get(number) == group) {
        numbers.add(number);
      }
    }
    return numbers.toArray();
  }
}
