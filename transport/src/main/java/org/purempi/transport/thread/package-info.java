/**
 * Ranks as threads of one JVM: the rings of {@code org.purempi.memory} over memory that the garbage
 * collector gives back, large messages copied once from the sender's buffer to the receiver's.
 *
 * <p>Nothing here depends on the operating system or needs native access. Platform and virtual
 * threads are alike: a sleeping rank is parked and never pins its carrier.
 *
 * <p>Floor: a transport, above {@code org.purempi.memory}. Thread rule: that of {@link
 * org.purempi.transport.Transport}. Entry class: {@link org.purempi.transport.thread.ThreadHub}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.transport.thread;
