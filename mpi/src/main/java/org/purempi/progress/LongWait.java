package org.purempi.progress;

/**
 * A wait that has become so long that its thread sleeps or parks: what a hang report starts from.
 *
 * @param thread who waits
 * @param what the {@link Completion} or the condition waited for
 * @param limited whether the wait ends by itself at some time
 * @param sinceNanos {@link System#nanoTime} when it first slept, a few milliseconds after it began
 */
public record LongWait(Thread thread, Object what, boolean limited, long sinceNanos) {}
