/** Chapter 11: worlds that meet, and worlds that spawn others. */
@org.jspecify.annotations.NullMarked
package org.purempi.tests.spawn;
