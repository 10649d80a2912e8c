package org.purempi.launch.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Ranks as threads of one JVM ({@code -threads}).
 *
 * @param count how many
 * @param virtual whether on virtual threads
 * @param stdinRank which rank reads standard input, or as {@link InputReader} says
 */
public record RanksAsThreads(int count, boolean virtual, int stdinRank) {
  /** The library's class that runs a program so. */
  static final String MAIN = "org.purempi.world.ThreadedProgram";

  private static final String PREFIX = "-Dpurempi.threads.";

  /** What its JVM is told. */
  List<String> flags(String classPath) {
    var flags = new ArrayList<String>();
    flags.add(PREFIX + "ranks=" + count);
    flags.add(PREFIX + "virtual=" + virtual);
    flags.add(PREFIX + "classpath=" + classPath);
    flags.add(PREFIX + "mux=true");
    flags.add(PREFIX + "stdin=" + reader());
    return flags;
  }

  private String reader() {
    return switch (stdinRank) {
      case InputReader.ALL_RANKS -> "all";
      case InputReader.NO_RANK -> "none";
      default -> Integer.toString(stdinRank);
    };
  }

  /** Whether the JVM is to have standard input: its one process is number 0. */
  public int stdinProcess() {
    return stdinRank == InputReader.NO_RANK ? InputReader.NO_RANK : 0;
  }
}
