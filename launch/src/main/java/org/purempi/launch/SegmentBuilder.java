package org.purempi.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gathers the options of one program until its name is reached. */
final class SegmentBuilder {
  private static final int ONE_PROCESS = 1;

  private @Nullable Integer count;
  private @Nullable SoftCounts soft;
  private @Nullable String program;
  private @Nullable String classPath;
  private @Nullable String hosts;
  private boolean isJar;
  private @Nullable Api api;
  private final List<String> arguments = new ArrayList<>();
  private final List<String> jvmFlags = new ArrayList<>();
  private final List<Path> searchPath = new ArrayList<>();
  private Path directory = Path.of("").toAbsolutePath();
  private final EnvironmentChoice environment = new EnvironmentChoice();

  void jvmFlag(String flag) {
    jvmFlags.add(flag);
  }

  void program(String name, List<String> its) {
    program = name;
    arguments.addAll(its);
  }

  void arguments(List<String> its) {
    arguments.addAll(its);
  }

  boolean hasProgram() {
    return program != null;
  }

  /** Applies an option that belongs to one program. */
  void apply(Option option, String written, List<String> values) throws UsageException {
    switch (option) {
      case COUNT -> count = HostLimits.checkedCount(written, values.getFirst());
      case SOFT -> soft = SoftCounts.parse(values.getFirst());
      case HOST -> hosts = values.getFirst();
      case ARCH -> ThisHost.checkArchitecture(values.getFirst());
      case WDIR -> directory = directory(written, values.getFirst());
      case PATH -> path(values.getFirst());
      case FILE -> file(values.getFirst());
      case ENV -> environment.set(values.get(0), values.get(1));
      case EXPORT -> environment.export(values.getFirst());
      case ENV_LIST -> environment.only(values.getFirst());
      case ENV_ALL -> environment.all();
      case ENV_NONE -> environment.none();
      case CLASS_PATH -> classPath = absolute(values.getFirst());
      case API -> api = api(written, values.getFirst());
      case JAR -> {
        isJar = true;
        program = values.getFirst();
      }
      default -> throw new IllegalArgumentException(option + " is a global option");
    }
  }

  private static Api api(String written, String word) throws UsageException {
    Api named = Api.named(word);
    if (named == null) {
      throw new UsageException(written + " " + word + ": write openmpi or mpjexpress");
    }
    return named;
  }

  /** A class path is relative to where mpiexec is called, whatever -wdir says. */
  private static String absolute(String classPath) throws UsageException {
    var parts = new ArrayList<String>();
    for (String part : Words.classPath(classPath)) {
      parts.add(path("-cp", part).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, parts);
  }

  private static Path directory(String written, String name) throws UsageException {
    Path directory = path(written, name).toAbsolutePath().normalize();
    if (!Files.isDirectory(directory)) {
      throw new UsageException(written + " " + name + ": there is no such directory");
    }
    return directory;
  }

  /** A path, as written behind an option. */
  static Path path(String written, String name) throws UsageException {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UsageException(written + " " + name + ": not a path", e);
    }
  }

  private void path(String directories) throws UsageException {
    for (String one : Words.parts(directories.replace(';', ':'), ":")) {
      searchPath.add(path("-path", one).toAbsolutePath());
    }
  }

  private void file(String name) throws UsageException {
    for (String line : Words.text("-file " + name, path("-file", name)).lines().toList()) {
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int equals = text.indexOf('=');
      String key = equals < 0 ? text : text.substring(0, equals).strip();
      Option option = Option.named(key);
      if (option == null || option.global() || option == Option.FILE || option.valueCount() != 1) {
        throw new UsageException(
            "-file %s: '%s' is no option that fits here; use n, soft, host, arch, wdir, path, …"
                .formatted(name, key));
      }
      apply(option, "-file " + name + ": " + key, List.of(text.substring(equals + 1).strip()));
    }
  }

  /** The hosts of this program alone, as they were written; null when it names none. */
  @Nullable String hosts() {
    return hosts;
  }

  /** How many processes run it when nobody says a number. */
  void countUnlessGiven(int slots) {
    if (count == null && soft == null) {
      count = slots;
    }
  }

  /** The finished segment; {@code global} is what -genv and its kin chose. */
  Segment build(EnvironmentChoice global, Map<String, String> mine) throws UsageException {
    String name = program;
    if (name == null) {
      throw new UsageException("no program to run; 'mpiexec -h' shows how to name one");
    }
    int wanted = count == null ? ONE_PROCESS : count;
    if (soft != null) {
      wanted = soft.best(count);
    }
    return new Segment(
        wanted,
        name,
        isJar,
        arguments,
        jvmFlags,
        classPath,
        api,
        searchPath,
        directory,
        environment.apply(global, mine));
  }
}
