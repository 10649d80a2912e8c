package org.purempi.pmi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that the launcher is asked to start (MPI 4.1, section 11.8).
 *
 * @param command the program, as the launcher itself would take it
 * @param arguments its arguments; no shell reads them
 * @param processes how many, or at most how many where the info key {@code soft} says so
 * @param info where and how; a launcher ignores the keys that it does not know
 */
public record SpawnProgram(
    String command, List<String> arguments, int processes, Map<String, String> info) {
  /** Keeps copies that nobody changes. */
  public SpawnProgram {
    arguments = List.copyOf(arguments);
    info = Collections.unmodifiableMap(new LinkedHashMap<>(info));
  }

  /** How many processes programs ask for together. */
  public static int count(List<SpawnProgram> programs) {
    return programs.stream().mapToInt(SpawnProgram::processes).sum();
  }
}
