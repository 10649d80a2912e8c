/** Tests of the engine: its gradients against differences of its outputs. */
@NullMarked
package org.purempi.learn.engine;

import org.jspecify.annotations.NullMarked;
