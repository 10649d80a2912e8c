/**
 * Shared memory made into frames: pair rings, inboxes, and the exchange that a rank builds from
 * them.
 *
 * <p>Two structures carry every frame, in a transport for threads as in one for processes:
 *
 * <pre>
 *   inbox (one per receiver, many senders)      pair ring (one per ordered pair that talks)
 *   ┌──────┬──────┬──────┬ ─ ─                  ┌──────────┬────────┬────────┬ ─ ─ ┬───────┬ ─ ─
 *   │ tail │ slot │ slot │                      │ consumed │ slot 0 │ slot 1 │     │ cell 0│
 *   └──────┴──────┴──────┴ ─ ─                  └──────────┴────────┴────────┴ ─ ─ ┴───────┴ ─ ─
 * </pre>
 *
 * <p>A sender makes the pair ring at its first offer, announces it through the receiver's inbox and
 * uses nothing else from then on, so the order of a pair is kept. Where there is no memory for the
 * ring the pair stays with the inbox for ever. A receiver looks only at its inbox and at rings that
 * were announced to it. Nothing here blocks, and nothing here wakes anybody: a sender looks at the
 * receiver's bell word and asks its {@link org.purempi.memory.Ground} to ring.
 *
 * <p>Floor: above the SPI {@code org.purempi.transport}, below the transports. Thread rule: that of
 * a transport, one thread at a time for each rank; the other side of a ring or inbox may be any
 * thread or process. Entry class: {@link org.purempi.memory.Traffic}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.memory;
