package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.layout.Layout;

/**
 * Data as plain bytes, so that it can be cut anywhere: ranks may describe the same data by
 * different datatypes (section 6.1), and then agree about bytes only.
 */
final class Dense {
  private Dense() {}

  /** The buffer's own bytes, or scratch memory for as many. */
  static Buf bytesOf(Schedule s, Buf buf) {
    return Layout.contiguous(buf.datatype()) ? buf.asBytes() : s.bytes(buf.bytes());
  }

  /** Fills the bytes from the buffer, unless they are its own. */
  static void pack(Schedule s, Buf buf, Buf bytes) {
    if (!Layout.contiguous(buf.datatype())) {
      s.copy(buf, bytes);
    }
  }

  /** Fills the buffer from the bytes, unless they are its own. */
  static void unpack(Schedule s, Buf bytes, Buf buf) {
    if (!Layout.contiguous(buf.datatype())) {
      s.copy(bytes, buf);
    }
  }
}
