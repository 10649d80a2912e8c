/** Chapters 9 and 11 of the Standard: starting, ending, errors, clocks, attributes, misuse. */
@NullMarked
package org.purempi.tests.environment;

import org.jspecify.annotations.NullMarked;
