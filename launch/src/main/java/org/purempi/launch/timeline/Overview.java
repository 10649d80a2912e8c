package org.purempi.launch.timeline;

import java.util.Arrays;
import org.purempi.launch.calls.WaitKind;
import org.purempi.launch.calls.Waits;
import org.purempi.record.CallRecord;

/**
 * How the time of ranks is spread over layers: in each row, of one rank or several, and in each
 * short span of time, the part of each layer from 0 to 255.
 */
final class Overview {
  /** So many bytes are held by the page for all layers. */
  private static final int MOST_BYTES = 24 << 20;

  private static final int MOST_ROWS = 512;
  private static final int MOST_BINS = 1 << 16;
  private static final int LEAST_BINS = 1 << 7;

  /** With fewer records the page draws them one by one, whatever is looked at. */
  static final int FEW_RECORDS = 1_000_000;

  private static final int BINS_OF_FEW = 1 << 10;
  private static final int WHOLE = 255;

  private final int size;
  private final int ranksOfRow;
  private final int bins;
  private final double binNanos;
  private final Waits waits;
  private final Layers layers;
  private final byte[][] values;
  private final double[] totals;
  private final long[] counts;

  /** The row that ranks are being added to. */
  private final float[][] row;

  /**
   * @param size of the world
   * @param span nanoseconds
   */
  Overview(int size, long span, long records, Layers layers, Waits waits) {
    this.size = size;
    this.waits = waits;
    this.layers = layers;
    int together = 1;
    while (size > together * MOST_ROWS) {
      together *= 2;
    }
    ranksOfRow = together;
    int width = records <= FEW_RECORDS ? BINS_OF_FEW : MOST_BINS;
    while (width > LEAST_BINS && (long) width * rows() * layers.size() > MOST_BYTES) {
      width /= 2;
    }
    bins = width;
    binNanos = Math.max(1, span) / (double) bins;
    values = new byte[layers.size()][bins * rows()];
    row = new float[layers.size()][bins];
    totals = new double[layers.size()];
    counts = new long[layers.size()];
  }

  private int rows() {
    return (size + ranksOfRow - 1) / ranksOfRow;
  }

  /** Adds the ranks of a row, one after another. */
  void add(RankEvents events) {
    int rank = events.rank().rank();
    for (int i = 0; i < events.count(); i++) {
      CallRecord call = events.at(i);
      int number = events.number(i);
      WaitKind kind = waits.kind(rank, number);
      int layer = layers.number(call.what(), WaitKind.NONE);
      if (layer < 0) {
        continue;
      }
      long from = call.begin();
      counts[layer]++;
      if (kind != WaitKind.NONE) {
        int its = layers.number(call.what(), kind);
        long until = from + waits.nanos(rank, number);
        add(its, from, until, events.laneCount());
        counts[its]++;
        from = until;
      }
      add(layer, from, call.end(), events.laneCount());
    }
  }

  private void add(int layer, long from, long to, int lanes) {
    totals[layer] += to - from;
    double first = Math.max(0, from / binNanos);
    double last = Math.min(bins, to / binNanos);
    for (int bin = (int) first; bin < last; bin++) {
      row[layer][bin] += (float) ((Math.min(bin + 1, last) - Math.max(bin, first)) / lanes);
    }
  }

  /** All ranks up to that one have been added. */
  void end(int rank) {
    if ((rank + 1) % ranksOfRow != 0 && rank + 1 != size) {
      return;
    }
    int at = rank / ranksOfRow;
    int its = Math.min(ranksOfRow, size - at * ranksOfRow);
    for (int layer = 0; layer < row.length; layer++) {
      for (int bin = 0; bin < bins; bin++) {
        values[layer][at * bins + bin] =
            (byte) Math.min(WHOLE, Math.round(WHOLE * row[layer][bin] / its));
      }
      Arrays.fill(row[layer], 0);
    }
  }

  /** What the page has to know of it, as JSON. */
  String head() {
    var text =
        new StringBuilder("{\"together\":%d,\"bins\":%d,\"layers\":[".formatted(ranksOfRow, bins));
    for (int layer = 0; layer < layers.size(); layer++) {
      Layers.Layer its = layers.all().get(layer);
      text.append(layer == 0 ? "" : ",")
          .append(
              "[%d,%d,%d,%d]"
                  .formatted(its.call(), its.kind().number(), (long) totals[layer], counts[layer]));
    }
    return text.append("]}").toString();
  }

  /** A layer as it stands in the page: row after row. */
  String text(int layer) {
    return Bytes.packed(values[layer], values[layer].length);
  }
}
