package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;
import org.purempi.Datatype;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * A datatype repeated without end, one extent apart: what a view shows of a file (section 14.3).
 * Its data is numbered byte by byte; places are bytes from where the first element's origin is.
 * Made for data whose places do not decrease ({@link #order}). Immutable.
 */
public final class Tiling {
  /** Neither data nor places reach further. */
  private static final long END = 1L << 62;

  /** What a binary search looks at around the tile where a place should be. */
  private static final int NEAR_TILES = 2;

  private final Node tile;
  private final long extent;

  /** All tiles. */
  private final Node all;

  private Tiling(Node tile, long extent) {
    this.tile = tile;
    this.extent = extent;
    long step = Math.max(tile.bytes, Math.abs(extent));
    this.all = Normalizer.repeated(tile, END / Math.max(1, step), extent);
  }

  /** Elements of this type. */
  public static Tiling of(Datatype type) {
    return new Tiling(TypeLayout.of(type).node, type.extent());
  }

  /** As {@link #words} says it. */
  public static Tiling of(long[] words) {
    return new Tiling(NodeWords.read(words, 1), words[0]);
  }

  /** For another rank. */
  public long[] words() {
    return LongStream.concat(LongStream.of(extent), NodeWords.of(tile)).toArray();
  }

  /** Bytes from one element to the next. */
  public long extent() {
    return extent;
  }

  /** Bytes of data of one element. */
  public long tileBytes() {
    return tile.bytes;
  }

  /** Whether the data has no gaps. */
  public boolean isDense() {
    return all instanceof Piece;
  }

  /** Pieces of one element that do not touch each other. */
  public long pieces() {
    return tile.pieces();
  }

  /** Whether places never decrease, and whether two of them are the same. */
  public Order order() {
    if (tile.bytes == 0) {
      return Order.APART;
    }
    var look = new OrderWalk();
    tile.walk(look, 0, 0, tile.bytes);
    if (look.first + extent < look.last) {
      look.order = Order.NONE;
    } else if (look.first + extent < look.end && look.order == Order.APART) {
      look.order = Order.OVERLAPPING;
    }
    return look.order;
  }

  /** How the places of data follow each other. */
  public enum Order {
    /** Each piece begins at or after the end of the one before. */
    APART,
    /** None begins before the one before, but some overlap. */
    OVERLAPPING,
    /** Some begin before the one before. */
    NONE
  }

  private static final class OrderWalk implements Walker {
    long first = -1;
    long last;
    long end = Long.MIN_VALUE;
    Order order = Order.APART;
    private boolean isBegun;

    @Override
    public void piece(long at, long bytes) {
      if (!isBegun) {
        isBegun = true;
        first = at;
      } else if (at < last) {
        order = Order.NONE;
      } else if (at < end && order == Order.APART) {
        order = Order.OVERLAPPING;
      }
      last = at;
      end = Math.max(end, at + bytes);
    }
  }

  /** The place of a byte of data. */
  public long at(long data) {
    if (all instanceof Piece p) {
      return p.displacement + data;
    }
    Run run = new Run();
    all.runAt(0, data, run);
    return run.at;
  }

  /** How many bytes of data have places below this one. */
  public long below(long place) {
    if (tile.bytes == 0) {
      return 0;
    }
    if (all instanceof Piece p) {
      return Math.clamp(place - p.displacement, 0, p.bytes);
    }
    long low = 0;
    long high = all.bytes;
    if (extent > 0) {
      long tiles = Math.max(0, place / extent - NEAR_TILES);
      long from = tiles * tile.bytes;
      // Where data lies far from its origin the guess may be wrong: then all of it is searched.
      if (from < high && (from == 0 || at(from) < place)) {
        low = from;
      }
      long to = low + (2L * NEAR_TILES + 1) * tile.bytes;
      if (to < high && at(to) >= place) {
        high = to;
      }
    }
    Run run = new Run();
    while (low < high) {
      long middle = low + (high - low) / 2;
      all.runAt(0, middle, run);
      if (run.at >= place) {
        high = middle;
      } else {
        low = Math.min(high, middle + Math.min(run.pieceBytes, place - run.at));
      }
    }
    return low;
  }

  /** Is shown stretches of places. */
  @FunctionalInterface
  public interface Stretches {
    /** Data without a gap. */
    void stretch(long at, long bytes);
  }

  /** Shows where data bytes {@code from} … {@code to} − 1 lie; what touches is one stretch. */
  public void walk(long from, long to, Stretches stretches) {
    if (from < to) {
      var merge = new Merge(stretches);
      all.walk(merge, 0, from, to);
      merge.end();
    }
  }

  private static final class Merge implements Walker {
    private final Stretches stretches;
    private long begin;
    private long end;

    Merge(Stretches stretches) {
      this.stretches = stretches;
    }

    @Override
    public void piece(long at, long bytes) {
      if (at != end || begin == end) {
        end();
        begin = at;
      }
      end = at + bytes;
    }

    void end() {
      if (begin < end) {
        stretches.stretch(begin, end - begin);
      }
      begin = end;
    }
  }

  /**
   * The data from byte {@code from} on, in memory.
   *
   * @param origin the offset in memory of place 0; may lie outside
   */
  public Source source(MemorySegment memory, long origin, long from) {
    return cursor(memory, origin, from);
  }

  /** As {@link #source}, to write to. */
  public Sink sink(MemorySegment memory, long origin, long from) {
    return cursor(memory, origin, from);
  }

  private LayoutCursor cursor(MemorySegment memory, long origin, long from) {
    var cursor = new LayoutCursor(memory, origin, all);
    cursor.position(from);
    return cursor;
  }
}
