package org.purempi.watch;

/**
 * A receive that has been posted, or a message that a probe has matched.
 *
 * @param order how many were posted before
 * @param nanos when
 */
public record Posted(Watched scope, int order, long nanos) {}
