package org.purempi.file;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** What each rank asks for in a collective call; the same on all ranks. */
final class Asked {
  final Views views;

  /** Of each rank, the first byte of its view's data. */
  private final long[] from;

  /** Of each rank, the byte behind the last. */
  private final long[] to;

  /** The ranks that ask for anything. */
  private final List<Integer> ranks;

  Asked(Views views, long[] from, long[] to) {
    this.views = views;
    this.from = from;
    this.to = to;
    this.ranks = IntStream.range(0, from.length).filter(r -> from[r] < to[r]).boxed().toList();
  }

  /** The same, but for what is behind the end of the file. */
  Asked clipped(long endOfFile) {
    long[] clipped = to.clone();
    for (int r : ranks) {
      clipped[r] = Math.clamp(view(r).below(endOfFile), from[r], to[r]);
    }
    return new Asked(views, from, clipped);
  }

  View view(int rank) {
    return views.all.get(rank);
  }

  List<Integer> ranks() {
    return ranks;
  }

  long from(int rank) {
    return from[rank];
  }

  long bytes(int rank) {
    return to[rank] - from[rank];
  }

  private long first(int rank) {
    return view(rank).place(from[rank]);
  }

  private long end(int rank) {
    return view(rank).end(to[rank]);
  }

  /** The place of the first byte of all. */
  long first() {
    return ranks.stream().mapToLong(this::first).min().orElse(0);
  }

  /** The place behind the last byte of all. */
  long end() {
    return ranks.stream().mapToLong(this::end).max().orElse(0);
  }

  /** Whether all bytes from the first to the last are asked for, each by one rank. */
  boolean isWhole() {
    return views.areApart() && ranks.stream().mapToLong(this::bytes).sum() == end() - first();
  }

  /** Whether the parts of ranks lie mixed in the file. */
  boolean isInterleaved() {
    List<Integer> byPlace = ranks.stream().sorted(Comparator.comparingLong(this::first)).toList();
    for (int i = 1; i < byPlace.size(); i++) {
      if (first(byPlace.get(i)) < end(byPlace.get(i - 1))) {
        return true;
      }
    }
    return false;
  }

  /** What a rank asks for between two places. */
  Share share(int rank, long firstPlace, long endPlace) {
    long begin = Math.clamp(view(rank).below(firstPlace), from[rank], to[rank]);
    long end = Math.clamp(view(rank).below(endPlace), from[rank], to[rank]);
    return new Share(rank, begin, end);
  }

  /** Part of a rank's data: bytes {@code from} … {@code to} − 1 of its view. */
  record Share(int rank, long from, long to) {
    long bytes() {
      return to - from;
    }
  }
}
