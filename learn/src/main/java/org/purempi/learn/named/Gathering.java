package org.purempi.learn.named;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What ranks have asked for under one name, until all have. */
final class Gathering {
  private final int ranks;
  private final TreeMap<Integer, Request> byRank = new TreeMap<>();
  private long sinceNanos = Long.MAX_VALUE;

  Gathering(int ranks) {
    this.ranks = ranks;
  }

  void add(int rank, Request request, long atNanos) {
    byRank.put(rank, request);
    sinceNanos = sinceNanos == Long.MAX_VALUE || atNanos - sinceNanos < 0 ? atNanos : sinceNanos;
  }

  /** When the first rank asked for it, as {@link System#nanoTime} of this rank tells it. */
  long sinceNanos() {
    return sinceNanos;
  }

  String title() {
    return first().title();
  }

  private Request first() {
    return byRank.firstEntry().getValue();
  }

  /** The ranks that have asked. */
  List<Integer> present() {
    return List.copyOf(byRank.keySet());
  }

  /** The ranks that have not, and have not joined either. */
  List<Integer> missing(boolean[] hasJoined) {
    List<Integer> missing = new ArrayList<>();
    for (int r = 0; r < ranks; r++) {
      if (!hasJoined[r] && !byRank.containsKey(r)) {
        missing.add(r);
      }
    }
    return missing;
  }

  boolean isComplete(boolean[] hasJoined) {
    return missing(hasJoined).isEmpty();
  }

  /** Whether the ranks agree. */
  Decision decision(boolean[] hasJoined) {
    String why = difference("operation", r -> r.kind().word());
    why = why.isEmpty() ? difference("type", Request::type) : why;
    why = why.isEmpty() ? difference("root", Request::root) : why;
    why = why.isEmpty() ? difference("reduction", Request::reduction) : why;
    why = why.isEmpty() ? difference(shapeWord(), r -> shape(r.shapes())) : why;
    why = why.isEmpty() ? absence(hasJoined) : why;
    return why.isEmpty() ? new Decision.Go(first()) : new Decision.Refused(first().name(), why);
  }

  private String shapeWord() {
    return first().kind().hasFreeRows() ? "shape of a row" : "shape";
  }

  private static Object shape(List<List<Long>> shapes) {
    return shapes.size() == 1 ? shapes.getFirst() : shapes;
  }

  /** What all ranks say of something; empty if it is the same. */
  private String difference(String what, Function<Request, Object> of) {
    Object first = of.apply(first());
    if (byRank.values().stream().allMatch(r -> Objects.equals(first, of.apply(r)))) {
      return "";
    }
    return byRank.entrySet().stream()
        .collect(
            Collectors.groupingBy(
                e -> of.apply(e.getValue()),
                java.util.LinkedHashMap::new,
                Collectors.mapping(java.util.Map.Entry::getKey, Collectors.toList())))
        .entrySet()
        .stream()
        .map(e -> what + " " + e.getKey() + " on " + words(e.getValue()))
        .collect(Collectors.joining(", ", "the ranks do not agree: ", ""));
  }

  private String absence(boolean[] hasJoined) {
    List<Integer> absent = new ArrayList<>();
    for (int r = 0; r < ranks; r++) {
      if (hasJoined[r] && !byRank.containsKey(r)) {
        absent.add(r);
      }
    }
    return absent.isEmpty() || first().mayLackRanks()
        ? ""
        : words(absent)
            + (absent.size() == 1 ? " has" : " have")
            + " joined, and only sums, averages, allgather and barrier go on without";
  }

  /** Ranks in a sentence. */
  static String words(List<Integer> ranks) {
    String list = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + list;
  }
}
