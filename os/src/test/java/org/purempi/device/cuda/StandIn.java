package org.purempi.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The stand-in for the CUDA driver, {@code src/test/c}, compiled once for all tests. */
final class StandIn {
  static final List<String> OPTIONS = List.of("--enable-native-access=ALL-UNNAMED");

  private static final @Nullable Path FOLDER = compile();

  private StandIn() {}

  /** The environment in which it is found, with more variables, as name and value in turns. */
  static Map<String, String> environment(String... more) {
    Assumptions.assumeTrue(
        FOLDER != null, "SKIPPED: there is no gcc; .ci/install-peers installs it");
    Map<String, String> all = new HashMap<>();
    all.put("LD_LIBRARY_PATH", Objects.requireNonNull(FOLDER).toString());
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static @Nullable Path compile() {
    if (!isThere("gcc")) {
      return null;
    }
    try {
      Path folder = Files.createTempDirectory("purempi-standin-");
      Path library = folder.resolve(CudaCall.LIBRARY);
      folder.toFile().deleteOnExit();
      library.toFile().deleteOnExit();
      List<String> command = new ArrayList<>();
      command.addAll(List.of("gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"));
      command.addAll(List.of("-shared", "-fPIC", "-o", library.toString()));
      Path sources = Path.of(System.getProperty("basedir", "os"), "src", "test", "c");
      try (Stream<Path> files = Files.list(sources)) {
        files.map(Path::toString).filter(f -> f.endsWith(".c")).sorted().forEach(command::add);
      }
      command.addAll(List.of("-lm", "-lpthread"));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
