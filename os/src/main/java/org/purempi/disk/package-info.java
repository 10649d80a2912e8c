/**
 * Files, read and written by position: what MPI-IO needs of the operating system. There are two
 * ways to the disk, with one contract: system calls where native calls are possible, and Java's
 * {@link java.nio.channels.FileChannel} elsewhere.
 *
 * <pre>
 *   {@link org.purempi.disk.Disk} ──▸ {@link org.purempi.disk.OpenFile} ──▸ pread, pwrite, preadv, … of the kernel
 *                    │ which may take arrays on the heap as they are
 *                    └─▸ FileChannel, with a copy for arrays
 * </pre>
 *
 * <p>Floor: above {@code org.purempi.os.fast}. Any thread may call an open file at any time, also
 * several at once; an interrupt stops nothing and is still there afterwards. A call keeps its
 * thread until the disk has answered; a virtual thread keeps its carrier as well. Entry class:
 * {@link org.purempi.disk.Disk}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.disk;
