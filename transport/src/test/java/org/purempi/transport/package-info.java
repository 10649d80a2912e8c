/**
 * What every transport must do ({@link org.purempi.transport.TransportContract}) and a transport
 * that misbehaves for the tests of higher floors ({@link org.purempi.transport.FaultyTransport}).
 */
@org.jspecify.annotations.NullMarked
package org.purempi.transport;
