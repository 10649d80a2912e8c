/**
 * Floor 0: what ranks write down of their calls, and how it is read again: a file of records of
 * equal length for each rank, and one beside it with the names in them.
 *
 * <p>Written by the library, read by tools in other processes. Entry classes: {@link CallLog},
 * {@link CallLogReader}.
 */
@NullMarked
package org.purempi.record;

import org.jspecify.annotations.NullMarked;
