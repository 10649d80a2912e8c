package org.purempi.launch.output;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.output.Output.Stream;

/**
 * Joins equal lines of several ranks into one, {@code [0-3] text}. A line waits a moment for the
 * same line of the other ranks, longer while some may still be starting; the lines of one rank keep
 * their order.
 */
final class Merger implements LineSink {
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  /** Within this time of the job's start, ranks that have written nothing may still be starting. */
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long TICK_MILLIS = 50;

  /** More lines than this do not wait. */
  private static final int MOST_WAITING = 1000;

  private static final Charset LATIN = StandardCharsets.ISO_8859_1;

  /** A line that may still be joined, and the ranks that have written it. */
  private static final class Line {
    final Stream stream;
    final String text;
    final BitSet ranks = new BitSet();
    final long sinceNanos = System.nanoTime();

    Line(Stream stream, String text) {
      this.stream = stream;
      this.text = text;
    }
  }

  private final Output output;
  private final int size;
  private final String world;
  private final boolean coloured;
  private final List<Line> waiting = new ArrayList<>();
  private final Map<LineForwarder, String> begun = new HashMap<>();
  private final @Nullable Line[] last;
  private boolean finished;
  private final long beginNanos = System.nanoTime();

  Merger(Output output, OutputPlan plan, boolean coloured) {
    this.output = output;
    this.size = plan.ranks();
    this.world = plan.world() == 0 ? "" : plan.world() + ",";
    this.coloured = coloured;
    this.last = new @Nullable Line[size];
  }

  @Override
  public synchronized void write(
      LineForwarder from, Stream stream, byte[] bytes, int length, boolean ended) {
    // One byte a character: what is joined comes out as it came in.
    String text = begun.getOrDefault(from, "") + new String(bytes, 0, length, LATIN);
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      add(from.rank(), stream, text.substring(start, end));
      start = end + 1;
    }
    String rest = text.substring(start);
    if (ended && !rest.isEmpty()) {
      add(from.rank(), stream, rest);
      rest = "";
    }
    begun.put(from, rest);
    print(false);
  }

  /**
   * Joins the first equal line behind the rank's last one; else puts a line of its own right behind
   * that, before lines which the rank may still join.
   */
  private void add(int rank, Stream stream, String text) {
    int behind = 1 + waiting.indexOf(last[rank]);
    for (int i = behind; i < waiting.size(); i++) {
      Line line = waiting.get(i);
      if (line.stream == stream && line.text.equals(text)) {
        line.ranks.set(rank);
        last[rank] = line;
        return;
      }
    }
    var line = new Line(stream, text);
    line.ranks.set(rank);
    last[rank] = line;
    waiting.add(behind, line);
  }

  /** Prints the first lines as far as all ranks have written them or their time is over. */
  private void print(boolean all) {
    long now = System.nanoTime();
    boolean starting = now - beginNanos < START_NANOS && Arrays.asList(last).contains(null);
    while (!waiting.isEmpty()) {
      Line line = waiting.getFirst();
      boolean due =
          line.ranks.cardinality() == size
              || (!starting && now - line.sinceNanos > PATIENCE_NANOS)
              || waiting.size() > MOST_WAITING;
      if (!all && !due) {
        return;
      }
      waiting.removeFirst();
      String label =
          Labels.of(world + Labels.ranks(line.ranks), line.ranks.nextSetBit(0), coloured);
      output.lines(line.stream, label + line.text + "\n");
    }
  }

  /** Prints what has waited long enough, until all is over; for a thread of its own. */
  void tick() throws InterruptedException {
    while (true) {
      Thread.sleep(TICK_MILLIS);
      synchronized (this) {
        if (finished) {
          return;
        }
        print(false);
      }
    }
  }

  /** Prints everything that is left. */
  synchronized void finish() {
    List<Map.Entry<LineForwarder, String>> rest = new ArrayList<>(begun.entrySet());
    for (var entry : rest) {
      if (!entry.getValue().isEmpty()) {
        add(entry.getKey().rank(), Stream.OUT, entry.getValue());
      }
    }
    begun.clear();
    finished = true;
    print(true);
  }
}
