/**
 * Floor 6: how worlds meet (chapter 11): ports, accept and connect, join, spawn.
 *
 * <p>The roots of two groups have a {@link org.purempi.spawn.Call connection}; the others speak
 * through them ({@link org.purempi.spawn.Sides}). Once everybody has said who it is, processes that
 * do not reach each other yet are wired together by a transport of their own, as the ranks of a
 * world are, and everyone's engine gets a link ({@link org.purempi.spawn.Links}). From then on
 * messages go from rank to rank, and communicators of both groups are like any other.
 *
 * <pre>
 *   root of A ───── port: address and secret ─────► root of B      who are you? (Member)
 *      │ gather, broadcast                  gather, broadcast │    where do I reach you? (Wiring)
 *   ranks of A ═══════ link: shared memory, TCP ═══════ ranks of B
 * </pre>
 *
 * <p>Any thread. Entry classes: {@link org.purempi.spawn.Ports}, {@link
 * org.purempi.spawn.Encounter}.
 */
@NullMarked
package org.purempi.spawn;

import org.jspecify.annotations.NullMarked;
