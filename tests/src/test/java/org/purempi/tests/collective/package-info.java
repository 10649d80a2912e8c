/** Chapter 6: collective communication. Each class holds cases that run over every transport. */
@org.jspecify.annotations.NullMarked
package org.purempi.tests.collective;
