/**
 * Floor 0: what tools may know of running ranks (chapter 15 of the Standard). Control variables,
 * performance variables and events, each declared once: the enumerations and the table of settings
 * are what Java, JMX and the C interface show. And what ranks are doing, as plain values: which
 * calls wait and for what, which messages nobody has received.
 *
 * <p>Any thread. Entry classes: {@link Tools}, {@link ThreadJob}, {@link RankState}.
 */
@NullMarked
package org.purempi.tool;

import org.jspecify.annotations.NullMarked;
