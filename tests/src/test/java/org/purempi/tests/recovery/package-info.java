/** Jobs that survive the failure of ranks. */
@NullMarked
package org.purempi.tests.recovery;

import org.jspecify.annotations.NullMarked;
