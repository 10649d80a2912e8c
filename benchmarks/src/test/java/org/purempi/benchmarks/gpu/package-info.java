/** Tests of {@code org.purempi.benchmarks.gpu}. */
@NullMarked
package org.purempi.benchmarks.gpu;

import org.jspecify.annotations.NullMarked;
