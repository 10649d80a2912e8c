package org.purempi.collective;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.device.Device;
import org.purempi.layout.Layout;
import org.purempi.setting.Setting;

/**
 * Collective operations on a device's data. Short data goes to the host and back: the copies and
 * reductions of the algorithms would cost more on the device than the whole operation here. Long
 * data stays, and intermediate results lie on the device, too, which then combines them.
 */
final class DeviceSteps {
  private static final long STAYS_FROM_BYTES = Setting.DEVICE_REDUCE_FROM.number();

  private DeviceSteps() {}

  /** Writes an algorithm, on buffers of which the second is null at a rank that gets no result. */
  interface Reduction {
    void write(Buf input, @Nullable Buf output);
  }

  /**
   * Writes a reduction of {@code input} into {@code output}, wherever they lie.
   *
   * @param output null if this rank gets no result; the same buffer in place
   */
  static void reduce(Schedule s, Buf input, @Nullable Buf output, Reduction algorithm) {
    Device device = Layout.device(input) != null ? Layout.device(input) : Layout.device(output);
    if (device == null) {
      algorithm.write(input, output);
    } else if (input.bytes() >= STAYS_FROM_BYTES) {
      s.scratchOn(device);
      algorithm.write(input, output);
      s.scratchOn(null);
    } else {
      Buf from = s.scratch(input.datatype(), input.count());
      s.copy(input, from);
      Buf to = output;
      if (output == input) {
        to = from;
      } else if (output != null) {
        to = s.scratch(output.datatype(), output.count());
        s.copy(output, to); // some ranks' results remain as they are
      }
      algorithm.write(from, to);
      bring(s, to, output);
    }
  }

  /**
   * Writes an operation that moves the data of {@code from} to {@code to}, wherever they lie.
   * Either is null, or {@link Buf#IN_PLACE}, if this rank has none.
   *
   * @param bytes of the data of all ranks
   */
  static void move(
      Schedule s,
      @Nullable Buf from,
      @Nullable Buf to,
      long bytes,
      BiConsumer<@Nullable Buf, @Nullable Buf> algorithm) {
    if ((Layout.device(from) == null && Layout.device(to) == null) || bytes >= STAYS_FROM_BYTES) {
      algorithm.accept(from, to);
      return;
    }
    Buf near = onHost(s, from);
    Buf result = to == from ? near : onHost(s, to);
    algorithm.accept(near, result);
    bring(s, result, to);
  }

  /** A copy on the host, of what it is or must partly remain. */
  private static @Nullable Buf onHost(Schedule s, @Nullable Buf buf) {
    if (buf == null || Layout.device(buf) == null) {
      return buf;
    }
    Buf copy = s.scratch(buf.datatype(), buf.count());
    s.copy(buf, copy);
    return copy;
  }

  private static void bring(Schedule s, @Nullable Buf result, @Nullable Buf to) {
    if (result != null && to != null && result != to) {
      s.round();
      s.copy(result, to);
    }
  }
}
