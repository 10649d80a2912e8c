/**
 * Floor 5: which context a new group of ranks talks in, agreed without locks between communicators.
 *
 * <p>A context is made by one process, the leader, from its own number and a counter: it is unique
 * without asking anybody. The others learn it in the collective call that makes the communicator,
 * so threads that make communicators at the same time cannot wait for each other.
 *
 * <pre>
 *   bits 43 … 24 leader's process · 23 … 2 leader's counter · 1 … 0 point-to-point, collective, creation
 * </pre>
 *
 * <p>Any thread. Entry class: {@link Contexts}.
 */
@NullMarked
package org.purempi.context;

import org.jspecify.annotations.NullMarked;
