/**
 * The operating system, as far as purempi needs it: futex, file reservation, single-copy reads,
 * descriptors, affinity, spawn.
 *
 * <p>Every call says whether it is available; nothing here is needed for correctness. Any thread
 * may call it.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.os;
