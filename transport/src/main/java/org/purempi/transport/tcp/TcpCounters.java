package org.purempi.transport.tcp;

/**
 * What one rank's connections have seen so far.
 *
 * @param connections that were opened and proved
 * @param refused that were closed because the other side did not prove itself: wrong key, another
 *     job, no purempi, too slow, or one of too many at once
 * @param malformed that were closed because of a frame that is none
 * @param reads calls of the system to read
 * @param writes calls of the system to write
 */
public record TcpCounters(
    long connections, long refused, long malformed, long reads, long writes) {}
