/** What is said on the wire between hosts, byte by byte. */
@org.jspecify.annotations.NullMarked
package org.purempi.transport.tcp;
