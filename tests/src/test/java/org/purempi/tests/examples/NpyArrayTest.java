package org.purempi.tests.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;

/** The example that writes an array for NumPy. */
@Timeout(60)
class NpyArrayTest {
  private static final Duration LIMIT = Duration.ofSeconds(50);
  private static final int ROWS = 200;
  private static final int COLUMNS = 150;

  @TempDir private Path folder;

  private Path onThreads(int ranks) throws Exception {
    Path path = folder.resolve("array.npy");
    Class<?> example = Class.forName("NpyArray");
    var field = example.getDeclaredField("path");
    field.setAccessible(true);
    Object before = field.get(null);
    var run = example.getDeclaredMethod("run", Communicator.class);
    run.setAccessible(true);
    try {
      field.set(null, path);
      Mpi.runThreads(ranks, world -> run.invoke(null, world));
    } finally {
      field.set(null, before);
    }
    return path;
  }

  private void check(Path path) throws Exception {
    try (var all = Files.list(folder)) {
      assertThat(all).as("nothing is left beside it").containsExactly(path);
    }
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[8];
    file.get(magic);
    assertThat(magic).isEqualTo("\u0093NUMPY\1\0".getBytes(StandardCharsets.ISO_8859_1));
    byte[] header = new byte[file.getShort()];
    file.get(header);
    assertThat(file.position() % 64).isZero();
    assertThat(new String(header, StandardCharsets.US_ASCII))
        .startsWith("{'descr': '<f8', 'fortran_order': False, 'shape': (200, 150), }")
        .endsWith("\n");
    assertThat(file.remaining()).isEqualTo(ROWS * COLUMNS * Double.BYTES);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
      int row = i / COLUMNS;
      double expected = Math.hypot(row, i % COLUMNS);
      double number = file.getDouble();
      if (number != expected) {
        assertThat(number).as("number " + i).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void theFileIsInNumPysFormat(int ranks) throws Exception {
    check(onThreads(ranks));
  }

  @Test
  void processesWriteTheSame() throws Exception {
    Path path = folder.resolve("of processes.npy");
    Outcome outcome = Launcher.run(LIMIT, 2, List.of("NpyArray", path.toString()));
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).isEqualTo("200 × 150 numbers are in of processes.npy\n");
    check(path);
  }

  private static Outcome python(String interpreter, String program, String... arguments)
      throws Exception {
    return Launcher.start(
        LIMIT, Stream.concat(Stream.of(interpreter, "-c", program), Stream.of(arguments)).toList());
  }

  /** An interpreter that has NumPy. */
  private static Optional<String> interpreter() throws Exception {
    for (String candidate : List.of("/usr/bin/python3", "python3")) {
      try {
        if (python(candidate, "import numpy").exitCode() == 0) {
          return Optional.of(candidate);
        }
      } catch (IOException e) {
        // there is no such program
      }
    }
    return Optional.empty();
  }

  @Test
  void numPyOpensIt() throws Exception {
    Optional<String> interpreter = interpreter();
    Assumptions.assumeTrue(
        interpreter.isPresent(), "SKIPPED: no python3 has NumPy; .ci/install-peers installs it");
    Outcome outcome =
        python(
            interpreter.get(),
            """
            import sys, numpy
            a = numpy.load(sys.argv[1])
            print(a.shape, a.dtype, numpy.allclose(a, numpy.hypot(*numpy.indices(a.shape))))
            """,
            onThreads(4).toString());
    assertThat(outcome.toString()).isEqualTo("exit code 0\n(200, 150) float64 True\n");
  }
}
