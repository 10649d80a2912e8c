/** Tests of what the driver makes of its figures; nothing here looks at a clock. */
@NullMarked
package org.purempi.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
