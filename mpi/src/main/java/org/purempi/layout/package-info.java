/**
 * Where the bytes of a message lie: turns a {@link org.purempi.Buf} (memory, byte offset, count,
 * datatype) into cursors over its bytes in type map order, and Java objects into bytes. Floor 1.
 *
 * <pre>
 *   buffer    |ss..iiii|ss..iiii|ss..iiii|    three elements of (short, int), one extent apart
 *   message   |ssiiiissiiiissiiii|            what the cursors read and write
 * </pre>
 *
 * <p>A datatype is brought to its normal form once, a tree of {@link org.purempi.layout.Node
 * nodes}, whatever calls it was made by:
 *
 * <pre>
 *   contiguous of contiguous                  Piece    (one copy)
 *   column of a matrix, by any constructor    Strided  (pieces at equal distances)
 *   face of a cube                            Loop of Strided
 *   (short, int) ×&nbsp;1000                        Loop of Listed [(0, 2) (4, 4)]
 *   particles 3, 17, 4, …                     Indexed
 *   struct of two subarrays                   Sequence
 * </pre>
 *
 * <p>A {@link org.purempi.layout.LayoutCursor cursor} knows nothing but how many bytes it has done:
 * a node finds its place with a division or a search and shows the pieces of a range to a {@link
 * org.purempi.layout.Walker}, which moves them by the {@link org.purempi.layout.Kernels kernel} for
 * the two kinds of memory. Any thread may call; a cursor belongs to one thread at a time. Entry
 * class: {@link org.purempi.layout.Layout}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.layout;
