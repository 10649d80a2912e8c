package org.purempi;

import java.lang.foreign.MemorySegment;

/**
 * One rank's part of a window that this rank can load and store ({@code MPI_Win_shared_query},
 * section 12.2.3).
 *
 * @param rank whose it is
 * @param memory its memory as this process sees it; {@link MemorySegment#NULL} if it has none
 * @param dispUnit bytes of one displacement
 */
public record WindowPart(int rank, MemorySegment memory, int dispUnit) {}
