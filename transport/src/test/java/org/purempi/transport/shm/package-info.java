/** The shared file's own tests: what is not part of the transports' contract. */
@NullMarked
package org.purempi.transport.shm;

import org.jspecify.annotations.NullMarked;
