/**
 * What every transport must do, and what tests of higher floors need: see {@link
 * org.purempi.transport.TransportContract}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.transport;
