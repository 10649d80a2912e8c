/** Tests of models that are spread over ranks: each learns as one rank alone would. */
@NullMarked
package org.purempi.learn.parallel;

import org.jspecify.annotations.NullMarked;
