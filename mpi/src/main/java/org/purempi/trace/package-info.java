/**
 * Floor 0: which frames of a stack are the library's and which the program's. Pure; any thread.
 * Entry class: {@link org.purempi.trace.FrameOrigin}.
 */
@NullMarked
package org.purempi.trace;

import org.jspecify.annotations.NullMarked;
