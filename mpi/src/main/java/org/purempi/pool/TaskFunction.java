package org.purempi.pool;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What workers do with each item of a map. It travels to each worker once a map.
 *
 * @param <T> an item, serializable
 * @param <R> its result, serializable or null
 */
@FunctionalInterface
public interface TaskFunction<T extends @Nullable Object, R extends @Nullable Object>
    extends Serializable {
  /** The result of one item. */
  R apply(T item) throws Exception;
}
