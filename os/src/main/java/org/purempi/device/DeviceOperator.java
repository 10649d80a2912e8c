package org.purempi.device;

/** What devices combine numbers by. */
public enum DeviceOperator {
  /** The sum. */
  SUM,
  /** The product. */
  PROD,
  /** The smaller one. */
  MIN,
  /** The larger one. */
  MAX
}
