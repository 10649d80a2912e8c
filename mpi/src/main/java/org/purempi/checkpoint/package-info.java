/**
 * Checkpoints: what ranks have registered is kept in their memory, in a partner's, and in files,
 * and filled in again after a failure, also on another number of ranks. Floor 8: made of the public
 * calls of {@code org.purempi} and of files.
 *
 * <p>A save is a snapshot of each rank ({@link Image}), which {@link MemoryCopies} keep and {@link
 * FileLevel} writes: a file for each rank ({@link PieceFile}), and when all are there the {@link
 * Manifest}. A checkpoint is complete if and only if its manifest verifies. {@link Restoring} finds
 * the newest complete one and deals it out again ({@link Share}, {@link Run}).
 *
 * <p>Called by a rank's own thread; files are written by a thread beside it. Entry class: {@link
 * Checkpoint}.
 */
@NullMarked
package org.purempi.checkpoint;

import org.jspecify.annotations.NullMarked;
