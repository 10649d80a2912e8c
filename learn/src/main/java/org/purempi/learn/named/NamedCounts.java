package org.purempi.learn.named;

/**
 * What a rank's background thread has done so far.
 *
 * @param cycles how often the ranks have talked about what is ready
 * @param cacheHits operations that needed a bit only, because their names were known
 * @param negotiated operations that the coordinator had to compare, or refused
 * @param fusedOperations allreduces that shared a message with others
 * @param fusedMessages how many messages those were
 * @param negotiationNanos the time that all cycles took to decide, waiting for other ranks included
 */
public record NamedCounts(
    long cycles,
    long cacheHits,
    long negotiated,
    long fusedOperations,
    long fusedMessages,
    long negotiationNanos) {}
