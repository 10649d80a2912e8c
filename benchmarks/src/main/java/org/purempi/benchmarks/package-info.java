/**
 * The Java side of the race against C: programs that the driver starts, and their C twins' equals.
 *
 * <p>{@link org.purempi.benchmarks.Race} runs the loops of {@code src/main/c/race.c} on purempi,
 * {@link org.purempi.benchmarks.Floor} those of {@code floor.c}, {@link
 * org.purempi.benchmarks.Start} is {@code start.c}. Each is a program of its own; nobody calls into
 * this package. Only public API is used.
 */
@NullMarked
package org.purempi.benchmarks;

import org.jspecify.annotations.NullMarked;
