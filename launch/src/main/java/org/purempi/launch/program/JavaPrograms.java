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
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Words;

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
  private final @Nullable ThreadRanks threads;

  JavaPrograms(Installation installation, HostShare share, @Nullable ThreadRanks threads) {
    this.installation = installation;
    this.share = share;
    this.threads = threads;
  }

  /** A class on the user's class path. */
  List<String> mainClass(Segment segment, String name) throws UsageException {
    if (!hasClass(segment, name)) {
      String path = userClassPath(segment);
      throw new UsageException(
          "there is no class '%s' on the class path %s%s%s"
              .formatted(name, path, missing(segment, path), Guesses.of(segment, path)));
    }
    return command(segment, segment.jvmFlags(), withItsApi(segment, userClassPath(segment), name));
  }

  /** Says which parts of a class path do not exist, for java passes over them. */
  private static String missing(Segment segment, String classPath) {
    List<String> parts =
        Words.classPath(classPath).stream()
            .filter(part -> !part.endsWith("*"))
            .filter(part -> !Files.exists(segment.directory().resolve(part)))
            .toList();
    String ending = parts.size() == 1 ? " does not exist" : " do not exist";
    return parts.isEmpty() ? "" : "; " + String.join(", ", parts) + ending;
  }

  /** Whether the user's class path holds a class. */
  boolean hasClass(Segment segment, String name) {
    return holds(segment, userClassPath(segment), name.replace('.', '/') + ".class");
  }

  /** A source file, compiled once; on its class path is what the user names, no more. */
  List<String> source(Segment segment, Path file) throws UsageException, CompilationException {
    if (!Files.exists(file) || Files.isDirectory(file)) {
      throw new UsageException(
          "there is no source file " + file + Guesses.of(segment, userClassPath(segment)));
    }
    String users = named(segment);
    Api api = ApiText.of(file, segment.api());
    String path = api == null ? users : with(api, segment, users);
    if (JvmFlags.chooseSource(segment.jvmFlags())) {
      var rest = new ArrayList<>(List.of(file.toString()));
      rest.addAll(segment.arguments());
      return leftToJava(segment, "--source", path, rest);
    }
    String tail = path.isEmpty() ? "" : File.pathSeparator + path;
    var compiled =
        new SourceCache(installation.javaHome())
            .compile(file, absolute(segment, installation.classPath() + tail));
    var program = new Program(api, compiled.directory() + tail, compiled.mainClass());
    return command(segment, segment.jvmFlags(), program);
  }

  /**
   * A jar. Its main class is started from the class path, so that the library's jars can stand
   * beside it; a jar that carries the library itself, or an agent, is left to {@code java -jar}.
   */
  List<String> jar(Segment segment, Path file) throws UsageException {
    Attributes manifest = manifest(file);
    String main = manifest.getValue(Attributes.Name.MAIN_CLASS);
    if (main == null) {
      throw new UsageException(
          file + " names no main class; run one of its classes: -cp " + file + " CLASS");
    }
    boolean complete =
        manifest.getValue("Launcher-Agent-Class") != null
            || holds(segment, file.toString(), LIBRARY_CLASS);
    if (complete && threads == null) {
      var words = start(segment, segment.jvmFlags(), false);
      words.add("-jar");
      words.add(file.toString());
      words.addAll(segment.arguments());
      return words;
    }
    var extra = new ArrayList<String>();
    grants(extra, "--add-exports", manifest.getValue("Add-Exports"));
    grants(extra, "--add-opens", manifest.getValue("Add-Opens"));
    extra.addAll(segment.jvmFlags());
    String path = file + (segment.classPath() == null ? "" : ":" + segment.classPath());
    return command(segment, extra, withItsApi(segment, path, main.strip()));
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
  List<String> spelledOut(Segment segment, Path java) throws UsageException, CompilationException {
    var flags = new ArrayList<>(segment.jvmFlags());
    String classPath = segment.classPath();
    List<String> words = ArgumentFile.expand(segment.arguments(), segment.directory());
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
            segment, java, new Spelled(flags, classPath, words.subList(at, words.size())));
      }
    }
    throw new UsageException("java: no class, jar or source file is named after it");
  }

  private record Spelled(List<String> flags, @Nullable String classPath, List<String> rest) {}

  private List<String> spelledOut(Segment segment, Path java, Spelled spelled)
      throws UsageException, CompilationException {
    String first = spelled.rest.getFirst();
    boolean isJar = first.equals("-jar") && spelled.rest.size() > 1;
    int program = isJar ? 1 : 0;
    var rewritten =
        new Segment(
            segment.count(),
            spelled.rest.get(program),
            isJar,
            spelled.rest.subList(program + 1, spelled.rest.size()),
            spelled.flags,
            spelled.classPath,
            segment.api(),
            segment.searchPath(),
            segment.directory(),
            segment.environment());
    List<String> words;
    if (isJar) {
      words = jar(rewritten, segment.directory().resolve(rewritten.program()));
    } else if (first.startsWith("-")) { // -m, -version …
      boolean isModule = first.equals("-m") || first.startsWith("--module");
      String path = isModule ? named(rewritten) : userClassPath(rewritten);
      Api api = segment.api();
      String full = api == null ? path : with(api, segment, path);
      words = leftToJava(rewritten, first, full, spelled.rest);
    } else if (first.endsWith(".java") || JvmFlags.chooseSource(spelled.flags)) {
      words = source(rewritten, segment.directory().resolve(first));
    } else {
      words = mainClass(rewritten, first);
    }
    var own = new ArrayList<>(words);
    own.set(0, java.toString());
    return own;
  }

  /** What java itself knows best what to do with; the library is there nevertheless. */
  private List<String> leftToJava(Segment segment, String flag, String userPath, List<String> rest)
      throws UsageException {
    if (threads != null) {
      throw new UsageException("-threads: java " + flag + " cannot be run so; name a class");
    }
    var words = start(segment, segment.jvmFlags(), false);
    words.add("-cp");
    words.add(holds(segment, userPath, LIBRARY_CLASS) ? userPath : withLibrary(userPath));
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
    List<String> words(Segment segment) {
      String starter = api == null ? null : api.starter;
      return starter != null && holds(segment, classPath, starter.replace('.', '/') + ".class")
          ? List.of(starter, mainClass)
          : List.of(mainClass);
    }
  }

  /** A program that may be written for one of the older APIs. */
  private Program withItsApi(Segment segment, String userPath, String mainClass)
      throws UsageException {
    Api api;
    try (var files = new ClassFiles(segment.directory(), userPath)) {
      api = ApiScan.ofClasses(files, mainClass, segment.api());
    } catch (IOException e) {
      throw new UsageException("cannot read the class path " + userPath + ": " + e, e);
    }
    return new Program(api, api == null ? userPath : with(api, segment, userPath), mainClass);
  }

  /** Ours comes first: the user's class path may still have the original. */
  private String with(Api api, Segment segment, String userPath) throws UsageException {
    if (holds(segment, userPath, LIBRARY_CLASS)) {
      return userPath; // with a library of his own the user brings what goes with it
    }
    String jar = installation.jar(api);
    if (jar != null) {
      return userPath.isEmpty() ? jar : jar + File.pathSeparator + userPath;
    }
    if (holds(segment, userPath, API_CLASS)) {
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

  private List<String> command(Segment segment, List<String> flags, Program program) {
    if (threads != null) {
      return threaded(threads, segment, flags, program);
    }
    String userPath = program.classPath;
    boolean ownLibrary = holds(segment, userPath, LIBRARY_CLASS);
    var words = start(segment, flags, !ownLibrary);
    words.add("-cp");
    words.add(ownLibrary ? userPath : withLibrary(userPath));
    words.addAll(program.words(segment));
    words.addAll(segment.arguments());
    return words;
  }

  /** The library alone on the class path: the program's classes are loaded once for each rank. */
  private List<String> threaded(
      ThreadRanks ranks, Segment segment, List<String> flags, Program program) {
    var words = start(segment, flags, true);
    words.addAll(ranks.flags(absolute(segment, program.classPath)));
    words.add("-cp");
    words.add(installation.classPath());
    words.add(ThreadRanks.MAIN);
    words.addAll(program.words(segment));
    words.addAll(segment.arguments());
    return words;
  }

  private List<String> start(Segment segment, List<String> flags, boolean withOurCache) {
    var ours = new ArrayList<>(installation.jvmFlags());
    if (!withOurCache) {
      ours.removeIf(JvmFlags::isOfClassCache);
    }
    Map<String, String> environment = segment.environment();
    String ambient =
        AMBIENT.stream()
            .map(name -> environment.getOrDefault(name, ""))
            .collect(Collectors.joining(" "));
    var words = new ArrayList<String>();
    words.add(installation.java().toString());
    var all = new ArrayList<>(flags);
    all.addAll(List.of(ambient.split("\\s+", -1)));
    words.addAll(share.flags(all));
    words.addAll(JvmFlags.merge(ours, flags, ambient));
    return words;
  }

  /** The class path java would take by itself: -cp, else CLASSPATH, else the working directory. */
  static String userClassPath(Segment segment) {
    String path = named(segment);
    return path.isEmpty() ? "." : path;
  }

  private static String named(Segment segment) {
    String given = segment.classPath();
    return given != null ? given : segment.environment().getOrDefault("CLASSPATH", "");
  }

  private static String absolute(Segment segment, String classPath) {
    var parts = new ArrayList<String>();
    for (String part : Words.classPath(classPath)) {
      parts.add(segment.directory().resolve(part).toString());
    }
    return String.join(File.pathSeparator, parts);
  }

  private static boolean holds(Segment segment, String classPath, String entry) {
    for (String part : Words.classPath(classPath)) {
      if (part.endsWith("*")) {
        return !entry.equals(LIBRARY_CLASS); // a wildcard: left to java
      }
      Path place = segment.directory().resolve(part);
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
      throw new UsageException(file + " is no jar that can be read: " + e.getMessage(), e);
    }
  }
}
