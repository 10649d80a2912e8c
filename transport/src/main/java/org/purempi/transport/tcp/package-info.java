/**
 * Ranks on any hosts: frames over TCP, without native code.
 *
 * <pre>
 *   rank's thread                      helper thread (ConnectionManager)
 *   ┌───────────────┐  asks for peer   ┌──────────────────────────────┐
 *   │ TcpEndpoint   │─────────────────►│ connects, accepts,           │◄── other ranks
 *   │ Connection    │◄─────────────────│ proves and demands the key   │
 *   │ TcpDoorbell   │  events, bell    │ (Handshake), says goodbye    │
 *   └───────┬───────┘                  └──────────────────────────────┘
 *           └── reads and writes the sockets itself, no thread in between
 * </pre>
 *
 * <p>A pair of ranks has at most one connection, opened when the first of both has something to
 * say. Until both sides have proved that they know the job's key nothing but the fixed messages of
 * the {@link org.purempi.transport.tcp.Handshake handshake} is read. A rank that polls reads its
 * few connections directly, or asks a selector which of many are worth it; one that sleeps, sleeps
 * in that selector.
 *
 * <p>Floor: a transport, beside {@code shm} and {@code thread}. Thread rule: that of {@link
 * org.purempi.transport.Transport}. Entry class: {@link org.purempi.transport.tcp.TcpTransport}. To
 * the byte: {@code docs/reference/wire/tcp.md}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.transport.tcp;
