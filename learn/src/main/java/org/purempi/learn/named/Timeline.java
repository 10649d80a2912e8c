package org.purempi.learn.named;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What became of each operation, as the JSON that Chrome's tracing and Perfetto read, with
 * Horovod's names: every tensor is a process there. It can be started and stopped at any time.
 */
final class Timeline {
  private static final long MICRO_NANOS = 1_000;

  /** The process of what belongs to no tensor. */
  private static final int NO_TENSOR = 0;

  private final Consumer<String> warnings;
  private volatile boolean isOn;

  // All below belong to this object's lock.
  private final Map<String, Integer> numbers = new HashMap<>();
  private @Nullable Writer file;
  private boolean isFirst;
  private boolean marksCycles;
  private long zeroNanos;

  Timeline(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /**
   * Writes to a file from now on.
   *
   * @throws IllegalStateException if it writes to one already
   * @throws UncheckedIOException if the file cannot be written
   */
  synchronized void start(Path path, boolean cycles) {
    if (file != null) {
      throw new IllegalStateException("a timeline is being written: stop it first");
    }
    try {
      file = Files.newBufferedWriter(path);
      file.write("[");
    } catch (IOException e) {
      throw new UncheckedIOException("the timeline " + path + " cannot be written: " + e, e);
    }
    numbers.clear();
    isFirst = true;
    marksCycles = cycles;
    zeroNanos = System.nanoTime();
    isOn = true;
    long epochMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    describe(NO_TENSOR, "\"start_time_since_epoch_in_micros\":" + epochMicros);
  }

  /** Completes the file, if there is one. */
  synchronized void stop() {
    isOn = false;
    Writer ending = file;
    file = null;
    if (ending != null) {
      try (ending) {
        ending.write("\n]\n");
      } catch (IOException e) {
        warnings.accept("the timeline has not been completed: " + e);
      }
    }
  }

  /** A cycle begins. */
  void cycle(long nanos) {
    if (isOn) {
      synchronized (this) {
        if (marksCycles) {
          event("CYCLE_START", "i", NO_TENSOR, nanos, ",\"s\":\"g\"");
        }
      }
    }
  }

  /** A rank has told the coordinator that it is ready for a tensor. */
  void tick(String tensor, int rank, long nanos) {
    if (isOn) {
      span(tensor, "" + rank, nanos, nanos);
    }
  }

  /** An operation of this rank has been decided on. */
  void negotiated(@Nullable Submission s, long nanos) {
    if (isOn && s != null) {
      String title = "NEGOTIATE_" + s.request.kind().title();
      span(s.request.name(), title, s.sinceNanos, nanos);
    }
  }

  /** Something has happened to all tensors of a batch. */
  void spans(List<Task> batch, String activity, long fromNanos, long toNanos) {
    if (isOn) {
      batch.forEach(task -> span(task.request().name(), activity, fromNanos, toNanos));
    }
  }

  /** The operations of a batch have been done. */
  void done(List<Task> batch, long fromNanos, long toNanos) {
    if (isOn) {
      spans(batch, batch.getFirst().request().kind().title(), fromNanos, toNanos);
    }
  }

  private synchronized void span(String tensor, String title, long from, long to) {
    if (isOn) {
      event(title, "X", number(tensor), from, ",\"dur\":" + micros(to - from));
    }
  }

  private int number(String tensor) {
    Integer known = numbers.get(tensor);
    if (known != null) {
      return known;
    }
    int number = numbers.size() + 1;
    numbers.put(tensor, number);
    describe(number, "\"name\":" + quoted(tensor));
    return number;
  }

  private void describe(int number, String what) {
    write(
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":" + number + ",\"args\":{" + what + "}}");
  }

  private void event(String title, String phase, int number, long nanos, String more) {
    write(
        "{\"name\":"
            + quoted(title)
            + ",\"ph\":\""
            + phase
            + "\",\"ts\":"
            + micros(nanos - zeroNanos)
            + ",\"pid\":"
            + number
            + ",\"tid\":0"
            + more
            + "}");
  }

  private void write(String event) {
    Writer now = file;
    if (now == null) {
      return;
    }
    try {
      now.write(isFirst ? "\n" : ",\n");
      now.write(event);
      isFirst = false;
    } catch (IOException e) {
      isOn = false;
      warnings.accept("the timeline ends here, it cannot be written: " + e);
    }
  }

  /** With three decimals, so that no span is longer than the one around it. */
  private static String micros(long nanos) {
    String sign = nanos < 0 ? "-" : "";
    long n = Math.abs(nanos);
    String rest = "" + (MICRO_NANOS + n % MICRO_NANOS);
    return sign + n / MICRO_NANOS + "." + rest.substring(1);
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
