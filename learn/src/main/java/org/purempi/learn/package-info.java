/**
 * What learning is made of, whatever engine computes: a {@link org.purempi.learn.Model} is a list
 * of {@link org.purempi.learn.Parameter}s, memory with values and gradients, and an {@link
 * org.purempi.learn.Optimizer} is a rule that changes the ones by the others. The packages beside
 * this one spread a model's work over ranks. Entry class: {@link org.purempi.learn.Model}.
 */
@NullMarked
package org.purempi.learn;

import org.jspecify.annotations.NullMarked;
