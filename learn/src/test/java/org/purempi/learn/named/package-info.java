/** Tests of operations by name. Entry class: {@link NamedOperationsTest}. */
@NullMarked
package org.purempi.learn.named;

import org.jspecify.annotations.NullMarked;
