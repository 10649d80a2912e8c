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

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  /** The size of a number in bytes. */
  public int bytes() {
    return bytes;
  }
}
