/**
 * A small engine in pure Java, for tests and small jobs: layers over arrays of float32 that compute
 * outputs and gradients, on one thread. Nothing here communicates. Entry class: {@link
 * org.purempi.learn.engine.Network}.
 */
@NullMarked
package org.purempi.learn.engine;

import org.jspecify.annotations.NullMarked;
