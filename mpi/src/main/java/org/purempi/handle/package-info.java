/**
 * Floor 1: what hangs on objects that users hold: attributes, with their callbacks in the
 * Standard's order (section 7.7). Knows no particular kind of object, so communicators have them
 * now and windows will.
 *
 * <p>Any thread. Entry class: {@link Attributes}.
 */
@NullMarked
package org.purempi.handle;

import org.jspecify.annotations.NullMarked;
