package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * What is sent, apart from where is received. The original worked on copies of arrays, so a program
 * may give one array for both: what was in it when the call began is sent.
 */
final class Apart {
  private Apart() {}

  /** What is sent; a copy if bytes of it lie where is received. */
  static Buf of(Buf send, @Nullable Buf recv) {
    Object array = array(send);
    return recv != null
            && array != null
            && array == array(recv)
            && Span.of(send).meets(Span.of(recv))
        ? copy(send, array)
        : send;
  }

  /** As for one buffer. */
  static VBuf of(VBuf send, @Nullable Buf recv) {
    Buf all = of(send.buf(), recv);
    return all == send.buf() ? send : VBuf.of(all, Blocks.counts(send), Blocks.displs(send));
  }

  /** Copies of all blocks: they lie in the array where is received. */
  static WBuf copy(WBuf send) {
    return new WBuf(send.blocks().stream().map(Apart::copy).toList());
  }

  private static Buf copy(Buf send) {
    Object array = array(send);
    return array == null || send.bytes() == 0 ? send : copy(send, array);
  }

  /** Only from the first byte that is sent to the last: a message may be a small part. */
  private static Buf copy(Buf send, Object array) {
    Span span = Span.of(send);
    int bytes = Buffers.elementBytes(array);
    int first = Math.toIntExact(span.first / bytes);
    int length = Math.toIntExact(Math.ceilDiv(span.end, bytes)) - first;
    Object copy = Array.newInstance(array.getClass().componentType(), length);
    System.arraycopy(array, first, copy, 0, length);
    long offset = start(send) - (long) first * bytes;
    return Buffers.at(copy, offset, send.count(), send.datatype());
  }

  /** The array that memory lies in; null if it is not in the heap. */
  private static @Nullable Object array(Buf buf) {
    return buf.base() instanceof MemorySegment memory ? memory.heapBase().orElse(null) : buf.base();
  }

  /** Where the first element's origin is, in bytes from the beginning of the array. */
  private static long start(Buf buf) {
    return buf.offsetBytes() + (buf.base() instanceof MemorySegment memory ? memory.address() : 0);
  }

  /** The bytes of an array from the first that elements touch to before {@code end}. */
  private record Span(long first, long end) {
    static Span of(Buf buf) {
      Datatype type = buf.datatype();
      long start = start(buf);
      if (buf.bytes() == 0) {
        return new Span(start, start);
      }
      long toLast = (buf.count() - 1) * type.extent();
      long first = start + type.trueLb() + Math.min(0, toLast);
      return new Span(first, first + Math.abs(toLast) + type.trueExtent());
    }

    boolean meets(Span other) {
      return Math.max(first, other.first) < Math.min(end, other.end);
    }
  }
}
