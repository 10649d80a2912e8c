package org.purempi.learn;

/** How a number of a tensor is stored. */
public enum ElementType {
  /** IEEE 754 binary32. */
  FLOAT32(4),
  /** IEEE 754 binary64. */
  FLOAT64(8),
  /** IEEE 754 binary16. */
  FLOAT16(2),
  /** The upper half of a binary32: eight bits of exponent, seven of fraction. */
  BFLOAT16(2);

  private static final int HALF_OF_THE_LAST = 0x7FFF;
  private static final int QUIET_NAN = 0x40_0000;

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  /** The size of a number in bytes. */
  public int bytes() {
    return bytes;
  }

  /** The number that two bytes are; of {@link #FLOAT16} and {@link #BFLOAT16} alone. */
  public float widen(short x) {
    requireTwoBytes();
    return this == BFLOAT16 ? Float.intBitsToFloat(x << Short.SIZE) : Float.float16ToFloat(x);
  }

  /** The two bytes of the nearest number, ties to even; of the types of {@link #widen} alone. */
  public short narrow(float x) {
    requireTwoBytes();
    if (this == FLOAT16) {
      return Float.floatToFloat16(x);
    }
    int bits = Float.floatToRawIntBits(x);
    int rounded = bits + HALF_OF_THE_LAST + (bits >>> Short.SIZE & 1);
    return (short) ((Float.isNaN(x) ? bits | QUIET_NAN : rounded) >>> Short.SIZE);
  }

  private void requireTwoBytes() {
    if (bytes != Short.BYTES) {
      throw new IllegalArgumentException(this + " is not a type of 16 bits");
    }
  }
}
