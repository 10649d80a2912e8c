/**
 * What ranks write and read: whole lines to our streams, with labels, merged or into files, and our
 * standard input to the ranks that read it.
 *
 * <p>Floor 2 of the launcher. One thread reads each stream; everything here may be called by any.
 * The entry class is {@link org.purempi.launch.output.Forwarding}.
 *
 * <pre>
 *   a rank's stream ──▸ LineForwarder ──▸ LineSink ─┬─ Output         our standard output and error
 *                                                   ├─ Merger         '[0-3] text'
 *                                                   ├─ RankFiles      a file for each rank
 *                                                   ├─ PatternFiles   files named by a pattern
 *                                                   └─ HeldFailures   held until the culprit is known
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.output;
