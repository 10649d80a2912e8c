package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/**
 * mpiexec in a pod of Kubernetes, where other pods get their names one by one; {@code
 * tests/hosts/run operator} does the same with sshd and users who are not root.
 */
@Timeout(60)
class PodsTest {
  @TempDir Path place;

  /** A launcher that does not find a host the first two times. */
  private String launcher() throws IOException {
    Path script =
        Files.writeString(
            place.resolve("reach"),
            """
            #!/bin/sh
            if [ ! -e %1$s/2 ]; then
              [ -e %1$s/1 ] && : >%1$s/2
              : >%1$s/1
              echo "ssh: Could not resolve hostname $1: Name or service not known" >&2
              exit 255
            fi
            shift
            exec "$@"
            """
                .formatted(place));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script.toString();
  }

  @Test
  void aPodThatHasNoNameYetIsTriedAgain() throws IOException {
    Path hosts = Files.writeString(place.resolve("hostfile"), "pi-worker-0.pi.lab.svc:2\n");
    Result result =
        Launch.mpiexec("-launcher-exec", launcher(), "sh", "-c", "echo rank $PMI_RANK")
            .with("HYDRA_HOST_FILE", hosts.toString())
            .with("K_MPI_JOB_ROLE", "launcher")
            .run();
    assertThat(result.sortedLines()).containsExactly("rank 0", "rank 1");
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err())
        .contains("host pi-worker-0.pi.lab.svc: its manager did not start")
        .contains("Name or service not known; tried again for");
    assertThat(result.code()).isZero();
  }

  @Test
  void elsewhereAWrongNameIsToldAtOnce() throws IOException {
    Result result = Launch.mpiexec("-launcher-exec", launcher(), "-hosts", "nodx", "true").run();
    assertThat(result.err()).contains("host nodx", "Name or service not known");
    assertThat(result.err()).doesNotContain("tried again");
    assertThat(result.code()).isEqualTo(1);
    assertThat(place.resolve("2")).doesNotExist();
  }
}
