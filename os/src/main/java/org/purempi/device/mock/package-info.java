/**
 * A device that is none: memory of the host that only the device's methods reach, streams that do
 * nothing before somebody waits for them, and counters of what was done. For tests of programs and
 * of the library on machines without a device: {@code -Dpurempi.devices=mock}. Floor 0. Entry
 * class: {@link org.purempi.device.mock.MockDevice}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.device.mock;
