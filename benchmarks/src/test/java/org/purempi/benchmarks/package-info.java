/** Tests of what runs in the ranks of the race; nothing here looks at a clock. */
@NullMarked
package org.purempi.benchmarks;

import org.jspecify.annotations.NullMarked;
