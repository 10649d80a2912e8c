package org.purempi.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/** The command lines of Java programs: our class path and flags before the user's own. */
final class JavaPrograms {
  /** A class of the library: who has it on the class path brought a library of his own. */
  private static final String LIBRARY_CLASS = "org/purempi/Mpi.class";

  /** A class of every API named {@code mpi}. */
  private static final String API_CLASS = "mpi/MPI.class";

  /** Variables out of which a JVM takes flags. */
  private static final List<String> AMBIENT =
      List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  private final Installation installation;
  private final HostShare share;
  private final @Nullable RanksAsThreads threads;
  private final Map<String, String> environment;

  JavaPrograms(
      Installation installation,
      HostShare share,
      @Nullable RanksAsThreads threads,
      Map<String, String> environment) {
    this.environment = environment;
    this.installation = installation;
    this.share = share;
    this.threads = threads;
  }

  /** A class on the user's class path. */
  List<String> mainClass(AppContext app, String name) throws UsageException {
    if (!hasClass(app, name)) {
      String path = userClassPath(app);
      throw new UsageException(
          "there is no class '%s' on the class path %s%s%s"
              .formatted(name, path, missing(app, path), Guesses.of(app, path)));
    }
    return command(app, app.jvmFlags(), withItsApi(app, userClassPath(app), name));
  }

  /** Says which parts of a class path do not exist, for java passes over them. */
  private static String missing(AppContext app, String classPath) {
    List<String> parts =
        ShellWords.classPath(classPath).stream()
            .filter(part -> !part.endsWith("*"))
            .filter(part -> !Files.exists(app.directory().resolve(part)))
            .toList();
    String ending = parts.size() == 1 ? " does not exist" : " do not exist";
    return parts.isEmpty() ? "" : "; " + String.join(", ", parts) + ending;
  }

  /** The user's class path in the command of a Java program; null if it has none. */
  @Nullable String classPath(Command command) {
    List<String> words = command.words();
    int at = 0;
    while (at < words.size() && !JvmFlags.namesClassPath(words.get(at))) {
      at++;
    }
    if (at + 1 >= words.size() || !Path.of(words.getFirst()).endsWith("java")) {
      return null;
    }
    String path = words.get(at + 1);
    for (String ours : List.of(installation.severalHosts(), installation.classPath())) {
      if (path.startsWith(ours + File.pathSeparator)) {
        return path.substring(ours.length() + 1);
      }
    }
    return path.equals(installation.classPath()) ? null : path;
  }

  /** Whether the user's class path holds a class. */
  boolean hasClass(AppContext app, String name) {
    return holds(app, userClassPath(app), name.replace('.', '/') + ".class");
  }

  /** A source file, compiled once; on its class path is what the user names, no more. */
  List<String> source(AppContext app, Path file) throws UsageException, CompilationException {
    if (!Files.exists(file) || Files.isDirectory(file)) {
      throw new UsageException(
          "there is no source file " + file + Guesses.of(app, userClassPath(app)));
    }
    String users = named(app);
    Api api = ApiText.of(file, app.api());
    String path = api == null ? users : with(api, app, users);
    if (JvmFlags.chooseSource(app.jvmFlags())) {
      var rest = new ArrayList<>(List.of(file.toString()));
      rest.addAll(app.arguments());
      return leftToJava(app, "--source", path, rest);
    }
    String tail = path.isEmpty() ? "" : File.pathSeparator + path;
    var compiled =
        new SourceCache(installation.javaHome(), environment.get("XDG_CACHE_HOME"))
            .compile(file, absolute(app, installation.classPath() + tail));
    var program = new Program(api, compiled.directory() + tail, compiled.mainClass());
    return command(app, app.jvmFlags(), program);
  }

  /**
   * A jar. Its main class is started from the class path, so that the library's jars can stand
   * beside it; a jar that carries the library itself, or an agent, is left to {@code java -jar}.
   */
  List<String> jar(AppContext app, Path file) throws UsageException {
    Attributes manifest = manifest(file);
    String main = manifest.getValue(Attributes.Name.MAIN_CLASS);
    if (main == null) {
      throw new UsageException(
          file + " names no main class; run one of its classes: -cp " + file + " CLASS");
    }
    boolean complete =
        manifest.getValue("Launcher-Agent-Class") != null
            || holds(app, file.toString(), LIBRARY_CLASS);
    if (complete && threads == null) {
      var words = start(app, app.jvmFlags(), false);
      words.add("-jar");
      words.add(file.toString());
      words.addAll(app.arguments());
      return words;
    }
    var extra = new ArrayList<String>();
    grants(extra, "--add-exports", manifest.getValue("Add-Exports"));
    grants(extra, "--add-opens", manifest.getValue("Add-Opens"));
    extra.addAll(app.jvmFlags());
    String path = file + (app.classPath() == null ? "" : ":" + app.classPath());
    return command(app, extra, withItsApi(app, path, main.strip()));
  }

  private static void grants(List<String> flags, String flag, @Nullable String packages) {
    if (packages != null) {
      for (String one : packages.strip().split("\\s+", -1)) {
        flags.add(flag);
        flags.add(one + "=ALL-UNNAMED");
      }
    }
  }

  /** {@code java} with the user's own options, which win over ours. */
  List<String> spelledOut(AppContext app, Path java) throws UsageException, CompilationException {
    var flags = new ArrayList<>(app.jvmFlags());
    String classPath = app.classPath();
    List<String> words = ArgumentFile.expand(app.arguments(), app.directory());
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      boolean last = at + 1 == words.size();
      if (JvmFlags.namesClassPath(word) && !last) {
        classPath = words.get(++at);
      } else if (word.startsWith("--class-path=")) {
        classPath = word.substring(word.indexOf('=') + 1);
      } else if (JvmFlags.takesValue(word) && !last) {
        flags.add(word);
        flags.add(words.get(++at));
      } else if (JvmFlags.isFlag(word)) {
        flags.add(word);
      } else {
        return spelledOut(
            app, java, new Spelled(flags, classPath, words.subList(at, words.size())));
      }
    }
    throw new UsageException("java: no class, jar or source file is named after it");
  }

  private record Spelled(List<String> flags, @Nullable String classPath, List<String> rest) {}

  private List<String> spelledOut(AppContext app, Path java, Spelled spelled)
      throws UsageException, CompilationException {
    String first = spelled.rest.getFirst();
    boolean isJar = first.equals("-jar") && spelled.rest.size() > 1;
    int program = isJar ? 1 : 0;
    var rewritten =
        new AppContext(
            app.count(),
            spelled.rest.get(program),
            isJar,
            spelled.rest.subList(program + 1, spelled.rest.size()),
            spelled.flags,
            spelled.classPath,
            app.api(),
            app.searchPath(),
            app.directory(),
            app.environment());
    List<String> words;
    if (isJar) {
      words = jar(rewritten, app.directory().resolve(rewritten.program()));
    } else if (first.startsWith("-")) { // -m, -version …
      boolean isModule = first.equals("-m") || first.startsWith("--module");
      String path = isModule ? named(rewritten) : userClassPath(rewritten);
      Api api = app.api();
      String full = api == null ? path : with(api, app, path);
      words = leftToJava(rewritten, first, full, spelled.rest);
    } else if (first.endsWith(".java") || JvmFlags.chooseSource(spelled.flags)) {
      words = source(rewritten, app.directory().resolve(first));
    } else {
      words = mainClass(rewritten, first);
    }
    var own = new ArrayList<>(words);
    own.set(0, java.toString());
    return own;
  }

  /** What java itself knows best what to do with; the library is there nevertheless. */
  private List<String> leftToJava(AppContext app, String flag, String userPath, List<String> rest)
      throws UsageException {
    if (threads != null) {
      throw new UsageException("-threads: java " + flag + " cannot be run so; name a class");
    }
    var words = start(app, app.jvmFlags(), false);
    words.add("-cp");
    words.add(holds(app, userPath, LIBRARY_CLASS) ? userPath : withLibrary(userPath));
    words.addAll(rest);
    return words;
  }

  private String withLibrary(String userPath) {
    return userPath.isEmpty()
        ? installation.classPath()
        : installation.classPath() + File.pathSeparator + userPath;
  }

  /** A main class, where it and what it uses are, and the older API it is written for. */
  private record Program(@Nullable Api api, String classPath, String mainClass) {
    /** What java is to run: the class, by way of what starts this API's programs. */
    List<String> words(AppContext app) {
      String starter = api == null ? null : api.starter;
      return starter != null && holds(app, classPath, starter.replace('.', '/') + ".class")
          ? List.of(starter, mainClass)
          : List.of(mainClass);
    }
  }

  /** A program that may be written for one of the older APIs. */
  private Program withItsApi(AppContext app, String userPath, String mainClass)
      throws UsageException {
    Api api;
    try (var files = new ClassFiles(app.directory(), userPath)) {
      api = ApiScan.ofClasses(files, mainClass, app.api());
    } catch (IOException e) {
      throw new UsageException("cannot read the class path " + userPath + ": " + e, e);
    }
    return new Program(api, api == null ? userPath : with(api, app, userPath), mainClass);
  }

  /** Ours comes first: the user's class path may still have the original. */
  private String with(Api api, AppContext app, String userPath) throws UsageException {
    if (holds(app, userPath, LIBRARY_CLASS)) {
      return userPath; // with a library of his own the user brings what goes with it
    }
    String jar = installation.jar(api);
    if (jar != null) {
      return userPath.isEmpty() ? jar : jar + File.pathSeparator + userPath;
    }
    if (holds(app, userPath, API_CLASS)) {
      return userPath;
    }
    throw new UsageException(
        "the program is written for "
            + api.whose
            + " API, but "
            + api.artifact()
            + " is not installed; in a source tree: mvn -pl compat-"
            + api.word
            + " -am package");
  }

  private List<String> command(AppContext app, List<String> flags, Program program) {
    if (threads != null) {
      return threaded(threads, app, flags, program);
    }
    String userPath = program.classPath;
    boolean ownLibrary = holds(app, userPath, LIBRARY_CLASS);
    var words = start(app, flags, !ownLibrary);
    words.add("-cp");
    words.add(ownLibrary ? userPath : withLibrary(userPath));
    words.addAll(program.words(app));
    words.addAll(app.arguments());
    return words;
  }

  /** The library alone on the class path: the program's classes are loaded once for each rank. */
  private List<String> threaded(
      RanksAsThreads ranks, AppContext app, List<String> flags, Program program) {
    var words = start(app, flags, true);
    words.addAll(ranks.flags(absolute(app, program.classPath)));
    words.add("-cp");
    words.add(installation.classPath());
    words.add(RanksAsThreads.MAIN);
    words.addAll(program.words(app));
    words.addAll(app.arguments());
    return words;
  }

  private List<String> start(AppContext app, List<String> flags, boolean withOurCache) {
    var ours = new ArrayList<>(installation.jvmFlags());
    if (!withOurCache) {
      ours.removeIf(JvmFlags::isOfClassCache);
    }
    Map<String, String> its = app.environment();
    String ambient =
        AMBIENT.stream().map(name -> its.getOrDefault(name, "")).collect(Collectors.joining(" "));
    var words = new ArrayList<String>();
    words.add(installation.java().toString());
    var all = new ArrayList<>(flags);
    all.addAll(List.of(ambient.split("\\s+", -1)));
    words.addAll(share.flags(all));
    words.addAll(JvmFlags.merge(ours, flags, ambient));
    return words;
  }

  /** The class path java would take by itself: -cp, else CLASSPATH, else the working directory. */
  static String userClassPath(AppContext app) {
    String path = named(app);
    return path.isEmpty() ? "." : path;
  }

  private static String named(AppContext app) {
    String given = app.classPath();
    return given != null ? given : app.environment().getOrDefault("CLASSPATH", "");
  }

  private static String absolute(AppContext app, String classPath) {
    var parts = new ArrayList<String>();
    for (String part : ShellWords.classPath(classPath)) {
      parts.add(app.directory().resolve(part).toString());
    }
    return String.join(File.pathSeparator, parts);
  }

  private static boolean holds(AppContext app, String classPath, String entry) {
    for (String part : ShellWords.classPath(classPath)) {
      if (part.endsWith("*")) {
        return !entry.equals(LIBRARY_CLASS); // a wildcard: left to java
      }
      Path place = app.directory().resolve(part);
      if (Files.isDirectory(place) && Files.exists(place.resolve(entry))) {
        return true;
      }
      if (Files.isRegularFile(place) && jarHolds(place, entry)) {
        return true;
      }
    }
    return false;
  }

  private static boolean jarHolds(Path file, String entry) {
    try (var jar = new JarFile(file.toFile())) {
      return jar.getEntry(entry) != null;
    } catch (IOException e) {
      return false; // no archive: java passes over it too
    }
  }

  private static Attributes manifest(Path file) throws UsageException {
    try (var jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      return manifest == null ? new Attributes() : manifest.getMainAttributes();
    } catch (IOException e) {
      throw new UsageException(file + " is not a readable jar: " + e.getMessage(), e);
    }
  }
}
