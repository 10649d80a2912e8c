package org.purempi.pool;

import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What a worker computes. A lambda given to {@link MpiExecutor#submit(Task)} is one; what it
 * captures travels with it and must be serializable.
 *
 * @param <R> the result, which travels back: serializable too, or null
 */
@FunctionalInterface
public interface Task<R extends @Nullable Object> extends Callable<R>, Serializable {}
