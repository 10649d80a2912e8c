package org.purempi.learn.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.data.StepTimes;

/**
 * A picture of one step: on each rank the backward pass from its first gradient on, and below it
 * the exchange of each bucket. What lies under the pass was hidden by it. In SVG.
 */
public final class StepPicture {
  private static final int WIDTH = 900;
  private static final int LEFT = 90;
  private static final int BAR = 12;

  private StepPicture() {}

  /** Writes the last step of all ranks, on rank 0; collective. */
  public static void write(Communicator comm, DataParallel parallel, Path file) throws IOException {
    List<long[]> ranks = gather(comm, parallel.times());
    if (comm.rank() == 0) {
      Files.writeString(file, svg(ranks));
    }
  }

  /** Of each rank: when it began to wait and ended, and bytes, begin and end of each bucket. */
  private static List<long[]> gather(Communicator comm, StepTimes times) {
    long[] own = new long[2 + 3 * times.buckets().size()];
    own[0] = times.waitNanos();
    own[1] = times.endNanos();
    for (int b = 0; b < times.buckets().size(); b++) {
      StepTimes.Span span = times.buckets().get(b);
      own[2 + 3 * b] = span.bytes();
      own[3 + 3 * b] = span.startNanos();
      own[4 + 3 * b] = span.endNanos();
    }
    long[] all = new long[own.length * comm.size()];
    comm.allgather(own, all);
    List<long[]> ranks = new ArrayList<>();
    for (int rank = 0; rank < comm.size(); rank++) {
      ranks.add(Arrays.copyOfRange(all, rank * own.length, (rank + 1) * own.length));
    }
    return ranks;
  }

  static String svg(List<long[]> ranks) {
    long last = ranks.stream().mapToLong(r -> r[1]).max().orElse(1);
    double scale = (WIDTH - LEFT - 20.0) / Math.max(1, last);
    var body = new StringBuilder();
    int y = 40;
    for (int rank = 0; rank < ranks.size(); rank++) {
      long[] times = ranks.get(rank);
      body.append(Chart.format("<text x=\"8\" y=\"%d\">rank %d</text>\n", y + BAR, rank));
      body.append(bar(0, times[0], scale, y, "#1f77b4", "backward pass"));
      body.append(bar(times[0], times[1], scale, y, "#d62728", "waits for gradients"));
      y += BAR + 4;
      for (int at = 2; at < times.length; at += 3) {
        String what = "exchange of " + times[at] + " bytes";
        body.append(bar(times[at + 1], times[at + 2], scale, y, "#2ca02c", what));
        y += BAR / 2 + 2;
      }
      y += 12;
    }
    return Chart.format(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="8" y="20">A step of %.2f ms from its first gradient: backward pass (blue), exchange of buckets (green), waiting (red)</text>
        %s</svg>
        """,
        WIDTH, y, last / 1e6, body);
  }

  private static String bar(long from, long to, double scale, int y, String color, String what) {
    return Chart.format(
        "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s, %.3f to %.3f"
            + " ms</title></rect>\n",
        LEFT + from * scale,
        y,
        Math.max(0.5, (to - from) * scale),
        what.startsWith("exchange") ? BAR / 2 : BAR,
        color,
        what,
        from / 1e6,
        to / 1e6);
  }
}
