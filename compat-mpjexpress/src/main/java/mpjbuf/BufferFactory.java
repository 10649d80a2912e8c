package mpjbuf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes the memory of buffers, and keeps what is given back for the next that fits. Any thread. */
public final class BufferFactory {
  /** Memory that nobody has asked for again by then is left to the garbage collector. */
  private static final int KEPT = 32;

  /** Memory more than so many times larger than what is asked for is not given. */
  private static final int WASTE = 2;

  private static final List<RawBuffer> POOL = new ArrayList<>();

  /** Kept for programs that make one. */
  public BufferFactory() {}

  /** Memory of at least {@code size} bytes, which may have been used before. */
  public static synchronized RawBuffer create(int size) {
    RawBuffer fitting =
        POOL.stream()
            .filter(b -> b.getCapacity() >= size && b.getCapacity() / WASTE <= size)
            .min(Comparator.comparingInt(RawBuffer::getCapacity))
            .orElse(null);
    if (fitting == null) {
      return new RawBuffer(size);
    }
    POOL.remove(fitting);
    return fitting;
  }

  /** Takes memory back that nobody uses any more. */
  public static synchronized void destroy(RawBuffer buffer) {
    if (!POOL.contains(buffer)) {
      POOL.add(buffer);
    }
    if (POOL.size() > KEPT) {
      POOL.removeFirst();
    }
  }
}
