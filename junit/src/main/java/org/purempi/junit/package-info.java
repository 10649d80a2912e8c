/**
 * JUnit tests on several ranks: {@link Ranks} before a test with a {@link org.purempi.Communicator}
 * parameter.
 *
 * <pre>
 *   &#64;Test
 *   &#64;Ranks({1, 2, 4})
 *   void everyRankHasTheSum(Communicator world) {
 *     assertEquals(world.size(), world.allreduce(1, Op.SUM));
 *   }
 * </pre>
 *
 * <p>Entry class: {@link Ranks}. JUnit calls the extension on its own threads; the test's method
 * runs on each rank's thread or in each rank's process.
 */
@NullMarked
package org.purempi.junit;

import org.jspecify.annotations.NullMarked;
