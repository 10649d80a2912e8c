package org.purempi.transport;

/**
 * Memory that ranks can map, as {@link Transport#reserve} gave it. Another rank makes the same
 * region of its two numbers, which may be sent.
 *
 * @param handle what the transport knows it by
 * @param bytes how long it is
 */
public record Region(long handle, long bytes) {}
