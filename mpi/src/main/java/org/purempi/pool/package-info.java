/**
 * A pool of workers: tasks that one rank, the master, gives to others. Floor 0: made of nothing but
 * the public calls of {@code org.purempi}.
 *
 * <p>{@link Master} keeps the tasks and decides who gets which; {@link Worker} runs them on its
 * rank's own thread; {@link Link} is how the two reach each other, and {@link CommunicatorLink} the
 * one over a communicator. A message is a sequence of entries ({@link Packet}). Both sides have a
 * thread that does nothing but receive, so that a worker hears what is cancelled, or wanted back,
 * while it works. Nothing waits but in blocking receives and on locks.
 *
 * <p>{@link MpiExecutor} and its futures may be used by any thread of the master's rank. Entry
 * class: {@link MpiExecutor}.
 */
@NullMarked
package org.purempi.pool;

import org.jspecify.annotations.NullMarked;
