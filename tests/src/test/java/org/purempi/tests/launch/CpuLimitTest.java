package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/**
 * A job in a control group that may use one processor, as a container with {@code cpu.max} may: it
 * counts that one, whatever the machine has. Root only.
 */
@Tag("full")
@Timeout(60)
class CpuLimitTest {
  private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/cpu");
  private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");

  private static final String PROGRAM =
      """
      import org.purempi.*;
      import org.purempi.communicator.LiveCommunicator;

      void main(String[] args) {
        Mpi.run(2, world -> {
          for (int i = 0; i < 1000; i++) {
            world.barrier();
          }
          IO.println(((LiveCommunicator) world).peers().shareCores());
        });
      }
      """;

  @TempDir Path place;
  private Path group = VERSION_2;

  @BeforeEach
  void limit() throws IOException {
    boolean isFirst = Files.exists(VERSION_1.resolve("cpu.cfs_quota_us"));
    Path all = isFirst ? VERSION_1 : VERSION_2;
    group = all.resolve("purempi-test-" + ProcessHandle.current().pid());
    assumeTrue(Files.isWritable(all) && group.toFile().mkdir(), "cannot make a cgroup in " + all);
    if (isFirst) {
      Files.writeString(group.resolve("cpu.cfs_period_us"), "100000");
      Files.writeString(group.resolve("cpu.cfs_quota_us"), "100000");
    } else {
      Path limit = group.resolve("cpu.max");
      assumeTrue(Files.exists(limit), "cgroups here have no cpu.max");
      Files.writeString(limit, "100000 100000");
    }
  }

  @AfterEach
  void remove() throws InterruptedException {
    for (int i = 0; Files.exists(group) && !group.toFile().delete() && i < 100; i++) {
      Thread.sleep(20); // its last process may still be on its way out
    }
  }

  /** A script that joins the group and becomes one of ours. */
  private Path within(String which) throws IOException {
    Path script = place.resolve(which);
    Files.writeString(
        script,
        "#!/bin/sh\necho $$ >%s/cgroup.procs && exec %s/bin/%s \"$@\"\n"
            .formatted(group, Launch.root(), which));
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Result run(String... words) throws IOException {
    return Launch.mpiexec(words).calledAs(within("mpiexec")).run();
  }

  @Test
  void ranksThatMayUseOneProcessorKnowThatTheyShareIt() throws IOException {
    String source = Files.writeString(place.resolve("Counts.java"), PROGRAM).toString();
    for (Result result : List.of(run("-n", "2", source), run("-threads", "-n", "2", source))) {
      assertThat(result.err()).isEmpty();
      assertThat(result.lines()).containsExactly("true", "true");
    }
  }

  @Test
  void mpjrunStartsAsManyRanksAsThereAreProcessorsForIt() throws IOException {
    Path source =
        Files.writeString(place.resolve("One.java"), "void main() { IO.println(\"a rank\"); }");
    Result result =
        Launch.mpjrun("-dev", "niodev", source.toString()).calledAs(within("mpjrun")).run();
    assertThat(result.lines()).containsExactly("a rank");
  }
}
