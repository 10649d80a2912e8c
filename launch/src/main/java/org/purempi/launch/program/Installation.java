package org.purempi.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.UsageException;
import org.purempi.os.Version;

/**
 * Where purempi is installed, as the script that starts us found it.
 *
 * @param version what {@code -version} prints
 * @param classPath the library's jars, for the ranks
 * @param jvmFlags the flags every rank's JVM gets unless the user says otherwise
 * @param javaHome the JDK that runs mpiexec and the ranks
 */
public record Installation(String version, String classPath, List<String> jvmFlags, Path javaHome) {
  private static final String PREFIX = "purempi.launch.";

  /** The file of bin/lib, packed with our classes. */
  private static final String FLAGS = "rank-jvm-flags";

  /** Reads what bin/mpiexec passed on; started as a plain class, what this class path tells. */
  public static Installation fromSystemProperties() throws UsageException {
    var flags = new ArrayList<String>();
    for (String line : flagLines()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        flags.add(line.strip());
      }
    }
    String cache = System.getProperty(PREFIX + "aot", "");
    if (!cache.isEmpty()) {
      flags.addAll(JvmFlags.ofClassCache(cache));
    }
    return new Installation(
        Version.text(),
        property("classpath", System.getProperty("java.class.path")),
        List.copyOf(flags),
        Path.of(System.getProperty("java.home")));
  }

  private static List<String> flagLines() throws UsageException {
    String file = System.getProperty(PREFIX + "flags");
    try {
      if (file != null) {
        return Files.readAllLines(Path.of(file));
      }
      try (var ours = Installation.class.getResourceAsStream(FLAGS)) {
        if (ours == null) {
          throw new IOException("no " + FLAGS + " beside the launcher's classes");
        }
        return new String(ours.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      }
    } catch (IOException e) {
      throw new UsageException("the installation is broken: cannot read " + e.getMessage(), e);
    }
  }

  /** Whether the named standard stream (in, out) is a terminal. */
  public static boolean isTerminal(String stream) {
    return Boolean.getBoolean(PREFIX + "terminal." + stream);
  }

  /**
   * The same for ranks on several hosts: where the one jar that is quick to open has not been made,
   * the jars it is made of stand behind it.
   */
  public Installation forSeveralHosts() {
    String plain = property("plain", "");
    return plain.isEmpty() || plain.equals(classPath)
        ? this
        : new Installation(version, classPath + File.pathSeparator + plain, jvmFlags, javaHome);
  }

  /** Where bin/smpd stands, here and on other hosts unless told otherwise. */
  public Path manager() {
    String bin = System.getProperty(PREFIX + "bin");
    return Path.of(bin == null ? "smpd" : bin + "/smpd");
  }

  Path java() {
    return javaHome.resolve("bin").resolve("java");
  }

  /** Where the jar for programs of an API is; null if it is not here. */
  @Nullable String jar(Api api) {
    String given = System.getProperty(PREFIX + "compat." + api.word);
    if (given != null) {
      return given;
    }
    for (String part : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      if (part.contains(api.artifact() + "-") && part.endsWith(".jar")) {
        return part;
      }
    }
    return null;
  }

  private static String property(String name, String otherwise) {
    return System.getProperty(PREFIX + name, otherwise);
  }
}
