/** Rules about the source tree itself: the floor plan, formatting, documentation. */
@NullMarked
package org.purempi.tests.house;

import org.jspecify.annotations.NullMarked;
