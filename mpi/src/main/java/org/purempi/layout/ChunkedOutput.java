package org.purempi.layout;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Collects bytes in arrays, because one array ends at 2 GiB. Each but the last is full. */
final class ChunkedOutput extends OutputStream {
  private static final int FIRST_BYTES = 256;

  private final int chunkBytes;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] current;
  private int used;

  ChunkedOutput(int chunkBytes) {
    this.chunkBytes = chunkBytes;
    this.current = new byte[Math.min(FIRST_BYTES, chunkBytes)];
  }

  @Override
  public void write(int b) {
    makeRoom(1);
    current[used++] = (byte) b;
  }

  @Override
  public void write(byte[] from, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, from.length);
    int at = offset;
    int left = length;
    while (left > 0) {
      makeRoom(left);
      int n = Math.min(left, current.length - used);
      System.arraycopy(from, at, current, used, n);
      used += n;
      at += n;
      left -= n;
    }
  }

  /** Room for at least one byte; for {@code wanted} if the chunk can grow so far. */
  private void makeRoom(int wanted) {
    if (used == chunkBytes) {
      full.add(current);
      current = new byte[Math.min(Math.max(FIRST_BYTES, wanted), chunkBytes)];
      used = 0;
    } else if (current.length - used < wanted && current.length < chunkBytes) {
      long grown = Math.max(2L * current.length, (long) used + wanted);
      current = Arrays.copyOf(current, (int) Math.min(grown, chunkBytes));
    }
  }

  /** Everything written, in order. */
  List<byte[]> chunks() {
    List<byte[]> all = new ArrayList<>(full);
    if (used > 0 || full.isEmpty()) {
      all.add(Arrays.copyOf(current, used));
    }
    return all;
  }
}
