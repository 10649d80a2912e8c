package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/**
 * Processes that are told their ranks and nothing else; in one process ConnectTest does more of it,
 * and {@code tests/hosts/run} on three hosts.
 */
@Timeout(60)
class NoLauncherTest {
  @TempDir Path place;

  private List<Result> ranks(String program) throws IOException {
    Path source = Files.writeString(place.resolve("Meets.java"), program);
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<Running> started = new ArrayList<>();
    for (int rank = 1; rank >= 0; rank--) {
      started.add(
          Launch.purempiJava(source.toString())
              .with("PUREMPI_RANK", "" + rank)
              .with("PUREMPI_SIZE", "2")
              .with("PUREMPI_ROOT", "localhost:" + port)
              .with("PUREMPI_RENDEZVOUS_TIMEOUT", "20")
              .start());
    }
    return started.reversed().stream().map(Running::await).toList();
  }

  @Test
  void ranksMeetAndTheProcessOfRankZeroStaysUntilTheOthersHaveLeft() throws IOException {
    List<Result> results =
        ranks(
            """
            import org.purempi.*;
            void main(String[] args) throws Exception {
              try (var mpi = Mpi.init(args)) {
                IO.println("sum " + mpi.world().allreduce(mpi.world().rank() + 1.0, Op.SUM));
                if (mpi.world().rank() == 1) Thread.sleep(700);
              }
            }
            """);
    for (Result one : results) {
      assertThat(one.err()).isEmpty();
      assertThat(one.lines()).containsExactly("sum 3.0");
      assertThat(one.code()).isZero();
    }
  }

  @Test
  void anExceptionThatPassesAnOpenMpiEndsTheOtherRank() throws IOException {
    List<Result> results =
        ranks(
            """
            import org.purempi.*;
            void main(String[] args) {
              try (var mpi = Mpi.init(args)) {
                if (mpi.world().rank() == 1) throw new IllegalStateException("disk full");
                mpi.world().recv(new int[1], 1, 0);
              }
            }
            """);
    assertThat(results.getFirst().code()).isEqualTo(1);
    assertThat(results.getFirst().err())
        .contains("rank 1 aborts: java.lang.IllegalStateException: disk full: this rank ends");
    assertThat(results.getLast().code()).isEqualTo(1);
    assertThat(results.getLast().err()).contains("rank 1 of 2 failed:", "disk full");
  }
}
