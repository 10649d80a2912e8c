package org.purempi.launch.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.text.Quantities;
import org.purempi.record.Family;

/** What all ranks of a job have added up; who is missing is told in notes. */
public final class JobProfile {
  /** Calls of one name at one line. */
  record Site(String name, Family family, String place, String method) {
    String text() {
      return name + " at " + (place.isEmpty() ? "a line that is not known" : place);
    }
  }

  /** What all ranks together have done there. */
  static final class Total {
    private final Site site;
    private final Map<Integer, Long> nanos = new HashMap<>();
    private long count;
    private long sum;
    private long longest;
    private long bytes;

    Total(Site site) {
      this.site = site;
    }

    private void add(int rank, RankProfile.Calls calls) {
      nanos.merge(rank, calls.nanos(), Long::sum);
      count += calls.count();
      sum += calls.nanos();
      longest = Math.max(longest, calls.longest());
      bytes += calls.bytes();
    }

    Site site() {
      return site;
    }

    /** Nanoseconds of each rank. */
    Map<Integer, Long> nanos() {
      return nanos;
    }

    long count() {
      return count;
    }

    /** Nanoseconds of all. */
    long sum() {
      return sum;
    }

    long longest() {
      return longest;
    }

    long bytes() {
      return bytes;
    }

    long least() {
      return nanos.values().stream().mapToLong(Long::longValue).min().orElse(0);
    }

    long most() {
      return nanos.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }
  }

  private static final String SUFFIX = ".profile";

  private final List<RankProfile> ranks = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Total> totals;
  private final int size;

  /**
   * Reads the files of a folder.
   *
   * @throws IOException if there are none that can be read: its message says why
   */
  public JobProfile(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.getFileName().toString().endsWith(SUFFIX)).toList();
    }
    for (Path file : files) {
      read(file);
    }
    if (ranks.isEmpty()) {
      throw new IOException(
          notes.isEmpty()
              ? "no rank has told where its time went, as each does when it ends MPI"
              : notes.getFirst());
    }
    ranks.sort(Comparator.comparingInt(RankProfile::rank));
    size = ranks.stream().mapToInt(rank -> Math.max(rank.size(), rank.rank() + 1)).max().orElse(0);
    noteMissing();
    totals = totals();
  }

  private void read(Path file) {
    try {
      var rank = new RankProfile(Files.readAllLines(file));
      if (rank.rank() < 0) {
        notes.add(file.getFileName() + " is left out: it does not tell its rank");
      } else {
        ranks.add(rank);
        rank.notes().forEach(note -> notes.add("rank " + rank.rank() + ": " + note));
      }
    } catch (IOException e) {
      notes.add(file.getFileName() + " is left out: it cannot be read: " + e.getMessage());
    }
  }

  private void noteMissing() {
    var missing = new TreeSet<Integer>();
    for (int rank = 0; rank < size; rank++) {
      missing.add(rank);
    }
    ranks.forEach(rank -> missing.remove(rank.rank()));
    if (!missing.isEmpty()) {
      notes.add(
          Ranges.named(missing)
              + " left nothing: killed before MPI ended, or on a host whose files have not come");
    }
  }

  private List<Total> totals() {
    Map<Site, Total> sites = new HashMap<>();
    for (RankProfile rank : ranks) {
      for (RankProfile.Calls calls : rank.calls()) {
        var site = new Site(calls.name(), calls.family(), calls.place(), calls.method());
        sites.computeIfAbsent(site, Total::new).add(rank.rank(), calls);
      }
    }
    return sites.values().stream().sorted(Comparator.comparingLong(Total::sum).reversed()).toList();
  }

  /** Those that have left something, in their order. */
  List<RankProfile> ranks() {
    return ranks;
  }

  /** The size of the world. */
  int size() {
    return size;
  }

  /** What calls have cost, by name and line, the dearest first. */
  List<Total> calls() {
    return totals;
  }

  /** What is missing or damaged, a sentence each. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** Nanoseconds between begin and end of MPI, of all ranks together. */
  long span() {
    return ranks.stream().mapToLong(RankProfile::span).sum();
  }

  /** Those in calls. */
  long inMpi() {
    return ranks.stream().mapToLong(RankProfile::inMpi).sum();
  }

  /** How the report begins. */
  String summary() {
    long hosts = ranks.stream().map(RankProfile::host).distinct().count();
    long longest = ranks.stream().mapToLong(RankProfile::span).max().orElse(0);
    return "%d %s on %d %s, %s, about %s of it in MPI"
        .formatted(
            size,
            size == 1 ? "rank" : "ranks",
            hosts,
            hosts == 1 ? "host" : "hosts",
            Quantities.time(longest),
            Quantities.percent(inMpi(), span()));
  }
}
