/**
 * Floor 1: who hears of a rank's calls: the timeline, the profile, the flight recorder, and tools
 * of users. Where none is wanted {@link org.purempi.watch.Watch#ON} is a constant that makes every
 * mention of it vanish.
 *
 * <p>A call is entered and left by the thread that makes it. Entry class: {@link
 * org.purempi.watch.Watch}.
 */
@NullMarked
package org.purempi.watch;

import org.jspecify.annotations.NullMarked;
