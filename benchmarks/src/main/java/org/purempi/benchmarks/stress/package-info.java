/**
 * jcstress tests of the lock-free code: rings, inboxes and windows under every interleaving that
 * the machine can be brought to. Each outcome says in a sentence what happened.
 *
 * <p>{@code benchmarks/stress} builds and runs them.
 */
@NullMarked
package org.purempi.benchmarks.stress;

import org.jspecify.annotations.NullMarked;
