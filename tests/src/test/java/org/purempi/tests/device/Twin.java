package org.purempi.tests.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.layout.Layout;

/**
 * Memory of the host that a case uses, and as much of a device's that the library is given instead.
 * Only bytes that have changed are copied, so that neither side overwrites what the other one does
 * beside it.
 */
final class Twin implements AutoCloseable {
  private final Object base;
  private final DeviceMemory there;

  /** What both hold, as far as is known. */
  private byte[] known;

  Twin(Object base, Device device) {
    this.base = base;
    this.known = host();
    this.there = device.allocate(Math.max(1, known.length));
    there.copyFrom(MemorySegment.ofArray(known), 0);
  }

  /** The device's. */
  DeviceMemory there() {
    return there.slice(0, known.length);
  }

  private byte[] host() {
    if (base instanceof boolean[] truths) {
      byte[] bytes = new byte[truths.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (truths[i] ? 1 : 0);
      }
      return bytes;
    }
    MemorySegment view = view();
    return view == null ? new byte[0] : view.toArray(ValueLayout.JAVA_BYTE);
  }

  private @Nullable MemorySegment view() {
    return Layout.view(base);
  }

  private boolean isGone() {
    boolean isThere = !(base instanceof MemorySegment s) || s.scope().isAlive();
    return known.length == 0 || !isThere || !there.isOpen();
  }

  /** What the case has written goes to the device. */
  synchronized void in() {
    if (isGone()) {
      return;
    }
    byte[] now = host();
    for (int i = next(now, 0); i < now.length; i = next(now, i)) {
      int from = i;
      while (i < now.length && now[i] != known[i]) {
        i++;
      }
      there.copyFrom(MemorySegment.ofArray(now).asSlice(from, i - from), from);
    }
    known = now;
  }

  /** All of it goes to the device: nothing writes there. */
  synchronized void refresh() {
    if (!isGone()) {
      known = host();
      there.copyFrom(MemorySegment.ofArray(known), 0);
    }
  }

  /** The next byte that has changed; the length if none has. */
  private int next(byte[] now, int from) {
    int at = Arrays.mismatch(now, from, now.length, known, from, known.length);
    return at < 0 ? now.length : from + at;
  }

  /** What the library has written comes to the host. */
  synchronized void out() {
    if (isGone()) {
      return;
    }
    byte[] now = new byte[known.length];
    there.copyTo(0, MemorySegment.ofArray(now));
    MemorySegment view = view();
    for (int i = next(now, 0); i < now.length; i = next(now, i + 1)) {
      if (view != null) {
        view.set(ValueLayout.JAVA_BYTE, i, now[i]);
      } else {
        ((boolean[]) base)[i] = now[i] != 0;
      }
    }
    known = now;
  }

  @Override
  public synchronized void close() {
    there.close();
  }
}
