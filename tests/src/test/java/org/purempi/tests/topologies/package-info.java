/** Chapter 8: grids, graphs, and the collectives among neighbours. */
@org.jspecify.annotations.NullMarked
package org.purempi.tests.topologies;
