package org.purempi.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.UsageException;
import org.purempi.os.Version;

/**
 * Where purempi is installed, as the script that starts us found it.
 *
 * @param version what {@code -version} prints
 * @param classPath the library's jars, for the ranks
 * @param severalHosts the class path of ranks on several hosts: where the one jar that is quick to
 *     open has not been made, the jars it is made of stand behind it
 * @param jvmFlags the flags every rank's JVM gets unless the user says otherwise
 * @param javaHome the JDK that runs mpiexec and the ranks
 * @param manager where bin/smpd stands, here and on other hosts unless told otherwise
 * @param apis the jars for programs of the older APIs, of those that are here
 */
public record Installation(
    String version,
    String classPath,
    String severalHosts,
    List<String> jvmFlags,
    Path javaHome,
    Path manager,
    Map<Api, String> apis) {
  private static final String PREFIX = "purempi.launch.";

  /** The file of bin/lib, packed with our classes. */
  private static final String FLAGS = "rank-jvm-flags";

  /** Keeps copies that nobody changes. */
  public Installation {
    jvmFlags = List.copyOf(jvmFlags);
    apis = Map.copyOf(apis);
  }

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
    String classPath = property("classpath", System.getProperty("java.class.path"));
    String plain = property("plain", "");
    boolean isPlain = plain.isEmpty() || plain.equals(classPath);
    String bin = System.getProperty(PREFIX + "bin");
    var apis = new EnumMap<Api, String>(Api.class);
    for (Api api : Api.values()) {
      String jar = jarOf(api);
      if (jar != null) {
        apis.put(api, jar);
      }
    }
    return new Installation(
        Version.text(),
        classPath,
        isPlain ? classPath : classPath + File.pathSeparator + plain,
        flags,
        Path.of(System.getProperty("java.home")),
        Path.of(bin == null ? "smpd" : bin + "/smpd"),
        apis);
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

  /** The same for ranks on several hosts. */
  public Installation forSeveralHosts() {
    return new Installation(version, severalHosts, severalHosts, jvmFlags, javaHome, manager, apis);
  }

  Path java() {
    return javaHome.resolve("bin").resolve("java");
  }

  /** Where the jar for programs of an API is; null if it is not here. */
  @Nullable String jar(Api api) {
    return apis.get(api);
  }

  private static @Nullable String jarOf(Api api) {
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
