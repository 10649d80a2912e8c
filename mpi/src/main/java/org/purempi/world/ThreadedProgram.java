package org.purempi.world;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.hang.HangFile;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.SpawnProgram;
import org.purempi.setting.Setting;
import org.purempi.tool.HangException;
import org.purempi.tool.ThreadJob;

/**
 * Runs an ordinary MPI program on ranks that are threads of this JVM: {@code mpiexec -threads}.
 * Arguments: the main class and its own arguments; the rest is in system properties.
 */
public final class ThreadedProgram {
  private static final String PREFIX = "purempi.threads.";
  private static final int FAILED = 1;
  private static final int LOST_LAUNCHER = 1;

  /** What the system keeps of an exit code. */
  private static final int STATUS = 0xff;

  private final String main;
  private final String[] arguments;
  private final URL[] classPath;

  private final ClassLoader parent;

  /** Null in somebody's JVM. */
  private final @Nullable RankInput input;

  private ThreadedProgram(String[] words, RankInput input) throws MalformedURLException {
    this(
        words[0],
        Arrays.copyOfRange(words, 1, words.length),
        urls(System.getProperty(PREFIX + "classpath", ".")),
        ThreadedProgram.class.getClassLoader(),
        input);
  }

  private ThreadedProgram(
      String main,
      String[] arguments,
      URL[] classPath,
      ClassLoader parent,
      @Nullable RankInput input) {
    this.main = main.replace('/', '.'); // as the java launcher takes it
    this.arguments = arguments.clone();
    this.classPath = classPath;
    this.parent = parent;
    this.input = input;
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
    var program = new ThreadedProgram(main, arguments, urls, new LibraryOnly(), null);
    ThreadWorld.ofPrograms(job, program).runPrograms(program::runRank);
  }

  /** What this JVM could run: the classes that it was started with. */
  static ThreadedProgram ofThisJvm() {
    return new ThreadedProgram("", new String[0], new URL[0], new LibraryOnly(), null);
  }

  /**
   * Another program, whose classes are found where this one's are unless it says where; null if
   * there is none of its name.
   */
  @Nullable ThreadedProgram other(SpawnProgram its) {
    String path = its.info().get("class_path");
    String command = its.command();
    try {
      URL[] urls =
          path == null || path.equals(System.getProperty("java.class.path"))
              ? ownClassPath()
              : urls(path);
      if (command.endsWith(".jar")) {
        urls = new URL[] {Path.of(command).toUri().toURL()};
        command = mainClass(Path.of(command));
      }
      String[] words = its.arguments().toArray(String[]::new);
      var found = new ThreadedProgram(command, words, urls, parent, null);
      try (var loader = new URLClassLoader(urls, parent)) {
        Class<?> unused = loader.loadClass(found.main);
        return found;
      }
    } catch (ClassNotFoundException | LinkageError | IOException | InvalidPathException e) {
      return null;
    }
  }

  private URL[] ownClassPath() throws MalformedURLException {
    return main.isEmpty() ? urls(System.getProperty("java.class.path", ".")) : classPath;
  }

  private static String mainClass(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String name =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      if (name == null) {
        throw new IOException(jar + " has no main class");
      }
      return name;
    }
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
  @SuppressWarnings("CatchAndPrintStackTrace") // the JVM ends here: nobody is left to throw it to
  public static void main(String[] words) throws IOException {
    int ranks = Integer.getInteger(PREFIX + "ranks", 1);
    boolean virtual = Boolean.getBoolean(PREFIX + "virtual");
    if (Boolean.getBoolean(PREFIX + "mux")) {
      RankOutput.install();
    }
    RankInput input = RankInput.install(readers(System.getProperty(PREFIX + "stdin", "0"), ranks));
    Provider.seatRanks();
    UncaughtExceptions.watch();
    Optional<PmiClient> launcher =
        PmiClient.fromEnvironment(System.getenv(), ThreadedProgram::launcherLost);
    var program = new ThreadedProgram(words, input);
    var world = ThreadWorld.ofJvm(new ThreadJob(ranks, virtual, null), program, System.err::print);
    launcher.ifPresent(pmi -> pmi.onReport(world::reports));
    launcher.ifPresent(pmi -> pmi.onStacks(world::stacks));
    int status = FAILED;
    try {
      status = program.run(world, launcher.orElse(null));
      input.closeAll();
    } catch (Throwable t) {
      t.printStackTrace();
    } finally {
      System.exit(status); // the job's end is this JVM's, whatever its threads do
    }
  }

  private static List<Integer> readers(String who, int ranks) {
    return switch (who) {
      case "all" -> IntStream.range(0, ranks).boxed().toList();
      case "none" -> List.of();
      default -> List.of(Integer.valueOf(who));
    };
  }

  private static void launcherLost(String why) {
    System.err.println("purempi: the launcher is gone (" + why + "): the ranks end");
    Runtime.getRuntime().halt(LOST_LAUNCHER);
  }

  /** Runs the program on all ranks; answers the JVM's exit code. */
  private int run(ThreadWorld world, @Nullable PmiClient launcher)
      throws PmiException, InterruptedException {
    try {
      world.runPrograms(this::runRank);
      if (launcher != null) {
        launcher.finish();
      }
      awaitOthers(world);
      world.report();
      return 0;
    } catch (MpiException e) {
      int code = code(e);
      if (launcher != null && !world.hasExited()) {
        launcher.abort(code, ""); // as a rank that is a process tells it: the code may be any
      }
      int status = code & STATUS;
      return status == 0 && code != 0 ? FAILED : status;
    }
  }

  private static int code(MpiException e) {
    if (e instanceof HangException hang) {
      String drawn = HangFile.write(Setting.HANG_PAGE.text(), hang.page());
      System.err.print(drawn.isEmpty() ? "" : "purempi: " + drawn + "\n");
      return HangFile.EXIT_CODE;
    }
    return e instanceof MpiAbortException a ? a.errorCode() : FAILED;
  }

  /**
   * As a JVM does, waits for the threads that are no daemons; not for those of ranks that exited.
   */
  private static void awaitOthers(ThreadWorld world) throws InterruptedException {
    for (Thread other = other(world); other != null; other = other(world)) {
      boolean ended = other.join(Duration.ofMillis(HangWatch.INTERVAL_MILLIS));
      if (!ended && world.isEnding()) {
        return;
      }
    }
  }

  private static @Nullable Thread other(ThreadWorld world) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[2 * group.activeCount() + 1];
    int found = group.enumerate(threads);
    return Arrays.stream(threads, 0, found)
        .filter(t -> !t.isDaemon() && t != Thread.currentThread() && !world.isOfGone(t))
        .findFirst()
        .orElse(null);
  }

  void runRank(ThreadWorld world, int rank) throws Throwable {
    Seat seat = world.sit(rank);
    // Not closed: threads that the program has started may go on loading classes.
    @SuppressWarnings("resource")
    var loader = new RankClassLoader(seat, classPath, parent);
    Thread.currentThread().setContextClassLoader(loader);
    try {
      MainMethod.of(Class.forName(main, true, loader)).call(arguments);
    } finally {
      if (input != null) {
        input.leave(rank);
      }
    }
    seat.returns();
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
