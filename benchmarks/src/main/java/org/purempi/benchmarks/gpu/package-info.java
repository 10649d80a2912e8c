/**
 * Buffers in the memory of a GPU: whether what arrives is right, and how long it takes beside the
 * copies that it consists of. {@link org.purempi.benchmarks.gpu.Gpu} starts the other programs, one
 * job for each way a message can take, and writes a page. Only public API is used.
 */
@NullMarked
package org.purempi.benchmarks.gpu;

import org.jspecify.annotations.NullMarked;
