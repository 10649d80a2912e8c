/**
 * NVIDIA's GPUs by the CUDA driver API: {@code libcuda.so.1}, called by foreign functions that are
 * bound at the first use. Nothing of it is needed, and nothing is said, where there is no driver.
 * Floor 0. Entry class: {@link org.purempi.device.cuda.CudaProvider}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.device.cuda;
