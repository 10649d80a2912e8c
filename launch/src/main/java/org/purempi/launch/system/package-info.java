/**
 * This host and this process: the host's name, its processors and limits, signals, threads, the
 * programs of the system that the launcher uses.
 *
 * <p>Floor 1 of the launcher, to the right of {@code text}. The entry classes are {@link
 * org.purempi.launch.system.ThisHost} and {@link org.purempi.launch.system.Tools}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.system;
