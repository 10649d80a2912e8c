/**
 * Data parallel learning: every rank has the whole model and a share of the examples, and the
 * gradients are averaged over the ranks while the backward pass still runs (Li et al., "PyTorch
 * Distributed", VLDB 2020). Optionally each rank keeps a share of the optimiser's state alone
 * (Rajbhandari et al., "ZeRO", SC 2020, stage 1). Entry class: {@link
 * org.purempi.learn.data.DataParallel}.
 */
@NullMarked
package org.purempi.learn.data;

import org.jspecify.annotations.NullMarked;
