package org.purempi.collective;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.device.Device;
import org.purempi.layout.Layout;

/**
 * Memory for intermediate results, kept from one operation to the next: clearing and first touching
 * fresh memory would cost as much as the reduction it is for.
 */
final class ScratchPool {
  /** Longer buffers are not kept. */
  private static final long KEPT_BYTES = 4L << 20;

  /** A device takes much longer to give memory. */
  private static final long KEPT_DEVICE_BYTES = 64L << 20;

  /** Algorithms use no more than this at once. */
  private static final int KEPT_BUFFERS = 4;

  /** The first {@code inUse} are taken. */
  private final List<Buf> kept = new ArrayList<>(KEPT_BUFFERS);

  private int inUse;

  /**
   * Memory for exactly {@code count} elements; its content is undefined.
   *
   * @param device whose memory it is if it has some; null: the host's
   */
  Buf take(@Nullable Device device, Datatype type, long count) {
    for (int i = inUse; i < kept.size(); i++) {
      Buf b = kept.get(i);
      if (b.datatype() == type && b.count() >= count && Layout.device(b) == device) {
        kept.set(i, kept.get(inUse));
        kept.set(inUse++, b);
        return b.count() == count ? b : b.slice(0, count);
      }
    }
    Buf fresh = Layout.scratch(device, type, count);
    if (fresh.bytes() <= (device == null ? KEPT_BYTES : KEPT_DEVICE_BYTES)
        && inUse < KEPT_BUFFERS) {
      if (kept.size() == KEPT_BUFFERS) {
        kept.removeLast();
      }
      kept.add(inUse++, fresh);
    }
    return fresh;
  }

  /** All memory may be taken again. */
  void takeBack() {
    inUse = 0;
  }

  /** Keeps nothing: an operation that failed may still be receiving into it. */
  void forget() {
    kept.clear();
    inUse = 0;
  }
}
