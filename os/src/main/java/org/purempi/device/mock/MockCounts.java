package org.purempi.device.mock;

import java.util.concurrent.atomic.LongAdder;

/** How often a device was asked to do something; bytes of copies. */
public final class MockCounts {
  /** Copies to the host. */
  public final LongAdder toHost = new LongAdder();

  /** Copies from the host. */
  public final LongAdder fromHost = new LongAdder();

  /** Bytes of copies to the host. */
  public final LongAdder toHostBytes = new LongAdder();

  /** Bytes of copies from the host. */
  public final LongAdder fromHostBytes = new LongAdder();

  /** Copies on the device. */
  public final LongAdder copies = new LongAdder();

  /** Packed or unpacked there. */
  public final LongAdder packs = new LongAdder();

  /** Reductions. */
  public final LongAdder reductions = new LongAdder();

  /** Memory exported. */
  public final LongAdder exports = new LongAdder();

  /** Pieces of the host's memory that are pinned. */
  public final LongAdder pins = new LongAdder();

  /** Memory of other processes opened. */
  public final LongAdder opens = new LongAdder();

  MockCounts() {}
}
