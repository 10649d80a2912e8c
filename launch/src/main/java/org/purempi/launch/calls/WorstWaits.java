package org.purempi.launch.calls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.text.Quantities;
import org.purempi.record.CallRecord;

/** The waits that cost most, those of one call and line together, in sentences. */
public final class WorstWaits implements Waits.Listener {
  /** How many single waits of a group are looked at for what their culprits did. */
  private static final int SAMPLES = 12;

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
    private final Sample[] samples = new Sample[SAMPLES];
    private int sampled;
    private double nanos;

    void add(Sample sample) {
      nanos += sample.nanos;
      waiters.merge(sample.rank.rank(), (double) sample.nanos, Double::sum);
      culprits.merge(sample.cause.rank(), (double) sample.nanos, Double::sum);
      if (sampled < SAMPLES) {
        samples[sampled++] = sample;
      } else if (samples[SAMPLES - 1].nanos < sample.nanos) {
        samples[SAMPLES - 1] = sample;
      } else {
        return;
      }
      for (int i = sampled - 1; i > 0 && samples[i].nanos > samples[i - 1].nanos; i--) {
        Sample other = samples[i - 1];
        samples[i - 1] = samples[i];
        samples[i] = other;
      }
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
    groups
        .computeIfAbsent(new Key(kind, call.what(), call.site()), key -> new Group())
        .add(new Sample(rank, call, cause, nanos));
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
            : "ranks %s waited %s together, rank %d %s,"
                .formatted(
                    Ranges.text(new TreeSet<>(group.waiters.keySet())),
                    Quantities.time(group.nanos),
                    rank,
                    share);
    Sample worst = group.samples[0];
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

  /** What the culprit, or all of them if it is −1, did most in the longest waits. */
  private String activity(Group group, int culprit) {
    Map<String, Double> texts = new HashMap<>();
    for (@Nullable Sample sample : Arrays.asList(group.samples)) {
      if (sample != null && (culprit < 0 || sample.cause.rank() == culprit)) {
        RankCalls rank = recording.rank(sample.cause.rank());
        if (rank != null) {
          Activity its =
              Activity.of(recording, waits, rank, sample.cause.index(), sample.call.begin());
          texts.merge(its.text(), (double) sample.nanos, Double::sum);
        }
      }
    }
    return texts.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("came later");
  }
}
