/**
 * The driver of the race: it starts the contestants, lets one at a time run, and writes what it
 * saw.
 *
 * <pre>
 *   Compare --- Crew ours ----- rank 0, rank 1      all alive from the first point to the last,
 *           |-- Crew mpich ---- rank 0, rank 1      all asleep in read() but the one whose turn it is
 *           '-- Crew openmpi -- rank 0, rank 1
 *
 *   rounds -1 and 0 (warm-up): point 1: ours, mpich, openmpi; point 2: ours, mpich, openmpi; ...
 *   round 1: the same again, and so on; a row is the median over the rounds, its spread their middle half
 * </pre>
 *
 * Turns are a fraction of a second, so that a noisy moment of the machine hits all contestants
 * alike. Nothing here knows MPI or purempi: contestants are command lines. One thread calls
 * everything; the entry class is {@link org.purempi.benchmarks.compare.Compare}.
 */
@NullMarked
package org.purempi.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
