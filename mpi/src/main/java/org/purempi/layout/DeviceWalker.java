package org.purempi.layout;

import org.purempi.device.DeviceMemory;
import org.purempi.device.DevicePieces;
import org.purempi.device.DeviceStream;

/** Packs what it is shown on a device, or unpacks it there. */
final class DeviceWalker implements Walker {
  /** Lists of more pieces are not made, but their pieces copied one by one. */
  private static final long MOST_OFFSETS = 1 << 20;

  private final DeviceStream stream;
  private final DeviceMemory memory;
  private final DeviceMemory packed;
  private final boolean packs;
  private long at;

  /**
   * One that packs {@code memory} into {@code packed}, or unpacks it from there.
   *
   * @param packedAt the byte of {@code packed} to begin with
   */
  DeviceWalker(
      DeviceStream stream, DeviceMemory memory, DeviceMemory packed, long packedAt, boolean packs) {
    this.stream = stream;
    this.memory = memory;
    this.packed = packed;
    this.at = packedAt;
    this.packs = packs;
  }

  @Override
  public void piece(long loose, long bytes) {
    if (packs) {
      stream.copy(memory, loose, packed, at, bytes);
    } else {
      stream.copy(packed, at, memory, loose, bytes);
    }
    at += bytes;
  }

  @Override
  public void grid(
      long loose, long pieceBytes, long pieces, long stride, long rows, long rowStride) {
    move(new DevicePieces.Grid(loose, pieceBytes, pieces, stride, rows, rowStride));
  }

  private void move(DevicePieces pieces) {
    if (packs) {
      stream.gather(memory, pieces, packed, at);
    } else {
      stream.scatter(packed, at, memory, pieces);
    }
    at += pieces.bytes();
  }

  /** As pieces of one length, the longest that all consist of. */
  @Override
  public void rows(long origin, Listed list, long rows, long rowStride) {
    long unit = list.bytes;
    for (int i = 0; i < list.displacements.length; i++) {
      unit = gcd(unit, list.length(i));
    }
    long units = list.bytes / unit;
    long lowest = Long.MAX_VALUE;
    long highest = Long.MIN_VALUE;
    for (long displacement : list.displacements) {
      lowest = Math.min(lowest, displacement);
      highest = Math.max(highest, displacement);
    }
    long span = Math.max(Math.abs(lowest), Math.abs(highest)) + list.bytes;
    if (span > Integer.MAX_VALUE || units > MOST_OFFSETS) {
      Walker.super.rows(origin, list, rows, rowStride);
      return;
    }
    long atOnce = Math.max(1, MOST_OFFSETS / units);
    if (rowStride != 0) {
      atOnce = Math.max(1, Math.min(atOnce, (Integer.MAX_VALUE - span) / Math.abs(rowStride)));
    }
    for (long done = 0; done < rows; done += atOnce) {
      long n = Math.min(atOnce, rows - done);
      int[] offsets = offsets(list, (int) unit, n, rowStride);
      indexed(origin + done * rowStride, offsets, (int) unit, 0, offsets.length);
    }
  }

  private static int[] offsets(Listed list, int unit, long rows, long rowStride) {
    var offsets = new int[(int) (rows * (list.bytes / unit))];
    int next = 0;
    for (long r = 0; r < rows; r++) {
      for (int i = 0; i < list.displacements.length; i++) {
        for (long b = 0; b < list.length(i); b += unit) {
          offsets[next++] = (int) (r * rowStride + list.displacements[i] + b);
        }
      }
    }
    return offsets;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  @Override
  public void indexed(long origin, int[] offsets, int pieceBytes, int first, int end) {
    move(new DevicePieces.Listed(origin, offsets, first, end - first, pieceBytes));
  }
}
