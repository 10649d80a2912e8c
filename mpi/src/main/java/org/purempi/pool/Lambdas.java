package org.purempi.pool;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/**
 * Lambdas of one place in the program differ in nothing but what they capture. If that is plain
 * ({@link Values#isPlain}), a lambda goes to a worker as such only once, and after that what the
 * next ones capture: some ten times less work than to serialise each. Lambdas of modules that are
 * not open to this one are serialised.
 */
final class Lambdas {
  /** What the compiler calls the method by which a lambda becomes a {@link SerializedLambda}. */
  private static final String WRITE = "writeReplace";

  /** What it calls the method of the class around it that makes the lambda again. */
  private static final String READ = "$deserializeLambda$";

  /** Lambdas of one place in the program. */
  private static final class Place {
    final @Nullable Method write;
    Job.@Nullable Shared sample;

    Place(@Nullable Method write) {
      this.write = write;
    }
  }

  private final Master master;
  private final Map<Class<?>, Place> places = new ConcurrentHashMap<>();

  Lambdas(Master master) {
    this.master = master;
  }

  /**
   * A task as a worker gets it.
   *
   * @throws org.purempi.MpiArgumentException ({@code TYPE}) if it cannot be serialised, saying why
   */
  Job.Content content(Object task) {
    if (task.getClass().isHidden() && task instanceof Serializable) {
      Place place = places.computeIfAbsent(task.getClass(), c -> new Place(writer(c)));
      SerializedLambda lambda = place.write == null ? null : written(place.write, task);
      @Nullable Object[] captured = lambda == null ? null : captured(lambda);
      if (captured != null && Values.isPlain(captured)) {
        byte[] body = Values.encode(captured, master.mpi());
        return new Job.Content(Packet.LAMBDA, sample(place, task), body);
      }
    }
    return new Job.Content(Packet.TASK, null, Captures.encode(task, master.mpi()));
  }

  private Job.Shared sample(Place place, Object task) {
    synchronized (place) {
      Job.Shared sample = place.sample;
      if (sample == null) {
        sample = master.share(Captures.encode(task, master.mpi()));
        place.sample = sample;
      }
      return sample;
    }
  }

  private static @Nullable Method writer(Class<?> type) {
    try {
      Method write = type.getDeclaredMethod(WRITE);
      write.setAccessible(true);
      return write;
    } catch (NoSuchMethodException | InaccessibleObjectException e) {
      return null; // no lambda, or of a module that is not open
    }
  }

  private static @Nullable SerializedLambda written(Method write, Object task) {
    try {
      return write.invoke(task) instanceof SerializedLambda lambda ? lambda : null;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return null; // serialising it will tell
    }
  }

  private static @Nullable Object[] captured(SerializedLambda lambda) {
    @Nullable Object[] captured = new Object[lambda.getCapturedArgCount()];
    for (int i = 0; i < captured.length; i++) {
      captured[i] = lambda.getCapturedArg(i);
    }
    return captured;
  }

  /** Makes lambdas like a sample, which has passed the object filter. One thread. */
  static final class Maker {
    private final Object sample;
    private final SerializedLambda form;
    private final Class<?> around;
    private final Method read;

    /**
     * For lambdas like this one.
     *
     * @throws MpiException ({@code UNSUPPORTED_OPERATION}) if its module is not open
     */
    Maker(Object sample) {
      this.sample = sample;
      Method write = writer(sample.getClass());
      SerializedLambda lambda = write == null ? null : written(write, sample);
      if (lambda == null) {
        throw closed(sample, null);
      }
      this.form = lambda;
      try {
        String name = form.getCapturingClass().replace('/', '.');
        this.around = Class.forName(name, false, sample.getClass().getClassLoader());
        this.read = around.getDeclaredMethod(READ, SerializedLambda.class);
        read.setAccessible(true);
      } catch (ReflectiveOperationException | InaccessibleObjectException e) {
        throw closed(sample, e);
      }
    }

    private static MpiException closed(Object sample, @Nullable Exception cause) {
      String message =
          "cannot make a lambda of "
              + sample.getClass().getName()
              + " here, though the master's rank could: the module "
              + sample.getClass().getModule()
              + " is open to org.purempi there; let it be so on every rank, or on none";
      return new MpiException(ErrorClass.UNSUPPORTED_OPERATION, message, cause);
    }

    /** One that captures this. */
    Object make(@Nullable Object[] captured) throws Exception {
      if (captured.length == 0) {
        return sample;
      }
      SerializedLambda lambda =
          new SerializedLambda(
              around,
              form.getFunctionalInterfaceClass(),
              form.getFunctionalInterfaceMethodName(),
              form.getFunctionalInterfaceMethodSignature(),
              form.getImplMethodKind(),
              form.getImplClass(),
              form.getImplMethodName(),
              form.getImplMethodSignature(),
              form.getInstantiatedMethodType(),
              captured);
      return read.invoke(null, lambda);
    }
  }
}
