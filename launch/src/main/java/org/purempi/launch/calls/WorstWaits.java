package org.purempi.launch.calls;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.text.Quantities;
import org.purempi.record.CallRecord;

/** The waits that cost most, those of one call and line together, in sentences. */
public final class WorstWaits implements Waits.Listener {
  /** So many waits of a group at most, evenly over its time, are asked what their culprits did. */
  private static final int SAMPLES = 64;

  /** Below this part of the time of one rank nobody needs to know. */
  private static final double LEAST_PART = 0.01;

  /** A culprit of that part of the time is named alone. */
  private static final double ALONE = 0.8;

  private static final int MOST_CULPRITS = 3;

  /** A sentence about waits. */
  public record Sentence(String text, int rank, long begin, long end) {}

  /** What is taken together. */
  private record Key(WaitKind kind, int what, int line) {}

  /** One wait. */
  private record Sample(RankCalls rank, CallRecord call, Waits.Cause cause, long nanos) {}

  /** Waits of one kind, call and line. */
  private static final class Group {
    private final Map<Integer, Double> waiters = new TreeMap<>();
    private final Map<Integer, Double> culprits = new HashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private Sample longest;
    private double nanos;
    private double step = 1;
    private double next;

    Group(Sample first) {
      longest = first;
    }

    void add(Sample sample) {
      nanos += sample.nanos;
      waiters.merge(sample.rank.rank(), (double) sample.nanos, Double::sum);
      culprits.merge(sample.cause.rank(), (double) sample.nanos, Double::sum);
      longest = sample.nanos > longest.nanos ? sample : longest;
      while (next <= nanos) {
        samples.add(sample);
        next += step;
        if (samples.size() == SAMPLES) {
          thin();
        }
      }
    }

    /** Keeps every second one. */
    private void thin() {
      for (int i = SAMPLES - 1; i > 0; i -= 2) {
        samples.remove(i);
      }
      step *= 2;
      next = samples.size() * step;
    }
  }

  private final Recording recording;
  private final Map<Key, Group> groups = new HashMap<>();
  private final Waits waits;

  /** Finds all waits of a recording. */
  public WorstWaits(Recording recording, Messages messages) {
    this.recording = recording;
    waits = new Waits(recording, messages, this);
  }

  /** All of them. */
  public Waits waits() {
    return waits;
  }

  @Override
  public void waited(
      WaitKind kind, RankCalls rank, int index, CallRecord call, Waits.Cause cause, long nanos) {
    var sample = new Sample(rank, call, cause, nanos);
    groups
        .computeIfAbsent(new Key(kind, call.what(), call.site()), key -> new Group(sample))
        .add(sample);
  }

  /** How long all ranks together have waited for that reason, in nanoseconds. */
  public double total(WaitKind kind) {
    return groups.entrySet().stream()
        .filter(entry -> entry.getKey().kind == kind)
        .mapToDouble(entry -> entry.getValue().nanos)
        .sum();
  }

  /** Why ranks have waited in a call. */
  public Set<WaitKind> kinds(int what) {
    var kinds = EnumSet.noneOf(WaitKind.class);
    groups.keySet().stream().filter(key -> key.what == what).forEach(key -> kinds.add(key.kind));
    return kinds;
  }

  /**
   * A sentence about each of the worst, the worst first.
   *
   * @return fewer if others cost less than a hundredth of the time of the rank that waits longest
   */
  public List<Sentence> sentences(int most) {
    return groups.entrySet().stream()
        .sorted(Comparator.comparingDouble(entry -> -entry.getValue().nanos))
        .filter(entry -> isWorthTelling(entry.getValue()))
        .limit(most)
        .map(entry -> sentence(entry.getKey(), entry.getValue()))
        .toList();
  }

  private boolean isWorthTelling(Group group) {
    int rank = longest(group.waiters);
    return group.waiters.getOrDefault(rank, 0.0) >= LEAST_PART * time(rank);
  }

  private double time(int rank) {
    RankCalls calls = recording.rank(rank);
    return calls == null ? 0 : calls.end() - calls.begin();
  }

  private static int longest(Map<Integer, Double> parts) {
    return parts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  private Sentence sentence(Key key, Group group) {
    int rank = longest(group.waiters);
    double its = group.waiters.getOrDefault(rank, 0.0);
    String share = Quantities.time(its) + " of " + Quantities.time(time(rank));
    String who =
        group.waiters.size() == 1
            ? "rank %d waited %s".formatted(rank, share)
            : "%s waited %s together, rank %d %s,"
                .formatted(
                    Ranges.named(group.waiters.keySet()),
                    Quantities.time(group.nanos),
                    rank,
                    share);
    Sample worst = group.longest;
    String text =
        "%s in %s at %s %s %s"
            .formatted(
                who,
                recording.names().call(key.what).name(),
                recording.names().line(key.line).text(),
                key.kind.preposition(),
                culprits(group));
    return new Sentence(
        text, worst.rank.rank(), worst.call.begin(), worst.call.begin() + worst.nanos);
  }

  private String culprits(Group group) {
    List<Map.Entry<Integer, Double>> sorted = new ArrayList<>(group.culprits.entrySet());
    sorted.sort(Map.Entry.<Integer, Double>comparingByValue().reversed());
    Map.Entry<Integer, Double> first = sorted.getFirst();
    if (first.getValue() >= ALONE * group.nanos) {
      return "rank " + first.getKey() + ", which " + activity(group, first.getKey());
    }
    var names = new ArrayList<String>();
    for (var entry : sorted.subList(0, Math.min(MOST_CULPRITS, sorted.size()))) {
      names.add(
          "rank %d (%s)"
              .formatted(entry.getKey(), Quantities.percent(entry.getValue(), group.nanos)));
    }
    int others = sorted.size() - names.size();
    String rest = others == 0 ? "" : others == 1 ? " and another" : " and " + others + " others";
    return String.join(", ", names) + rest + ", which " + activity(group, -1);
  }

  /** What the culprit, or all of them if it is −1, did most. */
  private String activity(Group group, int culprit) {
    Map<String, Integer> texts = new HashMap<>();
    for (Sample sample : group.samples) {
      if (culprit < 0 || sample.cause.rank() == culprit) {
        RankCalls rank = recording.rank(sample.cause.rank());
        if (rank != null) {
          Activity its =
              Activity.of(recording, waits, rank, sample.cause.index(), sample.call.begin());
          texts.merge(its.text(), 1, Integer::sum);
        }
      }
    }
    return texts.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("came later");
  }
}
