package org.purempi.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.record.CallLog;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/**
 * Adds up where a rank's time goes. Short calls are measured now and then, each for as many as were
 * passed over; those in which the thread slept are all measured.
 */
final class Profile implements Listener {
  /** Traffic of more ranks than that is kept in a table that grows. */
  private final Map<Integer, long[]> sent = new HashMap<>();

  private final Map<Integer, long[]> waited = new TreeMap<>();
  private final Map<Key, Sum> sums = new HashMap<>();
  private final Map<Integer, StackTraceElement> lines = new ConcurrentHashMap<>();
  private final Sites sites = new Sites(lines::put);
  private final Path file;
  private final int rank;
  private final int size;
  private long began = System.nanoTime();
  private final List<String> names = new ArrayList<>();

  private record Key(What what, int site, Watched scope) {}

  private static final class Sum {
    private long calls;
    private long nanos;
    private long longest;
    private long bytes;
  }

  Profile(Path folder, int rank, int size) {
    this.file = folder.resolve("rank-" + rank + ".profile");
    this.rank = rank;
    this.size = size;
  }

  /** A line of the file, which begins with a word. */
  synchronized void name(String word, Object... values) {
    names.add(CallLog.line(word, values));
  }

  @Override
  public void left(OpenCall call) {
    if (call.weight > 0) {
      add(call, sites.ofThisThread());
    }
  }

  private synchronized void add(OpenCall call, int site) {
    began = Math.min(began, call.begin); // Mpi.init begins before its tools
    long nanos = call.end - call.begin;
    Sum sum = sums.computeIfAbsent(new Key(call.what, site, call.scope), key -> new Sum());
    sum.calls += call.weight;
    sum.nanos += call.weight * nanos;
    sum.longest = Math.max(sum.longest, nanos);
    sum.bytes += call.weight * Math.max(0, call.bytes);
    Family family = call.what.family();
    int from = call.process();
    if (from != CallRecord.NONE && (family == Family.RECEIVE || family == Family.EXCHANGE)) {
      waited.computeIfAbsent(from, key -> new long[1])[0] += call.weight * nanos;
    }
  }

  /** Inside the rank's lock. */
  @Override
  public void handed(int dest, long bytes) {
    long[] to = sent.get(dest);
    if (to == null) {
      to = new long[2];
      sent.put(dest, to);
    }
    to[0]++;
    to[1] += bytes;
  }

  @Override
  public synchronized void ended() {
    List<String> all = new ArrayList<>();
    all.add(CallLog.line("rank", rank, size));
    all.addAll(names);
    all.add(CallLog.line("span", System.nanoTime() - began));
    sums.forEach((key, sum) -> all.add(call(key, sum)));
    new TreeMap<>(sent).forEach((to, n) -> all.add(CallLog.line("sent", to, n[0], n[1])));
    waited.forEach((from, nanos) -> all.add(CallLog.line("waited", from, nanos[0])));
    try {
      Files.write(file, all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String call(Key key, Sum sum) {
    @Nullable StackTraceElement place = lines.get(key.site);
    Object[] words = place == null ? new Object[] {"", ""} : Sites.words(place);
    return CallLog.line(
        "call",
        key.what.name(),
        key.what.family(),
        words[0],
        words[1],
        key.scope.label(),
        sum.calls,
        sum.nanos,
        sum.longest,
        sum.bytes);
  }
}
