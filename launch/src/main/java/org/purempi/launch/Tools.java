package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The programs of the system that mpiexec uses, found once. */
final class Tools {
  static final String SHELL = "/bin/sh";

  private final List<String> newSession;
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
   * The shell that can open connections.
   *
   * @throws IOException when it is not here
   */
  String bash() throws IOException {
    String bash = find("bash");
    if (bash == null) {
      throw new IOException("-pmi-fd: the program 'bash' is not installed");
    }
    return bash;
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
