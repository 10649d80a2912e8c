package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The programs of the system that mpiexec uses, found once. */
final class Tools {
  static final String SHELL = "/bin/sh";

  /** Takes a script; without what BASH_ENV names, and what was exported as functions. */
  private static final String SCRIPT_AS_IT_IS = "-pc";

  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final List<String> newSession;
  private final @Nullable String bash = find("bash");
  private final @Nullable String taskset = find("taskset");

  Tools() {
    String setsid = find("setsid");
    newSession = setsid == null ? List.of() : List.of(setsid);
  }

  /** What goes before a command to give it a session of its own; empty where that is not known. */
  List<String> newSession() {
    return newSession;
  }

  /**
   * The shell that can open connections, up to the script that it takes.
   *
   * @throws IOException when it is not here
   */
  List<String> bash() throws IOException {
    if (bash == null) {
      throw new IOException("-pmi-fd: the program 'bash' is not installed");
    }
    return List.of(bash, SCRIPT_AS_IT_IS);
  }

  /**
   * A shell that hands these variables on, up to the script that it takes: a plain one forgets
   * those that it could not name, such as {@code my.key} or an exported function.
   */
  List<String> shell(Set<String> variables) {
    boolean plain = variables.stream().allMatch(name -> PLAIN_NAME.matcher(name).matches());
    return plain || bash == null ? List.of(SHELL, "-c") : List.of(bash, SCRIPT_AS_IT_IS);
  }

  /** What goes before a command to bind it to processors; empty where that is not known. */
  List<String> bound(String processors) {
    return taskset == null ? List.of() : List.of(taskset, "-c", processors);
  }

  private static @Nullable String find(String name) {
    for (String directory : List.of("/usr/bin", "/bin", "/usr/local/bin")) {
      Path program = Path.of(directory, name);
      if (Files.isExecutable(program)) {
        return program.toString();
      }
    }
    return null;
  }
}
