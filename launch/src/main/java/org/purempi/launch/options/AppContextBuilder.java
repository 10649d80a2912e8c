package org.purempi.launch.options;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.program.Api;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/** Gathers the options of one program until its name is reached. */
final class AppContextBuilder {
  private static final int ONE_PROCESS = 1;

  private @Nullable Integer count;
  private boolean isCountOfSlots;
  private String asked = "-n " + ONE_PROCESS;
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

  /** The program as it was written; empty as long as it has none. */
  String name() {
    return program == null ? "" : program;
  }

  boolean hasProgram() {
    return program != null;
  }

  /**
   * Applies an option that belongs to one program.
   *
   * @param where the option and its values, which have been checked: the beginning of an error
   */
  void apply(Option option, String where, List<String> values) throws UsageException {
    String first = values.isEmpty() ? "" : values.getFirst();
    switch (option) {
      case COUNT -> {
        count = OptionChecks.processes(where, first);
        isCountOfSlots = false;
        asked = where;
      }
      case SOFT -> soft = SoftCounts.parse(where, first);
      case HOST -> hosts = first;
      case ARCH -> ThisHost.checkArchitecture(where, first);
      case WDIR -> directory = OptionChecks.folder(where, first);
      case PATH -> path(where, first);
      case FILE -> file(where, first);
      case ENV -> environment.set(values);
      case EXPORT -> environment.export(first);
      case ENV_LIST -> environment.only(first);
      case ENV_ALL -> environment.all();
      case ENV_NONE -> environment.none();
      case CLASS_PATH -> classPath = absolute(where, first);
      case API -> api = api(where, first);
      case JAR -> {
        isJar = true;
        program = first;
      }
      case MODULE -> program("java", List.of("-m", first));
      default -> throw new IllegalArgumentException(option + " is a global option");
    }
  }

  /** The older API that a program is written for; answers it. */
  private static Api api(String where, String word) throws UsageException {
    Api named = Api.named(word);
    if (named == null) {
      throw new UsageException(where + ": write openmpi or mpjexpress");
    }
    return named;
  }

  /** A class path is relative to where mpiexec is called, whatever -wdir says. */
  private static String absolute(String where, String classPath) throws UsageException {
    var parts = new ArrayList<String>();
    for (String part : ShellWords.classPath(classPath)) {
      parts.add(part.isEmpty() ? "" : OptionChecks.path(where, part).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, parts);
  }

  private void path(String where, String directories) throws UsageException {
    for (String one : ShellWords.parts(directories.replace(';', ':'), ":")) {
      searchPath.add(OptionChecks.path(where, one).toAbsolutePath());
    }
  }

  private void file(String where, String name) throws UsageException {
    for (String line : ShellWords.text(where, name).lines().toList()) {
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int equals = text.indexOf('=');
      String key = equals < 0 ? text : text.substring(0, equals).strip();
      Option option = Option.named(key);
      if (option == null || option.global() || option == Option.FILE || option.value.isNone()) {
        throw new UsageException(
            "%s: %s is not an option that fits here; use n, soft, host, arch, wdir, path, …"
                .formatted(where, ShellWords.shown(key)));
      }
      apply(option, where + ": " + key, text.substring(equals + 1).strip());
    }
  }

  private void apply(Option option, String written, String value) throws UsageException {
    List<String> values = List.of(value);
    option.value.check(written, values);
    if (option.value.count(values) != 1) {
      throw new UsageException(written + ": write it as NAME=VALUE");
    }
    apply(option, OptionValue.where(written, " ", values), values);
  }

  /** The hosts of this program alone, as they were written; null when it names none. */
  @Nullable String hosts() {
    return hosts;
  }

  /** How many processes run it when nobody says a number. */
  void countUnlessGiven(int slots) {
    if ((count == null || isCountOfSlots) && soft == null) {
      count = slots;
      isCountOfSlots = true; // there may be fewer when a job starts again
      asked = slots + " slots";
    }
  }

  /** What asked for the number of processes. */
  String asked() {
    return soft == null ? asked : soft.where();
  }

  /** The finished program; {@code global} is what -genv and its kin chose. */
  AppContext build(EnvironmentChoice global, Map<String, String> mine) throws UsageException {
    String name = program;
    if (name == null) {
      throw new UsageException("no program to run; 'mpiexec -h' shows how to name one");
    }
    int wanted = count == null ? ONE_PROCESS : count;
    if (soft != null) {
      wanted = soft.best(count);
    }
    return new AppContext(
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
