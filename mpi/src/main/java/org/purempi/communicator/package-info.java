/**
 * Floor 9: the living communicators: they check arguments, choose the floor below that does the
 * work, and treat errors as their error handler says.
 *
 * <p>Any thread. Entry class: {@link LiveCommunicator}.
 */
@NullMarked
package org.purempi.communicator;

import org.jspecify.annotations.NullMarked;
