package org.purempi.launch.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What one rank executes.
 *
 * @param words the program's absolute path and its arguments
 * @param directory where it runs
 * @param environment its variables, without those that differ from rank to rank
 */
public record Command(List<String> words, Path directory, Map<String, String> environment) {
  /** Keeps copies that nobody changes. */
  public Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }
}
