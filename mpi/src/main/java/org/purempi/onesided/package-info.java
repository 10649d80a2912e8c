/**
 * Floor 6: one-sided communication (chapter 12). A window is memory of many ranks; each rank sees
 * the others' parts as {@link Target}s.
 *
 * <pre>
 *   this rank ─ Epochs (may it?) ─┬─ part is mapped here: a copy, or atomics of the processor ({@link AtomicUpdate})
 *                                 └─ else: frames ({@link Verb}) of {@link Remote} by a {@link Link} ─► {@link Port} there ─► {@link Exposed}
 * </pre>
 *
 * <p>What comes by frames is done inside the target's progress lock, by whichever of its threads
 * polls; a progress thread sees to it that one does. Frames of a pair arrive in their order, so the
 * answer to a FLUSH says that all before it has been done.
 *
 * <p>Locks are words in memory: in that of the part where ranks map it, else in the target's own,
 * where the frames LOCK and UNLOCK change it ({@link LockWord}). Both kinds of origin use the same
 * word.
 *
 * <p>Updates of shared memory pass the part's {@link Gate}: of a few elements of 4 and 8 bytes many
 * at a time, each by an atomic access; all others one at a time.
 *
 * <p>Entry class: {@link WindowCore}.
 */
@NullMarked
package org.purempi.onesided;

import org.jspecify.annotations.NullMarked;
