package org.purempi.collective;

import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.StructDatatype;

/**
 * Data as plain bytes, so that it can be cut anywhere: ranks may describe the same data by different
 * datatypes (section 6.1), and then agree about bytes only.
 */
final class Dense {
  private Dense() {}

  /** Whether the bytes of the elements lie in order and without gaps. */
  static boolean is(Datatype type) {
    return switch (type) {
      case BasicDatatype b -> true;
      case StructDatatype s -> isStruct(s);
    };
  }

  private static boolean isStruct(StructDatatype type) {
    long end = 0;
    for (var block : type.blocks()) {
      if (block.displacement() != end || !is(block.type())) {
        return false;
      }
      end += block.blocklength() * block.type().size();
    }
    return end == type.extent();
  }

  /** The buffer's own bytes, or scratch memory for as many. */
  static Buf bytesOf(Schedule s, Buf buf) {
    return is(buf.datatype()) ? buf.asBytes() : s.bytes(buf.bytes());
  }

  /** Fills the bytes from the buffer, unless they are its own. */
  static void pack(Schedule s, Buf buf, Buf bytes) {
    if (!is(buf.datatype())) {
      s.copy(buf, bytes);
    }
  }

  /** Fills the buffer from the bytes, unless they are its own. */
  static void unpack(Schedule s, Buf bytes, Buf buf) {
    if (!is(buf.datatype())) {
      s.copy(bytes, buf);
    }
  }
}
