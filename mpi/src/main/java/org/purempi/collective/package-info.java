/**
 * The collective operations on {@code Peers} (chapter 6). Floor 4: uses layout, reduction and
 * protocol, and knows nothing of communicators.
 *
 * <p>Each algorithm is one file and is written once, as the steps of a {@link
 * org.purempi.collective.Schedule}: send, receive, reduce, copy, and the line that ends a round. It
 * never looks at the data, so the same text runs on the spot (blocking) or can be kept and run
 * later (non-blocking, persistent). Every algorithm's page says when to use it, what it costs,
 * where it comes from, and shows the ranks. In the cost formulas
 *
 * <pre>
 *   p  ranks                             α  seconds to start a message
 *   n  bytes of the whole vector         β  seconds to move a byte
 *   b  bytes of one rank's block         γ  seconds to combine a byte
 * </pre>
 *
 * <p>Which algorithm runs is decided by {@link org.purempi.collective.Tables}, a table that a
 * setting overrides: {@code -Dpurempi.allreduce=ring}.
 *
 * <pre>
 *   Plans ──────── CollectiveArguments    what is wrong is said before anything is sent
 *        └──────── Steps ── Tables        which algorithm
 *                    │
 *                AllreduceRing …          what to do, in which order
 *                    │
 *   BlockingSchedule ┤ ── protocol        doing it on the spot
 *   RecordedSchedule ┘ ── progress        doing it later, or again and again
 * </pre>
 *
 * <p>Threads: one thread at a time per {@code Peers} and kind of operation, as the Standard asks
 * (section 6.14).
 *
 * <p>Entry class: {@link org.purempi.collective.Collective}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.collective;
