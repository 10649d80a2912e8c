package programs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import mpi.MPI;

/** Runs all cases on all ranks, in one job. */
public final class Cases {
  private static final int FAILED = 3;

  private Cases() {}

  /** Without arguments: every case; else those whose names contain the word. */
  public static void main(String[] args) throws ReflectiveOperationException {
    String[] words = MPI.Init(args);
    int cases = 0;
    for (String group :
        List.of(
            "MpjMessages",
            "MpjRequests",
            "MpjObjects",
            "MpjCollectives",
            "MpjTypes",
            "MpjEdges",
            "MpjHabits",
            "MpjCommunicators")) {
      Class<?> type = Class.forName("programs." + group);
      Method[] methods = type.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName));
      for (Method method : methods) {
        boolean isCase =
            Modifier.isStatic(method.getModifiers())
                && !Modifier.isPrivate(method.getModifiers())
                && !method.isSynthetic()
                && method.getParameterCount() == 0;
        if (isCase && (words.length == 0 || method.toString().contains(words[0]))) {
          run(method);
          cases++;
        }
      }
    }
    MPI.COMM_WORLD.Barrier();
    if (MPI.COMM_WORLD.Rank() == 0) {
      System.out.println(cases + " cases on " + MPI.COMM_WORLD.Size());
    }
    MPI.Finalize();
  }

  private static void run(Method method) throws ReflectiveOperationException {
    method.setAccessible(true);
    try {
      method.invoke(null);
    } catch (InvocationTargetException e) {
      System.err.println("rank " + MPI.COMM_WORLD.Rank() + ": " + method.getName());
      e.getCause().printStackTrace();
      System.err.flush();
      MPI.COMM_WORLD.Abort(FAILED);
    }
    MPI.COMM_WORLD.Barrier();
  }
}
