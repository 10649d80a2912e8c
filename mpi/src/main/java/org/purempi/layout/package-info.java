/**
 * Where the bytes of a message lie: turns a {@link org.purempi.Buf} (memory, byte offset, count,
 * datatype) into cursors over its bytes in type map order, and Java objects into bytes. Floor 1.
 *
 * <pre>
 *   one element of (double, int), extent 16:  |dddddddd|iiii|....|   runs: (0, 12 bytes)
 *   one element of (short, int), extent 8:    |ss..|iiii|            runs: (0, 2) (4, 4)
 *
 *   buffer    |ss..iiii|ss..iiii|ss..iiii|    count × runs, one extent apart
 *   message   |ssiiiissiiiissiiii|            what the cursors read and write
 * </pre>
 *
 * <p>A datatype is compiled once into its normal form, {@link org.purempi.layout.Runs}; adjacent
 * fields become one run, and a type without gaps is copied in one piece. Any thread may call; a
 * cursor belongs to one thread at a time. Entry class: {@link org.purempi.layout.Layout}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.layout;
