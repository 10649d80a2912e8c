package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.layout.Layout;
import org.purempi.reduction.Reductions;

/** What may take part in an operation of a window, and how its operands lie. */
final class Operands {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

  private Operands() {}

  /** Whether only one thread may use a buffer: then no other can move its data. */
  static boolean isConfined(Buf buf) {
    return buf.base() instanceof MemorySegment s && !s.isAccessibleBy(STRANGER);
  }

  /** The data of a buffer in memory that any thread may read, and that does not fail. */
  static Buf lendable(Buf buf) {
    return isConfined(buf) || Layout.device(buf) != null ? Layout.copyOf(buf) : buf;
  }

  /** Whether elements of a kind can be swapped (section 12.3.5). */
  static boolean isSwappable(BasicDatatype.Kind kind) {
    return switch (kind) {
      case SIGNED, UNSIGNED, LOGICAL, BYTE -> true;
      case FLOAT, COMPLEX, CHARACTER, PACKED -> false;
    };
  }

  static Buf one(Datatype kind) {
    return Buf.of(MemorySegment.ofArray(new long[2]), 1, kind);
  }

  /** The elements of an origin, without gaps, in memory that can be looked at. */
  static Buf operands(Buf origin, Datatype kind) {
    Datatype type = origin.datatype();
    Datatype own =
        Elements.isOne(type) ? type : Elements.of(origin.count(), type).requireKind(type);
    if (!Elements.isSame(own, kind)) {
      throw new MpiArgumentException(
          ErrorClass.TYPE,
          "the origin has elements of "
              + own
              + ", the target of "
              + kind
              + ": they must be the same");
    }
    MemorySegment view = Elements.isOne(type) ? Layout.view(origin.base()) : null;
    if (view != null) {
      return Buf.of(view, origin.offsetBytes(), origin.count(), kind);
    }
    Buf packed = Layout.scratch(kind, origin.bytes() / kind.size());
    Layout.copy(origin, packed);
    return packed;
  }

  /** Whether a buffer is one element of a kind, in memory that can be looked at. */
  static boolean isOne(Buf buf, Datatype kind) {
    return buf.count() == 1
        && Elements.isSame(buf.datatype(), kind)
        && Layout.view(buf.base()) != null;
  }

  static void requireOne(Buf buf, Datatype kind) {
    if (buf.count() != 1 || !Elements.isSame(kind, buf.datatype())) {
      throw new MpiArgumentException(
          ErrorClass.TYPE, "compareAndSwap: " + buf + " is not one element of " + kind);
    }
  }

  /** The bits of such an element of 4 or 8 bytes. */
  static long bits(Buf one) {
    MemorySegment memory = Objects.requireNonNull(Layout.view(one.base()));
    return one.datatype().size() == Long.BYTES
        ? memory.get(LONG, one.offsetBytes())
        : memory.get(INT, one.offsetBytes());
  }

  static void setBits(Buf one, long bits) {
    MemorySegment memory = Objects.requireNonNull(Layout.view(one.base()));
    if (one.datatype().size() == Long.BYTES) {
      memory.set(LONG, one.offsetBytes(), bits);
    } else {
      memory.set(INT, one.offsetBytes(), (int) bits);
    }
  }

  static void check(Op op, Datatype kind, boolean isFetch) {
    if (!(op instanceof Op.Predefined)) {
      throw new MpiArgumentException(
          ErrorClass.OP, "updates of a window take predefined operations only");
    }
    if (op == Op.NO_OP && !isFetch) {
      throw new MpiArgumentException(ErrorClass.OP, "accumulate with NO_OP would do nothing");
    }
    if (op != Op.NO_OP && op != Op.REPLACE) {
      Reductions.check(op, kind);
    }
  }

  static void requireRoom(long bytes, long count, Datatype type, String what) {
    if (bytes > count * type.size()) {
      throw new MpiArgumentException(
          ErrorClass.TRUNCATE,
          what + " has " + bytes + " bytes: they do not fit into " + count + " × " + type);
    }
  }
}
