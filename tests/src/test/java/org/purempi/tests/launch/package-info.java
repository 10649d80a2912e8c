/**
 * mpiexec and purempi-java from outside: options, programs, output, failures, and what they leave
 * behind.
 *
 * <p>Every test starts the real scripts in {@code bin/}; {@link org.purempi.tests.launch.Launch} is
 * how. Ranks are shell scripts, small C programs and small Java programs, so these tests need no
 * working library.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.tests.launch;
