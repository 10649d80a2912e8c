/**
 * Operators on buffers: {@code inout[i] = in[i] op inout[i]} (section 6.9 of the MPI Standard).
 * Floor 1.
 *
 * <pre>
 *   both operands in arrays of the type's own primitive, at the same index → one loop
 *   else (a segment, another array, another index):
 *
 *     in     ~~~~[ 4 KiB ]~~~~ ─ copy ─→ [ array ]  ┐
 *     inout  ~~~~[ 4 KiB ]~~~~ ─ copy ─→ [ array ]  ┴ the same loop ─ copy ─→ back
 * </pre>
 *
 * <p>The loops (one file for each primitive) see arrays only: C2 turns them into vector code, and
 * no other kind of memory can spoil their profile. A block stays in the first-level cache between
 * its copy and its loop.
 *
 * <p>Decisions: MAX and MIN of floating point are Java's {@code Math.max} and {@code Math.min}: a
 * NaN wins and −0 is below +0, so that every order of combining gives the same bits (C's {@code >}
 * does not). Truth values come out as 0 and 1. Of equal values MAXLOC and MINLOC keep the lower
 * index; NaN wins there too. Integers wrap. Characters are not numbers and have no operation.
 *
 * <p>Any thread may call. Entry class: {@link org.purempi.reduction.Reductions}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.reduction;
