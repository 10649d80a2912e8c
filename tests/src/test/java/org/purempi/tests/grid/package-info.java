/**
 * The same cases in every kind of communicator, with every kind of datatype, in every form:
 * blocking, non-blocking, persistent. The other packages look at one thing at a time.
 */
@NullMarked
package org.purempi.tests.grid;

import org.jspecify.annotations.NullMarked;
