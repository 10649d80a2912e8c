package org.purempi.benchmarks.gpu;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;

/**
 * Two ranks with buffers on a device: messages to and fro, of which half the time is told, or
 * allreduces. Which way they take, the settings say.
 *
 * <p>Arguments: what is done ({@code pingpong}, {@code allreduce}, {@code layouts}), the name of
 * the series, milliseconds for each length, the greatest length.
 */
public final class Messages {
  private Messages() {}

  /** Runs on two ranks. */
  public static void main(String[] args) {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      String series = args[1];
      var stopwatch = new Stopwatch(Double.parseDouble(args[2]), Optional.of(world));
      long most = Long.parseLong(args[3]);
      switch (args[0]) {
        case "pingpong" -> messages(world, stopwatch, series, most);
        case "allreduce" -> sums(world, stopwatch, series, most);
        case "layouts" -> Layouts.time(world, stopwatch, series, most);
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
  }

  private static void messages(Communicator world, Stopwatch stopwatch, String series, long most) {
    try (DeviceMemory memory = Devices.first().allocate(most)) {
      Buf eight = Buf.of(memory, Long.BYTES, Datatype.BYTE);
      Stopwatch.warmUp(() -> roundTrip(world, eight));
      for (long bytes : Lengths.upTo(most)) {
        Buf buf = Buf.of(memory, bytes, Datatype.BYTE);
        stopwatch.time(series, bytes, 2, () -> roundTrip(world, buf));
      }
    }
  }

  static void roundTrip(Communicator world, Buf buf) {
    if (world.rank() == 0) {
      world.send(buf, 1, 0);
      world.recv(buf, 1, 0);
    } else {
      world.recv(buf, 0, 0);
      world.send(buf, 0, 0);
    }
  }

  private static void sums(Communicator world, Stopwatch stopwatch, String series, long most) {
    Device device = Devices.first();
    try (DeviceMemory mine = device.allocate(most);
        DeviceMemory sum = device.allocate(most)) {
      mine.copyFrom(MemorySegment.ofArray(new byte[Math.toIntExact(most)]), 0);
      Buf two = Buf.of(mine, 2, Datatype.FLOAT);
      Buf result = Buf.of(sum, 2, Datatype.FLOAT);
      Stopwatch.warmUp(() -> world.allreduce(two, result, Op.SUM));
      for (long bytes : Lengths.upTo(most)) {
        long count = bytes / Float.BYTES;
        Buf in = Buf.of(mine, count, Datatype.FLOAT);
        Buf out = Buf.of(sum, count, Datatype.FLOAT);
        stopwatch.time(series, bytes, 1, () -> world.allreduce(in, out, Op.SUM));
      }
    }
  }
}
