/**
 * Models of DJL over PyTorch, as the rest of {@code org.purempi.learn} takes them: values and
 * gradients are PyTorch's own memory. What is here is called by the thread that trains. Entry
 * class: {@link org.purempi.learn.djl.DjlModel}.
 */
@NullMarked
package org.purempi.learn.djl;

import org.jspecify.annotations.NullMarked;
