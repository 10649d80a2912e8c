/**
 * Floor 0: what tools may know of running ranks, as plain values: which calls wait and for what,
 * which messages nobody has received.
 *
 * <p>Here is room for counters, settings and listeners; the wait-for graph will be built from
 * {@link RankState}. Any thread. Entry classes: {@link ThreadJob}, {@link RankState}.
 */
@NullMarked
package org.purempi.tool;

import org.jspecify.annotations.NullMarked;
