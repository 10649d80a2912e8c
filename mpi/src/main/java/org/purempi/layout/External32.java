package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;
import org.purempi.PartVisitor;

/**
 * The portable representation external32 (section 14.5.2): big-endian, every type as wide as here.
 * Long doubles are converted between the 80 bits of x86 and IEEE binary128.
 *
 * <pre>
 *   x87        │s eeee│1 fff…f (63)│           the leading 1 is stored
 *   binary128  │s eeee│fff…f (63) 000…0 (49)│  it is not
 * </pre>
 */
final class External32 implements PartVisitor {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Bits of the fraction that binary128 has and x87 has not. */
  private static final int EXTRA_BITS = 49;

  /** Bits of the fraction in the upper half of a binary128. */
  private static final int UPPER_BITS = 48;

  /** The exponent of infinity and of what is not a number. */
  private static final int NO_NUMBER = 0x7fff;

  private static final int SIGN_AND_EXPONENT = 0xffff;

  private final MemorySegment memory;
  private final boolean outwards;
  private long at;

  private External32(MemorySegment memory, boolean outwards) {
    this.memory = memory;
    this.outwards = outwards;
  }

  /**
   * Converts elements that lie packed at the beginning of a segment, in place.
   *
   * @param outwards from this machine's representation to external32
   */
  static void swap(Datatype type, long count, MemorySegment packed, boolean outwards) {
    new External32(packed, outwards).part(0, 1, 0, count, type);
  }

  @Override
  public void part(
      long displacementBytes, long count, long strideBytes, long blocklength, Datatype type) {
    long elements = count * blocklength;
    switch (type) {
      case BasicDatatype b -> basics(b, elements);
      case DerivedDatatype d -> {
        for (long i = 0; i < elements && d.size() > 0; i++) {
          d.forEachPart(this);
        }
      }
    }
  }

  private void basics(BasicDatatype type, long elements) {
    boolean isComplex = type.kind() == BasicDatatype.Kind.COMPLEX;
    int width = isComplex ? type.width() / 2 : type.width();
    long end = at + elements * type.width();
    for (; at < end; at += width) {
      switch (width) {
        case Short.BYTES -> memory.set(SHORT, at, Short.reverseBytes(memory.get(SHORT, at)));
        case Integer.BYTES -> memory.set(INT, at, Integer.reverseBytes(memory.get(INT, at)));
        case Long.BYTES -> memory.set(LONG, at, Long.reverseBytes(memory.get(LONG, at)));
        case 2 * Long.BYTES -> longDouble();
        default -> {} // a byte is a byte
      }
    }
  }

  private void longDouble() {
    if (outwards) {
      long mantissa = memory.get(LONG, at);
      long signAndExponent = memory.get(SHORT, at + Long.BYTES) & SIGN_AND_EXPONENT;
      long fraction = mantissa << 1 >>> 1;
      long upper = signAndExponent << UPPER_BITS | fraction >>> (Long.SIZE - EXTRA_BITS);
      memory.set(LONG, at, Long.reverseBytes(upper));
      memory.set(LONG, at + Long.BYTES, Long.reverseBytes(fraction << EXTRA_BITS));
    } else {
      long upper = Long.reverseBytes(memory.get(LONG, at));
      long lower = Long.reverseBytes(memory.get(LONG, at + Long.BYTES));
      long fraction = upper << 16 >>> 1 | lower >>> EXTRA_BITS;
      setX87((int) (upper >>> UPPER_BITS), fraction, lower << (Long.SIZE - EXTRA_BITS));
    }
  }

  /** Stores what fits, rounded to nearest, to even; {@code rest} is what does not, to the left. */
  private void setX87(int signAndExponent, long fraction63, long rest) {
    int exponent = signAndExponent;
    long fraction = fraction63;
    if ((exponent & NO_NUMBER) == NO_NUMBER) {
      fraction |= fraction == 0 && rest != 0 ? 1 : 0;
    } else if (rest < 0 && (rest != Long.MIN_VALUE || (fraction & 1) != 0)) {
      fraction++;
      if (fraction < 0) {
        fraction = 0;
        exponent++;
      }
    }
    long one = (exponent & NO_NUMBER) == 0 ? 0 : Long.MIN_VALUE;
    memory.set(LONG, at, one | fraction);
    memory.set(LONG, at + Long.BYTES, exponent & (long) SIGN_AND_EXPONENT);
  }
}
