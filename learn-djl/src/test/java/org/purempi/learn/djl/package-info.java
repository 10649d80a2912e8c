/** Tests of models of DJL. */
@NullMarked
package org.purempi.learn.djl;

import org.jspecify.annotations.NullMarked;
