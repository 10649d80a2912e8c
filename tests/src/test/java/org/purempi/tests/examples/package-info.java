/** The examples, on threads and on processes. */
@NullMarked
package org.purempi.tests.examples;

import org.jspecify.annotations.NullMarked;
