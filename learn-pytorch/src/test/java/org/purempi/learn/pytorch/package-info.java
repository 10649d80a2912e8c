/** Tests of models of PyTorch, and their race against Gloo. */
@NullMarked
package org.purempi.learn.pytorch;

import org.jspecify.annotations.NullMarked;
