package org.purempi.pool;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;

/** Tasks as bytes; of one that cannot travel it is found out which captured object is the cause. */
final class Captures {
  /** Looks at what is written, and keeps nothing. */
  private static final class Probe extends ObjectOutputStream {
    @Nullable SerializedLambda lambda;

    Probe() throws IOException {
      super(OutputStream.nullOutputStream());
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object value) {
      if (lambda == null && value instanceof SerializedLambda l) {
        lambda = l;
      }
      return value;
    }
  }

  private Captures() {}

  /**
   * A task or function as bytes.
   *
   * @throws MpiArgumentException ({@code TYPE}) if it cannot be serialised, saying why
   */
  static byte[] encode(Object task, Mpi mpi) {
    if (!(task instanceof Serializable)) {
      throw new MpiArgumentException(
          ErrorClass.TYPE,
          "a task of class "
              + task.getClass().getName()
              + " does not implement java.io.Serializable: give the lambda itself to the pool, or"
              + " declare it as a Task, an Action or a TaskFunction");
    }
    try {
      return mpi.encodeObject(task);
    } catch (MpiArgumentException e) {
      String culprit = culprit(task);
      if (culprit == null) {
        throw e;
      }
      var better = new MpiArgumentException(e.errorClass(), culprit);
      better.initCause(e);
      throw better;
    }
  }

  /** The captured object that cannot be serialised, in words; null if it is none. */
  private static @Nullable String culprit(Object task) {
    try (Probe probe = new Probe()) {
      String whole = refused(probe, task);
      SerializedLambda lambda = probe.lambda;
      for (int i = 0; whole != null && lambda != null && i < lambda.getCapturedArgCount(); i++) {
        Object captured = lambda.getCapturedArg(i);
        try (Probe part = new Probe()) {
          String refused = captured == null ? null : refused(part, captured);
          if (refused != null) {
            return words(lambda, i, captured, refused);
          }
        }
      }
      return null;
    } catch (IOException e) {
      return null; // not of its class: the first error says it
    }
  }

  /** The class that cannot be serialised; null if there is none. */
  private static @Nullable String refused(Probe probe, Object value) throws IOException {
    try {
      probe.writeObject(value);
      return null;
    } catch (NotSerializableException e) {
      return e.getMessage();
    }
  }

  private static String words(SerializedLambda lambda, int place, Object captured, String refused) {
    String its = captured.getClass().getName();
    String where = lambda.getCapturingClass().replace('/', '.');
    String inside = its.equals(refused) ? "" : ", in which an object of class " + refused;
    return "the task, a lambda of "
        + where
        + ", captures an object of class "
        + its
        + " (captured value "
        + (place + 1)
        + " of "
        + lambda.getCapturedArgCount()
        + ")"
        + inside
        + " that does not implement java.io.Serializable: "
        + advice(captured, its.equals(where));
  }

  private static String advice(Object captured, boolean isThis) {
    if (captured instanceof MpiExecutor) {
      return "a task cannot submit tasks; return what is to be done, and let the master submit it";
    }
    if (captured instanceof Communicator || captured instanceof Mpi) {
      return "communicators do not travel; a task may use those of its worker, in a static field";
    }
    return isThis
        ? "it is the object around the lambda; copy the fields that the task uses into local"
            + " variables before"
        : "let the task capture plain data, or make it where it runs";
  }
}
