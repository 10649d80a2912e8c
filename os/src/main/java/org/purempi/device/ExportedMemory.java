package org.purempi.device;

/**
 * What a process tells another one of this host to share memory of a device.
 *
 * @param deviceHigh the device, by a number that is the same in all processes
 * @param deviceLow its lower half
 * @param handle the driver's handle of the allocation that the memory lies in, 64 bytes
 * @param allocation a number that no other allocation of the exporting process ever has
 * @param allocationBytes how long the allocation is
 * @param offset where in the allocation the memory begins, in bytes
 * @param bytes how long the memory is
 */
@SuppressWarnings("ArrayRecordComponent") // read, never changed
public record ExportedMemory(
    long deviceHigh,
    long deviceLow,
    byte[] handle,
    long allocation,
    long allocationBytes,
    long offset,
    long bytes) {
  /** Bytes of a handle. */
  public static final int HANDLE_BYTES = 64;
}
