/** Tests of starting and ending, and of what is told about ranks. */
@org.jspecify.annotations.NullMarked
package org.purempi.world;
