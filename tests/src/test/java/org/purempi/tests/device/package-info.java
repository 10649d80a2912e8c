/**
 * Buffers in a device's memory: {@link org.purempi.tests.device.OnDevices} runs the conformance
 * cases on them, and the tests beside it see to what only a device can do, or fail to do. The
 * device is a mock, whose counters tell which way the data went.
 */
@NullMarked
package org.purempi.tests.device;

import org.jspecify.annotations.NullMarked;
