/** Chapter 7 of the Standard: groups and communicators. */
@NullMarked
package org.purempi.tests.communicators;

import org.jspecify.annotations.NullMarked;
