package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/**
 * mpiexec and smpd as those of MPICH 3.0: two managers of one daemon, whose ranks meet through the
 * first one's database.
 */
@Timeout(90)
class Smpd1Test {
  @TempDir static Path place;
  private static Running daemon;
  private static String port;
  private static Path file;

  @BeforeAll
  static void listen() throws IOException {
    file = Files.writeString(place.resolve("smpd"), "phrase=of a test\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    daemon = Launch.smpd("-smpd1-compat", "-anyport", "-smpdfile", file.toString()).start();
    port = daemon.awaitOut("\\d+\\n").strip();
  }

  @AfterAll
  static void end() {
    daemon.process().destroy();
    daemon.await();
  }

  private static Result run(String... words) {
    var all =
        new ArrayList<>(List.of("-smpd1-compat", "-port", port, "-smpdfile", file.toString()));
    all.addAll(List.of("-hosts", "2", "127.0.0.1", "1", "localhost", "1"));
    all.addAll(List.of(words));
    return Launch.mpiexec(all.toArray(String[]::new)).run();
  }

  @Test
  void programsOfMpichMeet() throws Exception {
    Result result = run(MpichProgramsTest.compiled(place).toString());
    assertThat(result.sortedLines().stream().map(line -> line.replaceFirst(" pid.*", "")))
        .containsExactly("0 of 2 token 101 sum 1 app 0", "1 of 2 token 100 sum 1 app 0");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  @Tag("full")
  void aJavaProgramWithALongClassPathRuns() throws IOException {
    var path = new StringBuilder(place.toString());
    for (int i = 0; i < 100; i++) {
      path.append(":/home/me/.m2/repository/org/example/part%d/1.%d/part%d.jar".formatted(i, i, i));
    }
    Path source =
        Files.writeString(
            place.resolve("Far.java"),
            """
            import org.purempi.*;
            public class Far {
              public static void main(String[] args) throws Exception {
                Mpi.run(2, world -> System.out.println(world.rank() + " of " + world.size() + " "
                    + System.getProperty("java.class.path").endsWith("part99.jar")));
              }
            }
            """);
    Result result = run("-cp", path.toString(), source.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly("0 of 2 true", "1 of 2 true");
  }

  @Test
  @Tag("full")
  void anAbortAndALeavingRankEndTheJob() throws Exception {
    String program = MpichProgramsTest.compiled(place).toString();
    Result aborted = run(program, "abort");
    assertThat(aborted.code()).isEqualTo(42);
    assertThat(aborted.err()).contains("called abort with code 42");
    assertThat(run(program, "leave").code()).isEqualTo(1);
    assertThat(run(program, "fail").code()).isEqualTo(3);
  }

  @Test
  @Tag("full")
  void theDaemonAnswersAndKeepsItsPhrase() {
    var status =
        Launch.smpd(
            "-smpd1-compat", "-status", "-port", port, "-smpdfile", file.toString(), "localhost");
    assertThat(status.run().out()).startsWith("smpd running on localhost");
    var phrase =
        Launch.smpd("-smpd1-compat", "-get", "phrase", "-port", port, "-smpdfile", file.toString());
    Result told = phrase.run();
    assertThat(told.out()).isEqualTo("FAIL\n");
    assertThat(told.code()).isEqualTo(1);
  }
}
