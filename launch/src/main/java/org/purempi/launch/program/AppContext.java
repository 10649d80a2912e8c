package org.purempi.launch.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One program of a job, as the user named it.
 *
 * @param count how many processes run it
 * @param program what to run: a file, a class or a name to look up
 * @param isJar whether it was named by {@code -jar}
 * @param arguments the program's own arguments
 * @param jvmFlags flags for its JVM, in the user's order
 * @param classPath the user's class path, or null when none was given
 * @param api whose API it was written for, or null when that was not said
 * @param searchPath directories to look for the program in before PATH
 * @param directory where it runs
 * @param environment its environment, without the variables of PMI
 */
public record AppContext(
    int count,
    String program,
    boolean isJar,
    List<String> arguments,
    List<String> jvmFlags,
    @Nullable String classPath,
    @Nullable Api api,
    List<Path> searchPath,
    Path directory,
    Map<String, String> environment) {
  /** Keeps copies that nobody changes. */
  public AppContext {
    arguments = List.copyOf(arguments);
    jvmFlags = List.copyOf(jvmFlags);
    searchPath = List.copyOf(searchPath);
    environment = Map.copyOf(environment);
  }

  /** The same with another class path. */
  AppContext with(@Nullable String otherClassPath) {
    return new AppContext(
        count,
        program,
        isJar,
        arguments,
        jvmFlags,
        otherClassPath,
        api,
        searchPath,
        directory,
        environment);
  }

  /** The same without what only Java programs have. */
  AppContext withoutJava() {
    return new AppContext(
        count, program, isJar, arguments, List.of(), null, api, searchPath, directory, environment);
  }
}
