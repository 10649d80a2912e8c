package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/**
 * A C program whose buffers are a device's, which is no GPU but the tests' stand-in for the CUDA
 * driver ({@code os/src/test/c}).
 */
@Timeout(300)
class CDevicesTest {
  private static final Path SOURCE = Launch.root().resolve("tests/src/test/resources/c/device.c");
  private static final Path DRIVER = Launch.root().resolve("os/src/test/c");
  private static final long COMPILE_SECONDS = 200;

  @TempDir static Path place;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.exists(Launch.root().resolve("abi/target/lib/libmpi_abi.so.1")),
        "SKIPPED: there was no gcc when module abi was built; .ci/install-peers installs it");
    String mpicc = Launch.root().resolve("bin/mpicc").toString();
    run(List.of(mpicc, "-Wall", "-Wextra", "-Werror", "-o", "device", SOURCE.toString(), "-ldl"));
    var driver = new ArrayList<>(List.of("gcc", "-O1", "-shared", "-fPIC", "-o", "libcuda.so.1"));
    try (Stream<Path> sources = Files.list(DRIVER)) {
      sources.map(Path::toString).filter(name -> name.endsWith(".c")).forEach(driver::add);
    }
    driver.addAll(List.of("-lm", "-lpthread"));
    run(driver);
  }

  private static void run(List<String> words) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(words).inheritIO().directory(place.toFile());
    builder.environment().put("PUREMPI_NO_BUILD", "1");
    Process compiler = builder.start();
    assertThat(compiler.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(compiler.exitValue()).as(String.join(" ", words)).isZero();
  }

  private static void runsWell(String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of("-n", "3", place.resolve("device").toString()));
    if (List.of(options).contains("-memory-alloc-kinds")) {
      words.add("kinds");
    }
    Result result =
        Launch.mpiexec(words.toArray(String[]::new))
            .with("LD_LIBRARY_PATH", place.toString())
            .run();
    assertThat(result.out()).as(result.err()).isEqualTo("all is well\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void addressesOfADeviceAreRecognised() {
    runsWell();
  }

  @Test
  void processesThatDoNotShareMemorySendThroughTheHost() {
    runsWell("-genv", "PUREMPI_TRANSPORT", "tcp");
  }

  @Test
  void theKindsThatMpiexecIsAskedForAreGrantedIfTheyAreThere() {
    runsWell("-memory-alloc-kinds", "system,mpi,cuda:device,rocm:device");
  }
}
