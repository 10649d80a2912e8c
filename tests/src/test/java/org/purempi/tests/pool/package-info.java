/** Cases of the pool of workers, {@link org.purempi.pool.MpiExecutor}. */
@NullMarked
package org.purempi.tests.pool;

import org.jspecify.annotations.NullMarked;
