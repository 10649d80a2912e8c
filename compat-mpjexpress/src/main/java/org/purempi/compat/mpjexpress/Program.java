package org.purempi.compat.mpjexpress;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Runs a program as MPJ Express's launcher does. Three arguments stand before its own: rank, number
 * of ranks and device, which {@code MPI.Init} takes away again. And a program that comes to its end
 * without {@code MPI.Finalize} ends well. mpiexec puts this class before the program's.
 */
public final class Program {
  private static final String THREADS = "purempi.threads.ranks";

  /** How the class loader of a rank is named that is a thread; its number follows. */
  private static final String LOADER = "rank ";

  private static String[] before = {};

  private Program() {}

  /**
   * Runs a program and ends MPI after it.
   *
   * @param words the main class and its arguments
   */
  public static void main(String[] words) throws Throwable {
    before = where();
    String name = words[0].replace('/', '.'); // as the java launcher takes it
    String[] own = Arrays.copyOfRange(words, 1, words.length);
    try {
      call(
          Class.forName(name, true, Program.class.getClassLoader()),
          Stream.concat(Arrays.stream(before), Arrays.stream(own)).toArray(String[]::new));
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
    awaitOtherThreads();
    if (Environment.running()) {
      Environment.end();
    }
  }

  /** How many of these arguments are not the program's own. */
  static int before(String[] arguments) {
    int n = before.length;
    return arguments.length >= n && Arrays.equals(arguments, 0, n, before, 0, n) ? n : 0;
  }

  private static String[] where() {
    String threads = System.getProperty(THREADS);
    String loader = Program.class.getClassLoader().getName();
    if (threads != null && loader != null && loader.startsWith(LOADER)) {
      return new String[] {loader.substring(LOADER.length()), threads, "multicore"};
    }
    var launcher = System.getenv();
    return new String[] {
      launcher.getOrDefault("PMI_RANK", "0"), launcher.getOrDefault("PMI_SIZE", "1"), "niodev"
    };
  }

  /** As the java launcher does: main with arguments before one without, static or not (JEP 512). */
  private static void call(Class<?> type, String[] arguments) throws ReflectiveOperationException {
    Method main = find(type, String[].class);
    boolean withArguments = main != null;
    if (main == null) {
      main = find(type);
    }
    if (main == null) {
      throw new NoSuchMethodException(type.getName() + " has no main method");
    }
    main.setAccessible(true);
    Object target = null;
    if (!Modifier.isStatic(main.getModifiers())) {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      target = constructor.newInstance();
    }
    if (withArguments) {
      main.invoke(target, (Object) arguments);
    } else {
      main.invoke(target);
    }
  }

  private static @Nullable Method find(Class<?> type, Class<?>... parameters) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Method one : at.getDeclaredMethods()) {
        if (one.getName().equals("main") && Arrays.equals(one.getParameterTypes(), parameters)) {
          return one;
        }
      }
    }
    return null;
  }

  /** What the program has started may go on after its main, and use MPI. */
  private static void awaitOtherThreads() throws InterruptedException {
    for (Thread other = otherThread(); other != null; other = otherThread()) {
      other.join();
    }
  }

  private static @Nullable Thread otherThread() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[group.activeCount() + 1];
    int found = group.enumerate(threads);
    return Arrays.stream(threads, 0, found)
        .filter(t -> t != Thread.currentThread() && !t.isDaemon())
        .findFirst()
        .orElse(null);
  }
}
