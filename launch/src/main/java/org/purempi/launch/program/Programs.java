package org.purempi.launch.program;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/** Finds what the program of an app context is and how to execute it. */
public final class Programs {
  private static final String JAVA = "java";

  private final Installation installation;
  private final HostShare share;
  private final @Nullable RanksAsThreads threads;
  private final JavaPrograms java;
  private final String path;

  /**
   * Programs of one job.
   *
   * @param threads set when one JVM holds all ranks
   * @param environment mpiexec's own
   */
  public Programs(
      Installation installation,
      HostShare share,
      @Nullable RanksAsThreads threads,
      Map<String, String> environment) {
    this.path = environment.getOrDefault("PATH", "/usr/bin:/bin");
    this.installation = installation;
    this.share = share;
    this.threads = threads;
    this.java = new JavaPrograms(installation, share, threads, environment);
  }

  /**
   * The command of a program that a rank spawns. It need not be a Java program because the one of
   * the rank is; if it is a class, it may be where that program's classes are.
   *
   * @param asking what the rank executes
   */
  public Command resolve(AppContext app, Command asking)
      throws UsageException, CompilationException {
    String program = app.program();
    boolean isNamed = app.isJar() || program.endsWith(".jar") || program.endsWith(".java");
    if (isNamed || program.equals(JAVA) || program.isEmpty()) {
      return resolve(app);
    }
    AppContext asClass = app.classPath() == null ? app.with(java.classPath(asking)) : app;
    boolean isClass = program.indexOf('/') < 0 && java.hasClass(asClass, program);
    return resolve(isClass ? asClass : app.withoutJava());
  }

  /** The command of an app context; a source file is compiled on the way. */
  public Command resolve(AppContext app) throws UsageException, CompilationException {
    List<String> words = words(app);
    Map<String, String> environment = app.environment();
    boolean isJava = Path.of(words.getFirst()).endsWith(JAVA);
    return new Command(words, app.directory(), isJava ? share.variables(environment) : environment);
  }

  private List<String> words(AppContext app) throws UsageException, CompilationException {
    String program = app.program();
    if (program.isEmpty()) {
      throw new UsageException("the program's name is empty");
    }
    if (app.isJar() || program.endsWith(".jar")) {
      return java.jar(app, file(app));
    }
    if (program.endsWith(".java")) {
      return java.source(app, file(app));
    }
    if (program.equals(JAVA)) {
      return java.spelledOut(app, installation.java());
    }
    boolean isPath = program.indexOf('/') >= 0;
    boolean forJava = app.classPath() != null || !app.jvmFlags().isEmpty();
    if (forJava && !isPath) {
      return java.mainClass(app, program);
    }
    Optional<Path> executable = executable(app);
    if (executable.isPresent()) {
      Path found = executable.get();
      if (found.endsWith(JAVA)) {
        return java.spelledOut(app, found);
      }
      if (forJava) {
        throw new UsageException(
            program + " is not a Java class: -cp and flags of the JVM do not go with it");
      }
      if (threads != null) {
        throw new UsageException("-threads: " + program + " is not a Java program");
      }
      return with(found, app.arguments());
    }
    if (!isPath && java.hasClass(app, program)) {
      return java.mainClass(app, program);
    }
    throw notFound(app);
  }

  private static List<String> with(Path program, List<String> arguments) {
    var words = new ArrayList<String>();
    words.add(program.toString());
    words.addAll(arguments);
    return words;
  }

  /** A source or jar file, which need not be executable. */
  private static Path file(AppContext app) throws UsageException {
    for (Path candidate : candidates(app, app.searchPath())) {
      if (Files.isRegularFile(candidate)) {
        if (!Files.isReadable(candidate)) {
          throw new UsageException(candidate + " cannot be read");
        }
        return candidate;
      }
      if (Files.exists(candidate)) {
        throw new UsageException(unfit(candidate));
      }
    }
    throw notFound(app);
  }

  private Optional<Path> executable(AppContext app) throws UsageException {
    var directories = new ArrayList<>(app.searchPath());
    if (app.program().indexOf('/') < 0) {
      for (String one : ShellWords.parts(path, ":")) {
        directories.add(Path.of(one.isEmpty() ? "." : one).toAbsolutePath());
      }
    }
    Path unfit = null;
    for (Path candidate : candidates(app, directories)) {
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
      unfit = unfit == null && Files.exists(candidate) ? candidate : unfit;
    }
    if (unfit != null) {
      throw new UsageException(unfit(unfit));
    }
    return Optional.empty();
  }

  /** What is there instead of a program, and what to do. */
  private static String unfit(Path found) {
    String name = found.toString().toLowerCase(Locale.ROOT);
    if (Files.isDirectory(found)) {
      return found + " is a directory, not a program";
    } else if (name.endsWith(".java")) {
      return found + ": the name of a Java source must end in '.java'";
    } else if (name.endsWith(".class")) {
      return found + " is the file of a class; write 'mpiexec -cp DIRECTORY CLASS'";
    }
    return found + " is not executable; 'chmod +x' it, or name the program that reads it";
  }

  /** Where the program may be: the search path, then its working directory, then ours. */
  private static List<Path> candidates(AppContext app, List<Path> searchPath)
      throws UsageException {
    try {
      var candidates = new ArrayList<Path>();
      for (Path directory : searchPath) {
        candidates.add(directory.resolve(app.program()));
      }
      candidates.add(app.directory().resolve(app.program()).normalize());
      candidates.add(Path.of(app.program()).toAbsolutePath().normalize());
      return candidates;
    } catch (InvalidPathException e) {
      throw new UsageException("'" + app.program() + "' cannot be a program's name", e);
    }
  }

  private static UsageException notFound(AppContext app) {
    boolean isPath = app.program().indexOf('/') >= 0;
    return new UsageException(
        "there is no program '%s' in %s%s%s"
            .formatted(
                app.program(),
                isPath ? "" : "PATH or ",
                app.directory(),
                Guesses.of(app, JavaPrograms.userClassPath(app))));
  }
}
