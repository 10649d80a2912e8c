/**
 * Floor 5: requests (section 3.7): an operation until its end has been seen, then what came of it;
 * and sets of them. Whose requests they are they know only as an {@link
 * org.purempi.request.ErrorScope}: communicators and windows.
 *
 * <p>Any thread. Entry classes: {@link org.purempi.request.LiveRequest}, {@link
 * org.purempi.request.RequestSets}.
 */
@NullMarked
package org.purempi.request;

import org.jspecify.annotations.NullMarked;
