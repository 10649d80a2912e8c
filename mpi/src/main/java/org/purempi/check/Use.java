package org.purempi.check;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.MpiException;
import org.purempi.layout.Layout;
import org.purempi.transport.Source;

/**
 * What an operation does with a buffer, as long as it is under way.
 *
 * @param buf the buffer
 * @param isWritten whether the operation writes to it
 * @param isSettled whether the data stays as it is from now on, unless the program changes it
 * @param call the operation, in words
 */
public record Use(Buf buf, boolean isWritten, boolean isSettled, String call) {
  private static final int BLOCK_BYTES = 1 << 16;

  /** An operation reads it. */
  public static Use read(Buf buf, String call) {
    return new Use(buf, false, true, call);
  }

  /** An operation writes to it. */
  public static Use written(Buf buf, String call) {
    return new Use(buf, true, false, call);
  }

  /** An operation writes to it at a time that is told, see {@link WindowLog.Lent}. */
  public static Use gotten(Buf buf, String call) {
    return new Use(buf, true, true, call);
  }

  /** A sum of the data; null if this thread may not read it. */
  @Nullable Long sum() {
    CRC32C sum = new CRC32C();
    byte[] block = new byte[(int) Math.min(BLOCK_BYTES, buf.bytes())];
    MemorySegment segment = MemorySegment.ofArray(block);
    try {
      Source source = Layout.source(buf);
      for (long left = buf.bytes(); left > 0; ) {
        int n = (int) Math.min(left, block.length);
        source.read(segment, 0, n);
        sum.update(block, 0, n);
        left -= n;
      }
    } catch (IllegalStateException | WrongThreadException | MpiException e) {
      return null; // of another thread's arena, or one that is closed; a device's that was freed
    }
    return sum.getValue();
  }
}
