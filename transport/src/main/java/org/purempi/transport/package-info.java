/**
 * The service-provider interface of transports: opaque frames go from rank to rank, in order per
 * pair.
 *
 * <p>A <em>frame</em> is three opaque header words and a payload:
 *
 * <pre>
 *   long word0 | long word1 | long word2 | payload, 0 … Endpoint.maxPayloadBytes() bytes
 * </pre>
 *
 * <p>A transport knows neither MPI nor datatypes and never blocks: {@link Endpoint#offer} answers
 * {@link Offer#BUSY} when there is no room, {@link Transport#poll} returns 0 when nothing came.
 * Frames from one rank to another arrive exactly once, unchanged and in the order offered; nothing
 * is promised between different pairs. A rank may send frames to itself.
 *
 * <p>Thread rule: a {@link Transport} with all its endpoints belongs to one rank, and only one
 * thread at a time (the owner of that rank's progress) calls it. The only exceptions are {@link
 * Doorbell#ring} and {@link Transport#close}.
 *
 * <p>Entry class: {@link Transport}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.transport;
