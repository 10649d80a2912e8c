package org.purempi.world;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.pmi.PmiClient;
import org.purempi.tool.ThreadJob;

/**
 * Runs an ordinary MPI program on ranks that are threads of this JVM: {@code mpiexec -threads}.
 * Arguments: the main class and its own arguments; the rest is in system properties.
 */
public final class ThreadedProgram {
  private static final String PREFIX = "purempi.threads.";
  private static final int FAILED = 1;
  private static final int LOST_LAUNCHER = 1;

  private final String main;
  private final String[] arguments;
  private final URL[] classPath;

  private final ClassLoader parent;

  /** How many ranks have called {@link System#exit}, which ends the threads they have started. */
  private final AtomicInteger exited = new AtomicInteger();

  private ThreadedProgram(String[] words) throws MalformedURLException {
    this(
        words[0],
        Arrays.copyOfRange(words, 1, words.length),
        urls(System.getProperty(PREFIX + "classpath", ".")),
        ThreadedProgram.class.getClassLoader());
  }

  private ThreadedProgram(String main, String[] arguments, URL[] classPath, ClassLoader parent) {
    this.main = main.replace('/', '.'); // as the java launcher takes it
    this.arguments = arguments.clone();
    this.classPath = classPath;
    this.parent = parent;
  }

  /** {@link ThreadJob#runProgram}. */
  static void run(ThreadJob job, List<Path> classPath, String main, String... arguments) {
    Provider.seatRanks();
    var urls = new URL[classPath.size()];
    try {
      for (int i = 0; i < urls.length; i++) {
        urls[i] = classPath.get(i).toUri().toURL();
      }
    } catch (MalformedURLException e) {
      throw new MpiException(ErrorClass.ARG, "no class path: " + e.getMessage(), e);
    }
    var program = new ThreadedProgram(main, arguments, urls, new LibraryOnly());
    ThreadWorld.ofPrograms(job).runPrograms(program::runRank);
  }

  /** Of all that this JVM was started with, the library alone. */
  private static final class LibraryOnly extends ClassLoader {
    private static final String LIBRARY = "org.purempi.";

    /** What belongs to the programs of older APIs, and so to each rank. */
    private static final String COMPATIBILITY = "org.purempi.compat.";

    private static final ClassLoader OWN = ThreadedProgram.class.getClassLoader();

    LibraryOnly() {
      super("purempi", ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.startsWith(LIBRARY) || name.startsWith(COMPATIBILITY)) {
        throw new ClassNotFoundException(name);
      }
      return OWN.loadClass(name);
    }
  }

  /** Runs the program and exits with its exit code. */
  public static void main(String[] words) throws IOException {
    int ranks = Integer.getInteger(PREFIX + "ranks", 1);
    boolean virtual = Boolean.getBoolean(PREFIX + "virtual");
    if (Boolean.getBoolean(PREFIX + "mux")) {
      RankOutput.install();
    }
    Provider.seatRanks();
    var program = new ThreadedProgram(words);
    Optional<PmiClient> launcher =
        PmiClient.fromEnvironment(System.getenv(), ThreadedProgram::launcherLost);
    var world = ThreadWorld.ofPrograms(new ThreadJob(ranks, virtual, null, false));
    launcher.ifPresent(pmi -> pmi.onReport(world::reports));
    int code = program.run(world);
    if (launcher.isPresent()) {
      launcher.get().finish();
    }
    System.out.flush();
    if (code != 0 || program.exited.get() == ranks) {
      System.exit(code);
    }
  }

  private static void launcherLost(String why) {
    System.err.println("purempi: the launcher is gone (" + why + "): the ranks end");
    Runtime.getRuntime().halt(LOST_LAUNCHER);
  }

  private int run(ThreadWorld world) {
    try {
      world.runPrograms(this::runRank);
      return 0;
    } catch (MpiAbortException e) {
      System.err.println("purempi: " + e.getMessage());
      return e.errorCode() == 0 ? FAILED : e.errorCode();
    } catch (MpiException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      System.err.println(e.getMessage());
      cause.printStackTrace();
      return FAILED;
    }
  }

  private void runRank(ThreadWorld world, int rank) throws Throwable {
    var seat = new Seat(world, rank);
    seat.take();
    // Not closed: threads that the program has started may go on loading classes.
    @SuppressWarnings("resource")
    var loader = new RankClassLoader("rank " + rank, classPath, parent);
    Thread.currentThread().setContextClassLoader(loader);
    try {
      call(Class.forName(main, true, loader));
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      if (cause instanceof RankExit) {
        exited.incrementAndGet();
      }
      throw cause == null ? e : cause;
    }
    world.exits(seat, 0);
  }

  /** As the java launcher does: main with arguments before one without, static or not (JEP 512). */
  private void call(Class<?> type) throws ReflectiveOperationException {
    Method method;
    boolean withArguments = true;
    try {
      method = find(type, String[].class);
    } catch (NoSuchMethodException e) {
      method = find(type);
      withArguments = false;
    }
    method.setAccessible(true);
    Object target = null;
    if (!Modifier.isStatic(method.getModifiers())) {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      target = constructor.newInstance();
    }
    if (withArguments) {
      method.invoke(target, (Object) arguments.clone());
    } else {
      method.invoke(target);
    }
  }

  private static Method find(Class<?> type, Class<?>... parameters) throws NoSuchMethodException {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Method one : at.getDeclaredMethods()) {
        if (one.getName().equals("main") && Arrays.equals(one.getParameterTypes(), parameters)) {
          return one;
        }
      }
    }
    throw new NoSuchMethodException(type.getName() + " has no main method");
  }

  private static URL[] urls(String classPath) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String part : classPath.split(File.pathSeparator, -1)) {
      if (part.endsWith("*")) {
        for (Path jar : jars(Path.of(part.substring(0, part.length() - 1)))) {
          urls.add(jar.toUri().toURL());
        }
      } else {
        urls.add(Path.of(part).toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(f -> f.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of(); // as java does with a folder that is not there
    }
  }
}
