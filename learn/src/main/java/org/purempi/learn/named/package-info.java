/**
 * Horovod's habits: collective operations by name in any order on different ranks, with fusion, a
 * cache of what is known, join, stall warnings and timelines; the numbers of a rank on its host;
 * and learning that goes on when ranks die. Entry class: {@link
 * org.purempi.learn.named.NamedOperations}.
 *
 * <p>Environment variables of Horovod that mean the same here; {@link
 * org.purempi.learn.named.NamedOptions} sets them in a program:
 *
 * <table>
 * <caption>What is read</caption>
 * <tr><th>variable</th><th>default</th><th>meaning</th></tr>
 * <tr><td>HOROVOD_FUSION_THRESHOLD</td><td>67108864</td><td>bytes that allreduces may have together
 *   in one message; 0: each has its own</td></tr>
 * <tr><td>HOROVOD_CYCLE_TIME</td><td>1</td><td>milliseconds between cycles, such as 3.5</td></tr>
 * <tr><td>HOROVOD_CACHE_CAPACITY</td><td>1024</td><td>names that are known by a bit; 0:
 *   none</td></tr>
 * <tr><td>HOROVOD_TIMELINE</td><td></td><td>the file that rank 0 writes a timeline to; DYNAMIC: none
 *   at first</td></tr>
 * <tr><td>HOROVOD_TIMELINE_MARK_CYCLES</td><td>0</td><td>1: with marks of the cycles</td></tr>
 * <tr><td>HOROVOD_STALL_CHECK_TIME_SECONDS</td><td>60</td><td>after how long rank 0 names the ranks
 *   that others wait for</td></tr>
 * <tr><td>HOROVOD_STALL_SHUTDOWN_TIME_SECONDS</td><td>0</td><td>after how long all operations end
 *   with an error then; 0: never</td></tr>
 * <tr><td>HOROVOD_STALL_CHECK_DISABLE</td><td>0</td><td>1: neither of the two</td></tr>
 * </table>
 */
@NullMarked
package org.purempi.learn.named;

import org.jspecify.annotations.NullMarked;
