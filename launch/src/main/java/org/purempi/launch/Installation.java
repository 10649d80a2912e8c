package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where purempi is installed, as the script that starts us found it.
 *
 * @param version what {@code -version} prints
 * @param classPath the library's jars, for the ranks
 * @param jvmFlags the flags every rank's JVM gets unless the user says otherwise
 * @param javaHome the JDK that runs mpiexec and the ranks
 */
record Installation(String version, String classPath, List<String> jvmFlags, Path javaHome) {
  private static final String PREFIX = "purempi.launch.";

  /** Reads what bin/mpiexec passed on. */
  static Installation fromSystemProperties() throws UsageException {
    var flags = new ArrayList<String>();
    String file = property("flags");
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        if (!line.isBlank() && !line.startsWith("#")) {
          flags.add(line.strip());
        }
      }
    } catch (IOException e) {
      throw new UsageException("the installation is broken: cannot read " + file, e);
    }
    String cache = System.getProperty(PREFIX + "aot", "");
    if (!cache.isEmpty()) {
      flags.add("-XX:AOTCache=" + cache);
    }
    return new Installation(
        property("version"),
        property("classpath"),
        List.copyOf(flags),
        Path.of(System.getProperty("java.home")));
  }

  /** Whether the named standard stream (in, out) is a terminal. */
  static boolean isTerminal(String stream) {
    return Boolean.getBoolean(PREFIX + "terminal." + stream);
  }

  Path java() {
    return javaHome.resolve("bin").resolve("java");
  }

  private static String property(String name) throws UsageException {
    String value = System.getProperty(PREFIX + name);
    if (value == null) {
      throw new UsageException("start it through bin/mpiexec (" + PREFIX + name + " is not set)");
    }
    return value;
  }
}
