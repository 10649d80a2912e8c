package org.purempi.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;
import org.purempi.PartVisitor;

/**
 * The type signature of a message (section 5.1): its basic types in their order, whatever calls
 * made the datatype. Kept as a polynomial over them, so that repeating and joining cost no walk:
 *
 * <pre>
 *   signature(a, b) = signature(a) · P^length(b) + signature(b)    modulo 2^64
 * </pre>
 *
 * <p>A message carries it in 24 bits of its header, of which the lowest five are 0, for it belongs
 * to no collective operation:
 *
 * <pre>
 *   bit 5 is 1: all of one basic type   bits 6–15 which one
 *   bit 5 is 0: several                 bits 6–23 of the polynomial
 * </pre>
 *
 * <p>0 says nothing: an empty message, or packed data, which goes with everything.
 */
@SuppressWarnings("EnumOrdinal") // both sides have the same enums
public final class TypeSignature {
  private static final long P = 0x9E3779B97F4A7C15L;
  private static final int UNIFORM = 1 << 5;
  private static final int SHIFT = 6;
  private static final int WIDTH_BITS = 6;
  private static final int HASH_BITS = 18;
  private static final int NONE = 0;
  private static final int SEVERAL = -1;

  private static final List<Datatype> NAMED =
      List.of(
          Datatype.BYTE,
          Datatype.INT8_T,
          Datatype.INT16_T,
          Datatype.INT32_T,
          Datatype.INT64_T,
          Datatype.UINT8_T,
          Datatype.UINT16_T,
          Datatype.UINT32_T,
          Datatype.UINT64_T,
          Datatype.FLOAT16,
          Datatype.FLOAT,
          Datatype.DOUBLE,
          Datatype.LONG_DOUBLE,
          Datatype.C_FLOAT_COMPLEX,
          Datatype.C_DOUBLE_COMPLEX,
          Datatype.C_BOOL,
          Datatype.LOGICAL,
          Datatype.CHARACTER,
          Datatype.CHAR);

  /** Of nothing. */
  private static final TypeSignature EMPTY = new TypeSignature(0, 1, NONE, false);

  private final long hash;

  /** P to the number of basic elements. */
  private final long power;

  /** The one basic type; {@link #NONE} or {@link #SEVERAL}. */
  private final int kind;

  private final boolean isPacked;

  private TypeSignature(long hash, long power, int kind, boolean isPacked) {
    this.hash = hash;
    this.power = power;
    this.kind = kind;
    this.isPacked = isPacked;
  }

  /** What a message of this buffer carries. */
  public static int of(Buf buf) {
    return prefix(buf.datatype(), buf.count(), buf.bytes()).word();
  }

  /** The whole of it, for who compares with another rank's; 0 says nothing. */
  public static long whole(Buf buf) {
    return whole(buf.datatype(), buf.count());
  }

  /** As {@link #whole(Buf)}, of so many elements. */
  public static long whole(Datatype type, long count) {
    TypeSignature all = prefix(type, count, Long.MAX_VALUE);
    return all.isPacked || all.kind == NONE ? 0 : all.hash * P + all.power | 1;
  }

  /**
   * What is wrong if a message comes to a receive.
   *
   * @param theirs what the message carries
   * @param bytes its length, which may be less than there is room for
   * @return null if nothing is
   */
  static @Nullable String mismatch(int theirs, long bytes, Buf mine) {
    if (theirs == 0 || bytes == 0) {
      return null;
    }
    TypeSignature here = prefix(mine.datatype(), mine.count(), Math.min(bytes, mine.bytes()));
    boolean isCut = bytes > mine.bytes(); // of which the whole is not known here
    if (here.word() == 0
        || here.word() == theirs
        || (isCut && ((theirs & UNIFORM) == 0 || here.kind == SEVERAL))) {
      return null;
    }
    return "the message is %s, %d bytes, but the receive expects %s"
        .formatted(text(theirs), bytes, text(mine));
  }

  /**
   * What is wrong if elements of one buffer go to other elements of a window, of which there may be
   * more; null if nothing is. Bytes go with everything, as in {@code Window}.
   */
  static @Nullable String mismatch(Datatype from, long count, Datatype to, long most) {
    long bytes = count * from.size();
    TypeSignature sent = prefix(from, count, bytes);
    TypeSignature taken = prefix(to, most, bytes);
    int of = kind((BasicDatatype) Datatype.BYTE);
    boolean isKnown = sent.word() != 0 && taken.word() != 0 && sent.kind != of && taken.kind != of;
    return isKnown && sent.word() != taken.word()
        ? "%d × %s go to %d × %s".formatted(count, from, most, to)
        : null;
  }

  private static String text(Buf buf) {
    return buf.count() + " × " + buf.datatype();
  }

  private static String text(int word) {
    if ((word & UNIFORM) == 0) {
      return "made of several types in another order";
    }
    int its = word >> SHIFT;
    return "of type "
        + NAMED.stream()
            .filter(type -> kind((BasicDatatype) type) == its)
            .map(Datatype::name)
            .findFirst()
            .orElse("another");
  }

  private int word() {
    if (isPacked || kind == NONE) {
      return 0;
    }
    if (kind != SEVERAL) {
      return UNIFORM | kind << SHIFT;
    }
    int bits = (int) ((hash * P) >>> (Long.SIZE - HASH_BITS));
    return Math.max(1, bits) << SHIFT;
  }

  private static int kind(BasicDatatype type) {
    return (type.kind().ordinal() + 1) << WIDTH_BITS | type.width();
  }

  /** Of the first bytes of some elements. */
  private static TypeSignature prefix(Datatype type, long count, long bytes) {
    long size = type.size();
    if (size == 0 || count == 0 || bytes == 0) {
      return EMPTY;
    }
    long whole = Math.min(count, bytes / size);
    TypeSignature all = element(type).repeated(whole);
    long rest = bytes - whole * size;
    return rest == 0 || whole == count ? all : all.and(part(type, rest));
  }

  private static TypeSignature element(Datatype type) {
    if (type instanceof BasicDatatype basic) {
      int kind = kind(basic);
      return new TypeSignature(kind, P, kind, basic.kind() == BasicDatatype.Kind.PACKED);
    }
    return part(type, Long.MAX_VALUE);
  }

  /** Of the first bytes of one element. */
  private static TypeSignature part(Datatype type, long bytes) {
    if (!(type instanceof DerivedDatatype derived)) {
      return EMPTY; // a part of a number is none
    }
    Parts parts = new Parts(bytes);
    derived.forEachPart(parts);
    return parts.all;
  }

  private static final class Parts implements PartVisitor {
    private long left;
    private TypeSignature all = EMPTY;

    Parts(long bytes) {
      left = bytes;
    }

    @Override
    public void part(long displacement, long count, long stride, long blocklength, Datatype type) {
      long elements = count * blocklength;
      long bytes = Math.min(left, elements * type.size());
      all = all.and(prefix(type, elements, bytes));
      left -= bytes;
    }
  }

  private TypeSignature and(TypeSignature next) {
    int both = kind == NONE ? next.kind : next.kind == NONE || next.kind == kind ? kind : SEVERAL;
    return new TypeSignature(
        hash * next.power + next.hash, power * next.power, both, isPacked || next.isPacked);
  }

  private TypeSignature repeated(long count) {
    TypeSignature all = EMPTY;
    TypeSignature square = this;
    for (long n = count; n > 0; n >>= 1) {
      if ((n & 1) == 1) {
        all = all.and(square);
      }
      square = square.and(square);
    }
    return all;
  }
}
