/**
 * Files that ranks read and write together (chapter 14). Floor 7: speaks {@code Peers}, windows and
 * the way to the disk ({@code org.purempi.disk}), never a communicator.
 *
 * <pre>
 *   FileCore ── what a rank has of a file: modes, hints, view, pointers
 *     │ ├────── Opening          all ranks open it, or none
 *     │ ├────── View             which bytes of the file a rank sees, and how they are represented
 *     │ ├────── SharedPointer    a word in a window
 *     │ └────── Background       threads for calls that return at once
 *     │
 *   Transfers ── the calls that move data
 *     ├── Independent    this rank alone: straight, or through a block that covers small holes
 *     └── CollectiveAccess
 *           ├── JointWrite   ranks that share memory: each stores into one block, one writes it
 *           └── TwoPhase     else: first to the aggregators, which then write long stretches
 * </pre>
 *
 * <p>The data of a view is numbered byte by byte; as places in the file never decrease, the part of
 * an access that lies in one domain is one interval of those numbers. Ranks tell each other their
 * views once, when they are set, and afterwards two numbers for each collective call; all know then
 * who sends what to whom.
 *
 * <p>Any thread may call; collective calls of one file in the same order on all ranks. Entry class:
 * {@link org.purempi.file.FileCore}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.file;
