/**
 * Floor 10: start-up, wire-up and the end. Builds each rank's environment from a transport, and
 * knows the process's launch record.
 *
 * <p>Any thread. Entry classes: {@link Provider} (found by ServiceLoader), {@link ThreadWorld},
 * {@link ProcessWorld}.
 */
@NullMarked
package org.purempi.world;

import org.jspecify.annotations.NullMarked;
