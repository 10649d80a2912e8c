package org.purempi.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.purempi.device.Device;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DevicePieces.Grid;
import org.purempi.device.DevicePieces.Listed;
import org.purempi.device.DeviceStream;
import org.purempi.device.Devices;
import org.purempi.device.cuda.OtherLibrary.Counted;

/**
 * Cases of what kernels do; a mock shows what is right. A driver that is one can be asked, too:
 * {@link CaseRunner} runs them with whatever is there.
 */
final class KernelCases {
  private static final int[] COUNTS = {1, 2, 3, 31, 255, 256, 257, 1001};

  /** Pieces of odd and even lengths at odd and even distances, for all widths of elements. */
  static final Grid[] GRIDS = {
    new Grid(0, 1, 1, 1, 1, 1),
    new Grid(3, 1, 100, 3, 1, 0),
    new Grid(2, 2, 33, 6, 1, 0),
    new Grid(4, 4, 257, 12, 1, 0),
    new Grid(8, 8, 300, 16, 1, 0),
    new Grid(16, 16, 65, 48, 1, 0),
    new Grid(32, 4800, 3, 8000, 1, 0),
    new Grid(7, 13, 5, 17, 40, 300),
    new Grid(64, 24, 2, 40, 300, 96),
    new Grid(20000, 8, 50, -24, 5, -3000),
    new Grid(8, 12, 7, 12, 9, 200),
    new Grid(16, 8, 20, 4, 2, 400),
  };

  private final Device device = Devices.first();

  void allReductionsOfAllNumbers() {
    for (DeviceNumber number : DeviceNumber.values()) {
      for (DeviceOperator operator : DeviceOperator.values()) {
        assertThat(device.reduces(operator, number)).isTrue();
        for (int count : COUNTS) {
          reduce(operator, number, count, count % 2);
        }
      }
    }
  }

  private void reduce(DeviceOperator operator, DeviceNumber number, int count, int first) {
    int bytes = (count + 2) * number.bytes();
    byte[] inA = Twins.random(bytes, count);
    byte[] inB = Twins.random(bytes, -count);
    strange(inA, number, 1);
    strange(inB, number, 8);
    try (Twins twins = new Twins(device, inA, inB)) {
      long at = (long) first * number.bytes();
      twins.doNow((stream, a, b) -> stream.reduce(operator, number, a, at, b, at, count));
      String what = operator + " of " + count + " " + number;
      assertThat(Twins.bytes(twins.a)).as(what).isEqualTo(inA);
      assertThat(plain(Twins.bytes(twins.b), number))
          .as(what)
          .isEqualTo(plain(twins.expectedB(), number));
    }
  }

  /** Numbers that are none, infinite, zero and tiny, each for so many places. */
  private static void strange(byte[] bytes, DeviceNumber number, int places) {
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    double[] values = {Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, 5e-8, 1e-42, 1.5, -3};
    for (int i = 0; (i + 1) * number.bytes() <= bytes.length; i++) {
      double value = values[i / places % values.length];
      switch (number) {
        case FLOAT16 -> all.putShort(2 * i, Float.floatToFloat16((float) value));
        case FLOAT32 -> all.putFloat(4 * i, (float) value);
        case FLOAT64 -> all.putDouble(8 * i, value);
        default -> {}
      }
    }
  }

  /** All that is no number looks the same. */
  private static byte[] plain(byte[] bytes, DeviceNumber number) {
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < bytes.length; at += number.bytes()) {
      switch (number) {
        case FLOAT16 -> {
          if (Float.isNaN(Float.float16ToFloat(all.getShort(at)))) {
            all.putShort(at, (short) -1);
          }
        }
        case FLOAT32 -> all.putInt(at, Float.floatToIntBits(all.getFloat(at)));
        case FLOAT64 -> all.putLong(at, Double.doubleToLongBits(all.getDouble(at)));
        default -> {}
      }
    }
    return bytes;
  }

  /** There are at most 8192 blocks of 256 threads, of which 64 in the third direction. */
  void thereIsMoreToDoThanThreads() {
    int many = 8192 * 256 + 5;
    byte[] in = Twins.random(4 * many, 6);
    try (Twins twins = new Twins(device, in, in)) {
      twins.doNow(
          (stream, a, b) ->
              stream.reduce(DeviceOperator.SUM, DeviceNumber.INT32, a, 0, b, 0, many));
      assertThat(Twins.bytes(twins.b)).isEqualTo(twins.expectedB());
      for (Grid grid :
          new Grid[] {
            new Grid(0, many, 1, 0, 1, 0),
            new Grid(1, 1, many, 2, 1, 0),
            new Grid(2, 1, 1, 0, 8192 * 64 + 3, 5)
          }) {
        twins.doNow((stream, a, b) -> stream.gather(a, grid, b, 1));
        assertThat(Twins.bytes(twins.b)).as("%s", grid).isEqualTo(twins.expectedB());
      }
    }
  }

  void numbersThatAreNotAlignedAreRefused() {
    try (DeviceMemory memory = device.allocate(64)) {
      assertThatThrownBy(
              () ->
                  device
                      .immediate()
                      .reduce(DeviceOperator.SUM, DeviceNumber.FLOAT64, memory, 4, memory, 8, 2))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("only aligned ones")
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(DeviceException.Reason.UNSUPPORTED);
    }
  }

  void gridsArePackedAndUnpacked() {
    long before = Counted.KERNELS.now();
    for (Grid grid : GRIDS) {
      for (int packedAt : new int[] {0, 1, 2, 4, 8, 16}) {
        pack(device, grid, packedAt);
      }
    }
    if (OtherLibrary.IS_STAND_IN) {
      assertThat(Counted.KERNELS.now() - before).isEqualTo(2L * 6 * GRIDS.length);
    }
  }

  /** Gathers, and scatters what was gathered if no two pieces of it lie over each other. */
  static void pack(Device device, Grid grid, int packedAt) {
    byte[] inA = Twins.random(40_000, grid.stride());
    byte[] inB = Twins.random((int) grid.bytes() + 40, packedAt);
    try (Twins twins = new Twins(device, inA, inB)) {
      twins.doNow((stream, a, b) -> stream.gather(a, grid, b, packedAt));
      assertThat(Twins.bytes(twins.b)).as("%s to %d", grid, packedAt).isEqualTo(twins.expectedB());
      assertThat(Twins.bytes(twins.a)).isEqualTo(inA);
    }
    boolean overlaps = Math.abs(grid.stride()) < grid.pieceBytes() && grid.pieces() > 1;
    try (Twins twins = new Twins(device, inA, inB)) {
      Grid apart =
          overlaps
              ? new Grid(grid.origin(), grid.pieceBytes(), 1, 0, grid.rows(), grid.rowStride())
              : grid;
      twins.doNow((stream, a, b) -> stream.scatter(b, packedAt, a, apart));
      assertThat(Twins.bytes(twins.a))
          .as("%s from %d", grid, packedAt)
          .isEqualTo(twins.expectedA());
      assertThat(Twins.bytes(twins.b)).isEqualTo(inB);
    }
  }

  void listedPiecesArePackedAndUnpacked() {
    for (int pieceBytes : new int[] {1, 2, 3, 4, 8, 12, 16, 48}) {
      packListed(device, pieceBytes, 333);
    }
    packListed(device, 4, 20_000);
  }

  static void packListed(Device device, int pieceBytes, int pieces) {
    int[] offsets = new int[pieces + 2];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = (i * 7 % offsets.length - pieces / 2) * pieceBytes; // each once: 7 is no divisor
    }
    int origin = pieces / 2 * pieceBytes;
    byte[] inA = Twins.random(offsets.length * pieceBytes, pieceBytes);
    byte[] inB = Twins.random(pieces * pieceBytes + 3 * pieceBytes, pieces);
    try (Twins twins = new Twins(device, inA, inB)) {
      twins.doNow(
          (stream, a, b) ->
              stream.gather(a, new Listed(origin, offsets, 1, pieces, pieceBytes), b, pieceBytes));
      assertThat(Twins.bytes(twins.b)).as("%d bytes", pieceBytes).isEqualTo(twins.expectedB());
      twins.doNow(
          (stream, a, b) ->
              stream.scatter(b, 0, a, new Listed(origin, offsets, 2, pieces, pieceBytes)));
      assertThat(Twins.bytes(twins.a)).as("%d bytes", pieceBytes).isEqualTo(twins.expectedA());
    }
  }

  /** The array may be used for something else at once, while streams have not begun. */
  void offsetsAreCopiedBeforeTheCallReturns() {
    int pieces = 5000;
    int[] offsets = new int[pieces];
    byte[] inA = Twins.random(4 * 8 * pieces, 1);
    byte[] inB = new byte[4 * 8 * pieces];
    try (Twins twins = new Twins(device, inA, inB);
        DeviceStream stream = device.stream()) {
      for (int round = 0; round < 8; round++) {
        int at = 4 * pieces * round;
        for (int i = 0; i < pieces; i++) {
          offsets[i] = 4 * ((i * 8 + round * 3) % (8 * pieces));
        }
        stream.gather(twins.a, new Listed(0, offsets, 0, pieces, 4), twins.b, at);
        twins.doOnMock((mock, a, b) -> mock.gather(a, new Listed(0, offsets, 0, pieces, 4), b, at));
        Arrays.fill(offsets, -1);
      }
      stream.await();
      assertThat(Twins.bytes(twins.b)).isEqualTo(twins.expectedB());
      // What was used is free now.
      stream.gather(twins.a, new Listed(0, new int[] {4, 0}, 0, 2, 4), twins.b, 0);
      stream.await();
      twins.doOnMock(
          (mock, a, b) -> mock.gather(a, new Listed(0, new int[] {4, 0}, 0, 2, 4), b, 0));
      assertThat(Twins.bytes(twins.b)).isEqualTo(twins.expectedB());
    }
  }

  void whatLiesOutsideIsRefusedBeforeItIsLaunched() {
    try (DeviceMemory small = device.allocate(100);
        DeviceMemory large = device.allocate(1000)) {
      DeviceStream now = device.immediate();
      assertThatThrownBy(() -> now.gather(small, new Grid(0, 4, 10, 12, 1, 0), large, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> now.gather(small, new Grid(8, 4, 4, -4, 1, 0), large, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> now.scatter(small, 64, large, new Grid(0, 4, 10, 12, 1, 0)))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(
              () -> now.gather(small, new Listed(0, new int[] {0, 97}, 0, 2, 4), large, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(
              () -> now.gather(small, new Listed(0, new int[] {0, -1}, 0, 2, 4), large, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(
              () -> now.gather(small, new Listed(0, new int[] {0, 4}, 1, 2, 4), large, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
      now.gather(small, new Grid(0, 4, 0, 12, 1, 0), large, 0);
      now.gather(small, new Listed(0, new int[0], 0, 0, 4), large, 0);
    }
  }

  /** Kernels never touch memory that another library has freed: that would cost us the device. */
  void whatAnotherHasFreedIsRefusedBeforeItIsLaunched() {
    long address = CudaCases.allocateAsAnother(device, 256);
    DeviceMemory wrapped = device.wrap(address, 256);
    CudaCases.freeAsAnother(device, address);
    try (DeviceMemory own = device.allocate(256)) {
      DeviceStream now = device.immediate();
      for (Runnable use :
          new Runnable[] {
            () -> now.reduce(DeviceOperator.SUM, DeviceNumber.INT32, wrapped, 0, own, 0, 4),
            () -> now.reduce(DeviceOperator.SUM, DeviceNumber.INT32, own, 0, wrapped, 0, 4),
            () -> now.gather(wrapped, new Grid(0, 4, 4, 8, 1, 0), own, 0),
            () -> now.gather(own, new Grid(0, 4, 4, 8, 1, 0), wrapped, 0),
            () -> now.scatter(own, 0, wrapped, new Grid(0, 4, 4, 8, 1, 0)),
            () -> now.gather(wrapped, new Listed(0, new int[] {4, 0}, 0, 2, 4), own, 0)
          }) {
        assertThatThrownBy(use::run)
            .hasMessageContaining("it was freed, or never allocated")
            .extracting(e -> ((DeviceException) e).reason())
            .isEqualTo(DeviceException.Reason.BAD_MEMORY);
      }
      now.reduce(DeviceOperator.SUM, DeviceNumber.INT32, own, 0, own, 0, 4);
    }
  }
}
