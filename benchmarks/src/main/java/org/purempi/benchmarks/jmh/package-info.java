/**
 * JMH benchmarks: what a call allocates and costs inside one JVM.
 *
 * <p>{@code benchmarks/jmh} builds and starts them; see {@link
 * org.purempi.benchmarks.jmh.SendAllocation}.
 */
@NullMarked
package org.purempi.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
