/** Chapter 5: datatypes. Each class holds cases that run over every transport. */
@org.jspecify.annotations.NullMarked
package org.purempi.tests.datatypes;
