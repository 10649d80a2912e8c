/**
 * Models of JavaCPP's PyTorch, as the rest of {@code org.purempi.learn} takes them: gradients side
 * by side in one memory, and told of as soon as they are complete. What is here is called by the
 * thread that trains. Entry class: {@link org.purempi.learn.pytorch.TorchModel}.
 */
@NullMarked
package org.purempi.learn.pytorch;

import org.jspecify.annotations.NullMarked;
