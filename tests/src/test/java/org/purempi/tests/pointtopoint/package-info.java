/** Chapter 3 of the Standard, point-to-point: one class of cases for each rule. */
@NullMarked
package org.purempi.tests.pointtopoint;

import org.jspecify.annotations.NullMarked;
