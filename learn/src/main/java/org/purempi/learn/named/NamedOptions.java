package org.purempi.learn.named;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;

/**
 * How operations by name are done. Numbers that must be the same on all ranks are taken from rank
 * 0.
 *
 * @param fusionBytes how much allreduces may have together that are done by one message; with 0
 *     each has its own
 * @param cycle how often the ranks talk about what is ready, while something is asked for
 * @param cacheCapacity how many names are known by a bit once all ranks have agreed on them
 * @param timeline where rank 0 writes a timeline from the beginning; null for nowhere
 * @param marksCycles whether that timeline marks the cycles
 * @param stallWarning after how long rank 0 warns of ranks that others wait for; zero for never
 * @param stallEnd after how long all operations end with an error then; zero for never
 * @param warnings who hears of warnings, on rank 0; standard error by default
 */
public record NamedOptions(
    long fusionBytes,
    Duration cycle,
    int cacheCapacity,
    @Nullable Path timeline,
    boolean marksCycles,
    Duration stallWarning,
    Duration stallEnd,
    Consumer<String> warnings) {
  /** 64 MiB, 1 ms, 1024 names, no timeline, a warning after 60 s. */
  public static final NamedOptions DEFAULT =
      new NamedOptions(
          64L << 20,
          Duration.ofMillis(1),
          1024,
          null,
          false,
          Duration.ofSeconds(60),
          Duration.ZERO,
          text -> System.err.println("purempi: " + text));

  private static final double MILLI_NANOS = 1e6;
  private static final long HEARTBEAT_NANOS = 1_000_000_000;
  private static final String DYNAMIC = "DYNAMIC";

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative, or operations were to end before the
   *     warning
   */
  public NamedOptions {
    if (fusionBytes < 0
        || cacheCapacity < 0
        || cycle.isNegative()
        || stallWarning.isNegative()
        || stallEnd.isNegative()) {
      throw new IllegalArgumentException("no option may be negative");
    }
    if (!stallEnd.isZero() && stallEnd.compareTo(stallWarning) < 0) {
      throw new IllegalArgumentException(
          "operations cannot end after %s ms of stall and the warning come after %s ms"
              .formatted(stallEnd.toMillis(), stallWarning.toMillis()));
    }
  }

  /** The numbers that decide what ranks do together, as rank 0 has them; collective. */
  NamedOptions ofFirst(Communicator ranks) {
    long[] first = {fusionBytes, cacheCapacity, nanos(stallWarning), nanos(stallEnd)};
    ranks.bcast(first, 0);
    return new NamedOptions(
        first[0],
        cycle,
        (int) first[1],
        timeline,
        marksCycles,
        Duration.ofNanos(first[2]),
        Duration.ofNanos(first[3]),
        warnings);
  }

  /** Of a very long time as many as there can be. */
  private static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }

  /**
   * After how long a rank asks the coordinator about what it waits for, so that rank 0 knows who is
   * missing when it is time to warn; 0 for never.
   */
  long suspicionNanos() {
    return (stallWarning.isZero() ? stallEnd : stallWarning).toNanos() / 2;
  }

  /** How often the ranks talk at least, also when nothing is asked for. */
  long heartbeatNanos() {
    long suspicion = suspicionNanos();
    return suspicion == 0 ? HEARTBEAT_NANOS : Math.clamp(suspicion / 4, 1, HEARTBEAT_NANOS);
  }

  /** With other sizes. */
  public NamedOptions fused(long bytes, Duration every) {
    return new NamedOptions(
        bytes, every, cacheCapacity, timeline, marksCycles, stallWarning, stallEnd, warnings);
  }

  /** With another cache. */
  public NamedOptions cached(int capacity) {
    return new NamedOptions(
        fusionBytes, cycle, capacity, timeline, marksCycles, stallWarning, stallEnd, warnings);
  }

  /** With another look at stalls. */
  public NamedOptions stalling(Duration warning, Duration end, Consumer<String> listener) {
    return new NamedOptions(
        fusionBytes, cycle, cacheCapacity, timeline, marksCycles, warning, end, listener);
  }

  /** With a timeline. */
  public NamedOptions traced(Path file, boolean cycles) {
    return new NamedOptions(
        fusionBytes, cycle, cacheCapacity, file, cycles, stallWarning, stallEnd, warnings);
  }

  /**
   * Horovod's environment variables of this process, which the package's description lists; {@link
   * #DEFAULT} for those that are not set.
   *
   * @throws IllegalArgumentException if one has a wrong value
   */
  public static NamedOptions fromEnvironment() {
    return from(System.getenv());
  }

  static NamedOptions from(Map<String, String> environment) {
    var read = new Environment(environment);
    boolean checks = !read.flag("HOROVOD_STALL_CHECK_DISABLE");
    Duration seconds60 = DEFAULT.stallWarning;
    Duration warning = read.seconds("HOROVOD_STALL_CHECK_TIME_SECONDS", seconds60);
    Duration end = read.seconds("HOROVOD_STALL_SHUTDOWN_TIME_SECONDS", DEFAULT.stallEnd);
    if (checks && !end.isZero() && end.compareTo(warning) < 0) {
      throw new IllegalArgumentException(
          "HOROVOD_STALL_SHUTDOWN_TIME_SECONDS is "
              + end.toSeconds()
              + ", less than the "
              + warning.toSeconds()
              + " of HOROVOD_STALL_CHECK_TIME_SECONDS: make it larger, or 0 for never");
    }
    return new NamedOptions(
        read.number("HOROVOD_FUSION_THRESHOLD", DEFAULT.fusionBytes, n -> n),
        read.milliseconds("HOROVOD_CYCLE_TIME", DEFAULT.cycle),
        read.number("HOROVOD_CACHE_CAPACITY", DEFAULT.cacheCapacity, Math::toIntExact),
        read.path("HOROVOD_TIMELINE"),
        read.flag("HOROVOD_TIMELINE_MARK_CYCLES"),
        checks ? warning : Duration.ZERO,
        checks ? end : Duration.ZERO,
        DEFAULT.warnings);
  }

  /** Reads variables; a wrong value is one clear error. */
  private record Environment(Map<String, String> variables) {
    private @Nullable String text(String name) {
      String text = variables.get(name);
      return text == null || text.isBlank() ? null : text.strip();
    }

    private static IllegalArgumentException wrong(String name, String text, String wanted) {
      return new IllegalArgumentException(name + " is '" + text + "': it must be " + wanted);
    }

    <T> T number(String name, long otherwise, LongFunction<T> as) {
      String text = text(name);
      try {
        long n = text == null ? otherwise : Long.parseLong(text);
        if (n >= 0) {
          return as.apply(n);
        }
      } catch (NumberFormatException | ArithmeticException e) {
        // Told below.
      }
      throw wrong(name, String.valueOf(text), "a whole number that is not negative");
    }

    Duration seconds(String name, Duration otherwise) {
      return number(name, otherwise.toSeconds(), Duration::ofSeconds);
    }

    Duration milliseconds(String name, Duration otherwise) {
      String text = text(name);
      if (text == null) {
        return otherwise;
      }
      try {
        double ms = Double.parseDouble(text);
        if (ms >= 0 && ms < Integer.MAX_VALUE) {
          return Duration.ofNanos((long) (ms * MILLI_NANOS));
        }
      } catch (NumberFormatException e) {
        // Told below.
      }
      throw wrong(name, text, "a time in milliseconds that is not negative, such as 3.5");
    }

    boolean flag(String name) {
      String text = text(name);
      if (text != null && !text.equals("0") && !text.equals("1")) {
        throw wrong(name, text, "0 or 1");
      }
      return "1".equals(text);
    }

    @Nullable Path path(String name) {
      String text = text(name);
      try {
        return text == null || text.equals(DYNAMIC) ? null : Path.of(text);
      } catch (InvalidPathException e) {
        throw wrong(name, String.valueOf(text), "a file's name, or " + DYNAMIC);
      }
    }
  }
}
