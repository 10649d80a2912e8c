package org.purempi.launch.calls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Ranges;
import org.purempi.record.CallLogReader;

/** What all ranks of a job have recorded; what is missing or damaged is told in notes. */
public final class Recording implements AutoCloseable {
  private static final int MOST_NOTES = 10;

  private final Names names = new Names();
  private final List<RankCalls> ranks = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final @Nullable RankCalls[] byNumber;
  private final long end;

  /**
   * Opens the files of a folder.
   *
   * @throws IOException if it has none that can be read: its message says which folder and why
   */
  public Recording(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + ": there is no such directory");
    }
    for (int rank : CallLogReader.ranks(folder)) {
      open(folder, rank);
    }
    if (ranks.isEmpty()) {
      String why = notes.isEmpty() ? "no rank has left a record of its calls" : notes.getFirst();
      throw new IOException(folder + ": " + why);
    }
    int size = ranks.stream().mapToInt(rank -> rank.own().size()).max().orElse(0);
    byNumber = new RankCalls[size];
    ranks.forEach(rank -> byNumber[rank.rank()] = rank);
    noteMissing();
    setClocks();
    long base = ranks.stream().mapToLong(RankCalls::begin).min().orElse(0);
    ranks.forEach(rank -> rank.setBase(base));
    end = ranks.stream().mapToLong(RankCalls::end).max().orElse(0);
    noteGaps();
  }

  private void open(Path folder, int rank) {
    CallLogReader reader = null;
    try {
      reader = new CallLogReader(folder, rank);
      ranks.add(new RankCalls(rank, reader, names));
    } catch (NoSuchFileException e) {
      note(Path.of(e.getFile()).getFileName() + " is missing, so rank " + rank + " is, too");
    } catch (IOException | UncheckedIOException e) {
      note("rank %d is left out: its files cannot be read: %s".formatted(rank, e.getMessage()));
      if (reader != null) {
        reader.close();
      }
    }
  }

  private void noteMissing() {
    var missing = new TreeSet<Integer>();
    for (int rank = 0; rank < byNumber.length; rank++) {
      if (byNumber[rank] == null) {
        missing.add(rank);
      }
    }
    if (!missing.isEmpty()) {
      notes.add(
          Ranges.named(missing)
              + " left no record: killed before MPI began, or on a host whose files have not come");
    }
  }

  private void noteGaps() {
    var unfinished = new TreeSet<Integer>();
    for (RankCalls rank : ranks) {
      if (rank.damaged() > 0) {
        note("rank %d: %d damaged records are left out".formatted(rank.rank(), rank.damaged()));
      }
      if (rank.dropped() > 0) {
        note("rank %d: its last %d calls found no room".formatted(rank.rank(), rank.dropped()));
      }
      if (!rank.isComplete()) {
        unfinished.add(rank.rank());
      }
    }
    if (!unfinished.isEmpty()) {
      notes.add(
          "%s %s not ended MPI: the calls that did not return are missing"
              .formatted(Ranges.named(unfinished), unfinished.size() == 1 ? "has" : "have"));
    }
  }

  private void note(String text) {
    if (notes.size() < MOST_NOTES) {
      notes.add(text);
    } else if (notes.size() == MOST_NOTES) {
      notes.add("of more ranks something is missing");
    }
  }

  // Clocks

  private void setClocks() {
    Map<Integer, List<Clock.Point>> measured = new HashMap<>();
    for (RankCalls rank : ranks) {
      if (!rank.own().points().isEmpty()) {
        measured.putIfAbsent(rank.hostNumber(), rank.own().points());
      }
    }
    RankCalls first = ranks.getFirst();
    var guessed = new TreeMap<Integer, String>();
    for (RankCalls rank : ranks) {
      List<Clock.Point> points = rank.own().points();
      if (points.isEmpty() && rank.hostNumber() != first.hostNumber()) {
        points = measured.getOrDefault(rank.hostNumber(), List.of());
        if (points.isEmpty() && rank.own().startNanos() != 0) {
          guessed.put(rank.hostNumber(), rank.host());
          points = List.of(byDate(rank.own(), first.own()));
        }
      }
      rank.setClock(Clock.of(points));
    }
    if (!guessed.isEmpty()) {
      notes.add(
          "clocks were not compared, so times of these hosts may be off by milliseconds: "
              + String.join(", ", new HashSet<>(guessed.values())));
    }
  }

  /** Where nothing better is known: the dates of both hosts are taken to be right. */
  private static Clock.Point byDate(RankNames of, RankNames first) {
    return new Clock.Point(of.startNanos(), Math.round(of.sinceEpoch() - first.sinceEpoch()));
  }

  /** The ranks that have left a record, in their order. */
  public List<RankCalls> ranks() {
    return List.copyOf(ranks);
  }

  /** The rank of that number; null if it has left none. */
  public @Nullable RankCalls rank(int number) {
    return number >= 0 && number < byNumber.length ? byNumber[number] : null;
  }

  /** The size of the world. */
  public int size() {
    return byNumber.length;
  }

  /** The names in the records. */
  public Names names() {
    return names;
  }

  /** How long the job ran, in nanoseconds since the first rank began. */
  public long end() {
    return end;
  }

  /** How many records all ranks have. */
  public long count() {
    return ranks.stream().mapToLong(RankCalls::count).sum();
  }

  /** How often each call was recorded, by its number. */
  public long[] callCounts() {
    long[] all = new long[names.calls().size()];
    for (RankCalls rank : ranks) {
      long[] its = rank.callCounts();
      Arrays.setAll(all, i -> all[i] + (i < its.length ? its[i] : 0));
    }
    return all;
  }

  /** What is missing or damaged, a sentence each. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  @Override
  public void close() {
    ranks.forEach(RankCalls::close);
  }
}
