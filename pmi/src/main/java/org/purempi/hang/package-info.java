/**
 * Floor 0: what ranks wait for, as plain values that travel to a launcher, and what follows from
 * them: who can never go on, in which circle, and which message or call just misses another.
 *
 * <p>Knows neither MPI's objects nor how reports travel: a rank says what it waits for in {@link
 * Situation}s, whose ranks are those of its world. Values are immutable; any thread. Entry class:
 * {@link HangAnalysis}.
 */
@NullMarked
package org.purempi.hang;

import org.jspecify.annotations.NullMarked;
