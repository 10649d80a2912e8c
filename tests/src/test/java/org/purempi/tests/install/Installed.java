package org.purempi.tests.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.purempi.tests.Tree;

/** The archive that the build makes, made anew for a test, and commands run beside it. */
final class Installed {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private Installed() {}

  /** What a command wrote, errors and output in one, and its exit code. */
  record Result(int code, String text) {}

  /** The version that is packed. */
  static String version() throws IOException {
    try (Stream<Path> files = Files.list(Tree.ROOT.resolve("launch/target"))) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.matches("purempi-launch-\\d[\\w.]*(-SNAPSHOT)?\\.jar"))
          .map(f -> f.replaceAll("purempi-launch-(.*)\\.jar", "$1"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Makes the archive in a folder. */
  static Path archive(Path folder) throws IOException, InterruptedException {
    String make = Tree.ROOT.resolve("dist/make").toString();
    Result made = run(folder, Map.of(), make, version(), "2026-01-01T00:00:00Z", folder.toString());
    if (made.code != 0) {
      throw new AssertionError("dist/make failed:\n" + made.text);
    }
    return folder.resolve("purempi-" + version() + ".tar.gz");
  }

  /** The home of the JDK that runs the tests. */
  static Path java() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Runs a command in a folder; the JDK of the tests is the first on its path. */
  static Result run(Path folder, Map<String, String> variables, String... words)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("purempi-installed", ".txt");
    try {
      var builder =
          new ProcessBuilder(new ArrayList<>(List.of(words)))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(log.toFile());
      Map<String, String> environment = builder.environment();
      environment.put("PATH", java().resolve("bin") + ":" + environment.get("PATH"));
      environment.put("JAVA_HOME", java().toString());
      environment.remove("CLASSPATH"); // Surefire's own
      environment.putAll(variables);
      Process process = builder.start();
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        throw new AssertionError(
            String.join(" ", words) + " did not end:\n" + Files.readString(log));
      }
      return new Result(process.exitValue(), Files.readString(log));
    } finally {
      Files.delete(log);
    }
  }

  /** What the artifact of a module is called. */
  static String artifact(String module) {
    return module.equals("mpi") ? "purempi" : "purempi-" + module;
  }

  /** The jar that the build has made of a module. */
  static Path jar(String module) throws IOException {
    String name = artifact(module) + "-" + version() + ".jar";
    return Tree.ROOT.resolve(module).resolve("target").resolve(name);
  }

  /** The jars that a program needs, as a path. */
  static String libraryPath() throws IOException {
    var jars = new ArrayList<String>();
    for (String module : List.of("os", "transport", "pmi", "mpi")) {
      jars.add(jar(module).toString());
    }
    return String.join(":", jars);
  }
}
