package org.purempi.device;

/** The numbers that devices combine. */
public enum DeviceNumber {
  /** Signed, 4 bytes. */
  INT32(4),
  /** Signed, 8 bytes. */
  INT64(8),
  /** IEEE 754, 2 bytes. */
  FLOAT16(2),
  /** IEEE 754, 4 bytes. */
  FLOAT32(4),
  /** IEEE 754, 8 bytes. */
  FLOAT64(8);

  private final int bytes;

  DeviceNumber(int bytes) {
    this.bytes = bytes;
  }

  /** The width of one. */
  public int bytes() {
    return bytes;
  }
}
