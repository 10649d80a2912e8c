/**
 * Running jobs of this user on this host, as others see them: each mpiexec answers questions at a
 * socket in a folder that only this user can enter, and {@code purempi} asks them. Any thread.
 * Entry classes: {@link org.purempi.launch.live.JobDoor}, {@link org.purempi.launch.live.Purempi}.
 */
@NullMarked
package org.purempi.launch.live;

import org.jspecify.annotations.NullMarked;
