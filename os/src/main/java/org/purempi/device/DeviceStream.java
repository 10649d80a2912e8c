package org.purempi.device;

import java.lang.foreign.MemorySegment;

/**
 * What a device does one thing after the other, while the host goes on. All offsets and lengths are
 * bytes. Memory must stay until its use is done. Any thread may put something there; each has to
 * see to the order itself.
 *
 * @see Device#immediate a stream of which every method returns when all is done
 */
public interface DeviceStream extends AutoCloseable {
  /** Copies to native memory of the host. */
  void toHost(DeviceMemory from, long fromAt, MemorySegment to, long toAt, long bytes);

  /** Copies from native memory of the host. */
  void fromHost(MemorySegment from, long fromAt, DeviceMemory to, long toAt, long bytes);

  /** Copies within the device, or from another one of its kind; the two do not overlap. */
  void copy(DeviceMemory from, long fromAt, DeviceMemory to, long toAt, long bytes);

  /** Packs pieces of {@code from} one after the other into {@code to}. */
  void gather(DeviceMemory from, DevicePieces pieces, DeviceMemory to, long toAt);

  /** Unpacks what lies one after the other in {@code from} into pieces of {@code to}. */
  void scatter(DeviceMemory from, long fromAt, DeviceMemory to, DevicePieces pieces);

  /**
   * {@code inout[i] = in[i] operator inout[i]} for {@code count} numbers.
   *
   * @throws DeviceException ({@code UNSUPPORTED}) if the device does not {@link Device#reduces} it
   */
  void reduce(
      DeviceOperator operator,
      DeviceNumber number,
      DeviceMemory in,
      long inAt,
      DeviceMemory inout,
      long inoutAt,
      long count);

  /** Marks the end of what was put there so far. */
  DeviceEvent mark();

  /**
   * Waits until all is done.
   *
   * @throws DeviceException if something was not
   */
  void await();

  /** Waits until all is done, and lets go of the stream. */
  @Override
  void close();
}
