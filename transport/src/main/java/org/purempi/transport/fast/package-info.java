/**
 * Long messages between processes of one host without the way through the rings: the receiver reads
 * the sender's memory, or both copy. Only for speed: where it is not possible, or switched off, the
 * message is sent.
 *
 * <p>Floor: above {@code org.purempi.memory}, below the transport {@code shm} that uses it. Thread
 * rule: that of {@link org.purempi.transport.Transport}. Entry class: {@link
 * org.purempi.transport.fast.DirectReads}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.transport.fast;
