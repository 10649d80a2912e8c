package org.purempi.tests.files;

import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileView;

/** What becomes of a file when one program does all, byte by byte. */
final class Model {
  private final Communicator world;
  private byte[] bytes = new byte[0];

  /**
   * An empty file.
   *
   * @param world packs datatypes
   */
  Model(Communicator world) {
    this.world = world;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return bytes.length;
  }

  /** Cuts it, or makes it longer by zeros. */
  void size(int size) {
    bytes = Arrays.copyOf(bytes, size);
  }

  /** Where the data bytes of one element of a type lie, in the order of packing. */
  static int[] places(Communicator world, Datatype type) {
    int room = Math.toIntExact(Math.max(0, type.trueLb() + type.trueExtent()));
    byte[] low = new byte[room];
    byte[] high = new byte[room];
    for (int i = 0; i < room; i++) {
      low[i] = (byte) i;
      high[i] = (byte) (i >> Byte.SIZE);
    }
    int size = (int) type.size();
    byte[] lows = new byte[size];
    byte[] highs = new byte[size];
    world.pack(Buf.of(low, 0, 1, type), Buf.of(lows), 0);
    world.pack(Buf.of(high, 0, 1, type), Buf.of(highs), 0);
    int[] places = new int[size];
    Arrays.setAll(places, i -> (lows[i] & 0xff) | (highs[i] & 0xff) << Byte.SIZE);
    return places;
  }

  /** The place of each of the data bytes {@code from} … {@code to} − 1 of a view. */
  private int[] places(FileView view, int from, int to) {
    int[] tile = places(world, view.filetype());
    int extent = (int) view.filetype().extent();
    int[] places = new int[to - from];
    for (int i = 0; i < places.length; i++) {
      int data = from + i;
      places[i] = (int) view.disp() + data / tile.length * extent + tile[data % tile.length];
    }
    return places;
  }

  /** Writes from a byte of a view's data on. */
  void write(FileView view, int from, byte... data) {
    int[] places = places(view, from, from + data.length);
    size(Math.max(size(), Arrays.stream(places).max().orElse(-1) + 1));
    for (int i = 0; i < data.length; i++) {
      bytes[places[i]] = data[i];
    }
  }

  /** Reads from a byte of a view's data on, up to the end of the file. */
  byte[] read(FileView view, int from, int n) {
    int[] places = places(view, from, from + n);
    byte[] data = new byte[n];
    int read = 0;
    while (read < n && places[read] < size()) {
      data[read] = bytes[places[read]];
      read++;
    }
    return Arrays.copyOf(data, read);
  }
}
