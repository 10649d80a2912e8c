package org.purempi.pool;

import java.lang.invoke.SerializedLambda;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;

/**
 * What a worker is to do.
 *
 * @param kind {@link Packet#TASK}, {@link Packet#LAMBDA} or {@link Packet#CHUNK}
 * @param common the lambda or the function that it names; null of a task
 * @param body the task, what the lambda captures, or items
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record Order(long id, byte kind, @Nullable Common common, byte[] body) {
  /** A task may be a lambda: whoever serves a pool does what its master says. */
  private static final Set<Class<?>> LAMBDAS = Set.of(SerializedLambda.class);

  /** What orders have in common; read when the first of them is done. Of the thread that works. */
  static final class Common {
    private final byte[] bytes;
    private @Nullable TaskFunction<@Nullable Object, ?> function;
    private Lambdas.@Nullable Maker maker;

    Common(byte[] bytes) {
      this.bytes = bytes;
    }

    @SuppressWarnings("unchecked") // the items of a map are of its function's type
    private TaskFunction<@Nullable Object, ?> function(Mpi mpi) {
      TaskFunction<@Nullable Object, ?> its = function;
      if (its == null) {
        its =
            (TaskFunction<@Nullable Object, ?>)
                mpi.decodeObject(bytes, TaskFunction.class, LAMBDAS);
        function = its;
      }
      return its;
    }

    private Lambdas.Maker maker(Mpi mpi) {
      Lambdas.Maker its = maker;
      if (its == null) {
        its = new Lambdas.Maker(mpi.decodeObject(bytes, Object.class, LAMBDAS));
        maker = its;
      }
      return its;
    }
  }

  /** The function of a chunk. */
  TaskFunction<@Nullable Object, ?> function(Mpi mpi) {
    return Objects.requireNonNull(common).function(mpi);
  }

  /** What the body holds, unless it is a task. */
  @Nullable Object[] values(Mpi mpi) {
    return Values.decode(body, mpi);
  }

  /** The result of a task or a lambda. */
  @Nullable Object call(Mpi mpi) throws Exception {
    Object task =
        common == null
            ? mpi.decodeObject(body, Object.class, LAMBDAS)
            : common.maker(mpi).make(values(mpi));
    if (task instanceof Callable<?> callable) {
      return callable.call();
    }
    ((Runnable) task).run();
    return null;
  }
}
