/**
 * Floor 3: messages made of frames. Eager: the whole message in one frame. Fragmented: a head and
 * more frames, without asking. Rendezvous: ask, be told to go, then stream; or lend the buffer and
 * let the receiver copy.
 *
 * <pre>
 *   eager           sender ── EAGER(context, source, tag; data) ──────────────► receiver
 *   synchronous     sender ── EAGER_SYNC(id …; data) ─► receiver ── DONE(id) ──► sender
 *   fragmented      sender ── HEAD(total; data) ─ MORE(data) ─ MORE(data) … ──► receiver
 *   rendezvous      sender ── RTS(id, total) ─► receiver ── GO(id, receive) ───► sender
 *                   sender ── DATA(receive; data) ─ DATA … ───────────────────► receiver
 *   loan            sender ── RTS(id, total; descriptor) ─► receiver copies ── DONE(id) ─► sender
 *                   if it cannot: ── GO(id, receive) ─► sender, as without a loan
 *   credit          receiver ── HOLD ─► sender: rendezvous only, until ── RESUME ─►
 *   announcements   sender ── WITHHELD ─► receiver: no more RTS, until one is answered or ── ASK_ON ─► sender
 *   contexts        a rank that has left one ── LEFT(context) ─► the process that gave it out
 *   ends            a rank that has ended a world ── ENDED(how many) ─► those far away that it has met
 * </pre>
 *
 * <p>EAGER, HEAD and RTS of one pair go out in the order of the sends, and that is the order they
 * are matched in. The three header words:
 *
 * <pre>
 *   word0   bits 0–3 kind · 4–7 width of an element · 8–31 id of an operation · 32–63 tag
 *           (EAGER and HEAD have no id: the signature of a collective is in its place)
 *           (width: 1 + log2 of the bytes of a basic element as it was sent, 0 if not known)
 *   word1   bits 0–43 context · 44–63 source rank in the communicator
 *   word2   total bytes (HEAD; RTS in bits 0–39, the signature above), bytes wanted (GO)
 * </pre>
 *
 * <p>Kind 15 is that of windows; kind 0 is free: {@link Frames} takes the handler of a new kind.
 *
 * <p>Everything here runs inside the rank's {@link org.purempi.progress.Progress} lock; the public
 * methods of {@link Sending}, {@link Receiving} and {@link Waiting} take it.
 *
 * <p>Entry class: {@link Engine}.
 */
@NullMarked
package org.purempi.protocol;

import org.jspecify.annotations.NullMarked;
