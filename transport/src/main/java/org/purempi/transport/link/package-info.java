/**
 * A rank's ways to processes of other jobs, beside the way to those of its own: each meeting of two
 * jobs has a transport of its own, a <em>link</em>, which is polled together with the home
 * transport and can be cut again.
 *
 * <p>Processes of the home transport keep their numbers 0 … n − 1; those that come by links get the
 * numbers from n on, which are never used again.
 *
 * <p>Floor: above the transports, of which it knows only the interface. Thread rule: that of {@link
 * org.purempi.transport.Transport}. Entry class: {@link
 * org.purempi.transport.link.LinkedTransport}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.transport.link;
