package org.purempi.benchmarks.gpu;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DevicePieces.Grid;
import org.purempi.device.DevicePieces.Listed;
import org.purempi.device.DeviceStream;
import org.purempi.device.Devices;
import org.purempi.device.mock.MockProvider;

/**
 * What a device does, chosen at random, beside what the mock makes of it on the host: packing,
 * unpacking and reductions, on a stream and at once.
 *
 * <p>Arguments: how many of each.
 */
public final class Kernels {
  private static final int BYTES = 200_000;
  private static final long SEED = 57;

  private final Device device = Devices.first();
  private final Device mock = new MockProvider().devices().getFirst();
  private final Random random = new Random(SEED);
  private final Checked checked = new Checked("kernels");

  private Kernels() {}

  /** What is done on both. */
  private interface Work {
    void on(DeviceStream stream, DeviceMemory from, DeviceMemory to);
  }

  /** Prints how many were right. */
  public static void main(String[] args) {
    int times = Integer.parseInt(args[0]);
    var kernels = new Kernels();
    for (int i = 0; i < times; i++) {
      kernels.grid();
      kernels.list();
      kernels.reduction();
    }
    kernels.checked.print();
  }

  private void grid() {
    long piece = random.nextLong(1, 41);
    long pieces = random.nextLong(1, 61);
    long stride = piece + random.nextInt(30);
    long rows = random.nextLong(1, 21);
    long rowStride = pieces * stride + random.nextInt(100);
    Grid grid = new Grid(random.nextInt(1000), piece, pieces, stride, rows, rowStride);
    long at = random.nextInt(64);
    byte[] bytes = randomBytes();
    compare("gather " + grid, bytes, (s, from, to) -> s.gather(from, grid, to, at));
    compare("scatter " + grid, bytes, (s, from, to) -> s.scatter(from, at, to, grid));
  }

  private void list() {
    int piece = 1 << random.nextInt(6);
    int[] offsets = new int[1 + random.nextInt(2000)];
    int gap = piece * (1 + random.nextInt(2));
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = (offsets.length - i) * gap;
    }
    int n = offsets.length;
    byte[] bytes = randomBytes();
    String what = " of " + n + " pieces of " + piece;
    compare(
        "gather" + what,
        bytes,
        (s, from, to) -> s.gather(from, new Listed(8, offsets, 0, n, piece), to, 16));
    compare(
        "scatter" + what,
        bytes,
        (s, from, to) -> s.scatter(from, 16, to, new Listed(8, offsets, 0, n, piece)));
  }

  private void reduction() {
    DeviceNumber number = one(DeviceNumber.values());
    DeviceOperator op = one(DeviceOperator.values());
    if (!device.reduces(op, number)) {
      checked.tell("this device does not do " + op + " of " + number, false);
      return;
    }
    int width = number.bytes();
    long at = (long) width * random.nextInt(100);
    int count = 1 + random.nextInt(BYTES / width - 100);
    compare(
        op + " of " + count + " " + number,
        numbers(number),
        (s, from, to) -> s.reduce(op, number, from, at, to, 0, count));
  }

  private <T> T one(T[] of) {
    return of[random.nextInt(of.length)];
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Numbers that are some, so that a result is one, too. */
  private byte[] numbers(DeviceNumber number) {
    ByteBuffer all = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    while (all.remaining() >= number.bytes()) {
      double value = random.nextGaussian();
      switch (number) {
        case INT32 -> all.putInt(random.nextInt());
        case INT64 -> all.putLong(random.nextLong());
        case FLOAT16 -> all.putShort(Float.floatToFloat16((float) value));
        case FLOAT32 -> all.putFloat((float) value);
        case FLOAT64 -> all.putDouble(value);
      }
    }
    return all.array();
  }

  private void compare(String what, byte[] bytes, Work work) {
    checked.tell(what, Arrays.equals(done(device, bytes, work), done(mock, bytes, work)));
  }

  /** What a device makes of the same bytes in two places. */
  private byte[] done(Device on, byte[] bytes, Work work) {
    try (DeviceMemory from = on.allocate(BYTES);
        DeviceMemory to = on.allocate(BYTES);
        DeviceStream stream = on.stream()) {
      from.copyFrom(MemorySegment.ofArray(bytes), 0);
      to.copyFrom(MemorySegment.ofArray(bytes), 0);
      work.on(stream, from, to);
      stream.await();
      byte[] result = new byte[BYTES];
      to.copyTo(0, MemorySegment.ofArray(result));
      return result;
    }
  }
}
