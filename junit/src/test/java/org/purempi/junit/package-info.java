/** Tests of the extension, which run small test classes through JUnit. */
@NullMarked
package org.purempi.junit;

import org.jspecify.annotations.NullMarked;
