package org.purempi.tests.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** The conjugate gradients of the examples, on matrices of every kind that they read. */
@Timeout(60)
class SolverTest {
  private static final Pattern RESULT =
      Pattern.compile("(\\d+) unknowns, (\\d+) steps, residual (\\S+), error (\\S+)\\s*");

  @TempDir Path folder;

  /** What the program says of a matrix; the solution it looks for is known: all ones. */
  private record Result(int unknowns, int steps, double residual, double error) {}

  private Result solve(int ranks, String... args) throws Exception {
    Method run =
        Class.forName("ConjugateGradient")
            .getDeclaredMethod("run", Communicator.class, String[].class);
    run.setAccessible(true);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      Mpi.runThreads(ranks, world -> call(run, world, args));
    } finally {
      System.setOut(before);
    }
    Matcher m = RESULT.matcher(out.toString(StandardCharsets.UTF_8));
    assertThat(m.matches()).as(out.toString(StandardCharsets.UTF_8)).isTrue();
    return new Result(
        Integer.parseInt(m.group(1)),
        Integer.parseInt(m.group(2)),
        Double.parseDouble(m.group(3)),
        Double.parseDouble(m.group(4)));
  }

  private static void call(Method run, Communicator world, String[] args) throws Exception {
    try {
      run.invoke(null, world, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private String matrix(String text) throws Exception {
    return Files.writeString(folder.resolve("a.mtx"), text).toString();
  }

  /** Diagonally dominant, of 1 unknown or more; every rank meets columns of several others. */
  private static String banded(String header, boolean lowerOnly) {
    int n = 23;
    int band = 9;
    StringBuilder entries = new StringBuilder();
    int count = 0;
    for (int row = 1; row <= n; row++) {
      for (int column = Math.max(1, row - band); column <= Math.min(n, row + band); column++) {
        if (!lowerOnly || column <= row) {
          int value = row == column ? 40 + row : -1 - (row + column) % 2;
          entries.append("%d %d %d%n".formatted(row, column, value));
          count++;
        }
      }
    }
    return "%s%n%% a comment%n%n%d %d %d%n%s".formatted(header, n, n, count, entries);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7})
  void theSolutionIsTheSameOnAnyNumberOfRanks(int ranks) throws Exception {
    Result r = solve(ranks, folder.resolve("cube.mtx").toString(), "6");
    assertThat(r.unknowns()).isEqualTo(216);
    assertThat(r.steps()).isBetween(9, 11); // 10 alone; rounding may add or save one
    assertThat(r.residual()).isLessThan(1e-10);
    assertThat(r.error()).isLessThan(1e-9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"real general", "integer general", "real symmetric", "INTEGER Symmetric"})
  void numbersOfEveryKindAreRead(String kind) throws Exception {
    String header = "%%MatrixMarket matrix coordinate " + kind;
    String file = matrix(banded(header, kind.endsWith("ymmetric")));
    for (int ranks : new int[] {1, 2, 4}) {
      Result r = solve(ranks, file);
      assertThat(r.unknowns()).isEqualTo(23);
      assertThat(r.error()).isLessThan(1e-9);
    }
  }

  @Test
  void aPatternStandsForOnesAndRanksMayBeWithoutRows() throws Exception {
    String file =
        matrix("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 1\n2 2\n3 3\n");
    assertThat(solve(4, file)).isEqualTo(new Result(3, 1, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%%MatrixMarket matrix array real general",
        "%%MatrixMarket matrix coordinate complex general",
        "%%MatrixMarket matrix coordinate real skew-symmetric",
        "1 1 1",
        ""
      })
  void whatItCannotReadIsNamed(String header) throws Exception {
    String file = matrix(header + "\n1 1 1\n1 1 1\n");
    assertThatThrownBy(() -> solve(2, file))
        .isInstanceOf(MpiException.class)
        .rootCause()
        .hasMessageContaining("a.mtx")
        .hasMessageContaining("coordinate");
  }

  @Test
  void aMatrixThatIsNotPositiveDefiniteIsSaidToBe() throws Exception {
    String file = matrix("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 -3\n");
    assertThatThrownBy(() -> solve(2, file))
        .rootCause()
        .hasMessageContaining("not positive definite");
  }

  @Test
  void aFileThatEndsTooEarlyIsSaidTo() throws Exception {
    String file = matrix("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n");
    assertThatThrownBy(() -> solve(2, file)).rootCause().hasMessageContaining("ends before");
  }
}
