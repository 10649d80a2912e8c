/**
 * Channels between two processes, which never block, in the clear or over TLS 1.3: what the
 * transport between hosts and the daemons of the launcher have in common. They hide bytes and keep
 * them whole; who is at the other end is for their users to prove.
 *
 * <pre>
 *   user's handshake and bytes ──▸ {@link org.purempi.channel.Pipe} ──▸ socket
 *                                   │ TLS: records, and the binding that the handshake covers
 * </pre>
 *
 * <p>Floor: the lowest, needs nothing of purempi but what stands beside it. A pipe is used by one
 * thread at a time. Entry class: {@link org.purempi.channel.Pipe}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.channel;
