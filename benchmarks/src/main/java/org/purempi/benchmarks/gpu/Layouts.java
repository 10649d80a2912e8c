package org.purempi.benchmarks.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;

/** Data with gaps on a device, sent by its datatype, or by a program that brings all of it here. */
final class Layouts {
  /** What is packed on the device. */
  static final String PACKED = "packed";

  /** What is copied piece by piece. */
  static final String PIECES = "pieces";

  /** What the program brings to the host itself, gaps included. */
  static final String BY_HAND = "hand";

  /** Structs in a shape: as one of so many bytes. */
  private static final int STRUCTS = 512;

  /** Memory of a length, and the data in it. */
  private record Shape(String name, Datatype type, long allBytes) {}

  private Layouts() {}

  private static Shape[] shapes(long most) {
    int side = (int) Math.sqrt(most / (double) Float.BYTES);
    int edge = (int) Math.cbrt(most / (double) Double.BYTES);
    int structs = (int) (most / STRUCTS);
    long structBytes = 2L * Double.BYTES;
    Datatype pair =
        Datatype.struct(
            new long[] {1, 1}, new long[] {0, Double.BYTES}, Datatype.DOUBLE, Datatype.INT);
    int[] cube = {edge, edge, edge};
    return new Shape[] {
      new Shape(
          "a column of %d × %1$d floats".formatted(side),
          Datatype.vector(side, 1, side, Datatype.FLOAT),
          (long) side * side * Float.BYTES),
      new Shape(
          "a face of %d × %1$d × %1$d doubles".formatted(edge),
          Datatype.subarray(
              cube, new int[] {edge, edge, 1}, new int[3], ArrayOrder.C, Datatype.DOUBLE),
          (long) edge * edge * edge * Double.BYTES),
      new Shape(
          "%d structs of a double and an int".formatted(structs),
          Datatype.contiguous(structs, Datatype.resized(pair, 0, structBytes)),
          structs * structBytes)
    };
  }

  /** Times shapes of which none takes more than so many bytes. */
  static void time(Communicator world, Stopwatch stopwatch, String series, long most) {
    Device device = Devices.first();
    for (Shape shape : shapes(most)) {
      String name = "." + shape.name().replace(' ', '_');
      long bytes = shape.type().size();
      try (Arena arena = Arena.ofShared();
          DeviceMemory memory = device.allocate(shape.allBytes())) {
        Buf there = Buf.of(memory, 1, shape.type());
        stopwatch.time(series + name, bytes, 2, () -> Messages.roundTrip(world, there));
        if (series.equals(PACKED)) {
          MemorySegment copy = device.allocateHost(shape.allBytes(), arena);
          Buf here = Buf.of(copy, 1, shape.type());
          Runnable call = () -> byHand(world, memory, copy, here);
          stopwatch.time(BY_HAND + name, bytes, 2, call);
        }
      }
    }
  }

  /** A message to and fro by way of a copy on the host. */
  private static void byHand(
      Communicator world, DeviceMemory memory, MemorySegment copy, Buf here) {
    int rank = world.rank();
    for (int step = 0; step < 2; step++) {
      if (step == rank) {
        memory.copyTo(0, copy);
        world.send(here, 1 - rank, 0);
      } else {
        world.recv(here, 1 - rank, 0);
        memory.copyFrom(copy, 0);
      }
    }
  }
}
