package org.purempi.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * Ranks as threads of one JVM ({@code -threads}).
 *
 * @param count how many
 * @param virtual whether on virtual threads
 */
record ThreadRanks(int count, boolean virtual) {
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
    return flags;
  }
}
