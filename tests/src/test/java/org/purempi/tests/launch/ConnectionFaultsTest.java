package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/** Ranks that cannot have a connection say why, and what to do. */
@Timeout(60)
class ConnectionFaultsTest {
  /**
   * Rank 0 sends to rank 1; who is named by the first argument opens all files it can before, and
   * says so by making the directory that the second one names.
   */
  private static final String PROGRAM =
      """
      import java.io.*;
      import java.util.*;
      import org.purempi.*;
      public class Greedy {
        public static void main(String[] args) throws Exception {
          try (var mpi = Mpi.init(args)) {
            int rank = mpi.world().rank();
            var files = new ArrayList<FileInputStream>();
            try {
              while (args[0].equals(rank + "")) {
                files.add(new FileInputStream("/dev/null"));
              }
            } catch (FileNotFoundException full) {
              System.out.println(full.getMessage());
              new File(args[1]).mkdir();
            }
            if (rank == 0) {
              while (args[0].equals("1") && !new File(args[1]).exists()) {
                Thread.sleep(1);
              }
              mpi.world().send(new int[] {7}, 1, 0);
            } else {
              int[] got = new int[1];
              mpi.world().recv(got, 0, 0);
              System.out.println(got[0]);
            }
          }
        }
      }
      """;

  @TempDir private Path place;

  private Result job(String greedyRank) throws IOException {
    Path source = Files.writeString(place.resolve("Greedy.java"), PROGRAM);
    String program =
        String.join(
            " ",
            Launch.root().resolve("bin/purempi-java").toString(),
            source.toString(),
            greedyRank,
            place.resolve("full").toString());
    return Launch.shell(2, "ulimit -n 100; exec " + program).with("PUREMPI_TRANSPORT", "tcp").run();
  }

  @Test
  void whoHasNoDescriptorLeftToCallWithSaysSoAtOnce() throws IOException {
    Result result = job("0");
    assertThat(result.out()).contains("Too many open files");
    assertThat(result.err())
        .contains("rank 1 cannot be reached at host ")
        .contains("this process has used up its 100 file descriptors; raise the limit where it is")
        .contains("(ulimit -n)")
        .contains("mpiexec: rank 0 on ");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void whoHasNoDescriptorLeftToBeCalledSaysSoAfterAWhile() throws IOException {
    Result result = job("1");
    assertThat(result.err())
        .contains("rank 0 cannot be accepted: this process has used up its 100 file descriptors")
        .contains("mpiexec: rank 1 on ");
    assertThat(result.code()).isEqualTo(1);
  }

  /**
   * Rank 1 is killed, and the shell that started it goes on, so that its launcher knows nothing.
   */
  @Test
  void theDeathOfAPeerIsToldToWhoWaitsForItByMemoryAsByTcp() throws IOException {
    Path source =
        Files.writeString(
            place.resolve("Deserted.java"),
            """
            import org.purempi.*;
            public class Deserted {
              public static void main(String[] args) throws Exception {
                var world = Mpi.init(args).world();
                world.barrier();
                if (world.rank() == 1) {
                  new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start();
                  Thread.sleep(60_000);
                }
                try {
                  if (args[0].equals("send")) {
                    world.send(new byte[10 << 20], 1, 8);
                  } else {
                    world.recv(new byte[8], 1, 8);
                  }
                } catch (MpiException e) {
                  System.out.println(e.errorClass() + ": " + e.getMessage());
                }
                System.out.flush();
                Runtime.getRuntime().halt(0);
              }
            }
            """);
    String program = Launch.root().resolve("bin/purempi-java") + " " + source;
    for (String transport : new String[] {"shm", "tcp"}) {
      for (String call : new String[] {"recv", "send"}) {
        Result result =
            Launch.shell(2, program + " " + call + "; [ $PMI_RANK = 0 ] || sleep 25")
                .with("PUREMPI_TRANSPORT", transport)
                .run();
        assertThat(result.out())
            .as(result.err())
            .startsWith("PROC_ABORTED: rank 0 ")
            .contains(": rank 1 ")
            .contains(transport.equals("shm") ? "has died (process " : "on host ");
      }
    }
  }

  @Test
  void whoDoesNotEncryptIsNotCalledByOneWhoDoes() throws IOException {
    Path source = Files.writeString(place.resolve("Greedy.java"), PROGRAM);
    for (boolean encrypts : new boolean[] {true, false}) {
      Result result =
          Launch.mpiexec(
                  "-x",
                  "PUREMPI_ENCRYPT=" + encrypts,
                  source.toString(),
                  "none",
                  ":",
                  "-x",
                  "PUREMPI_ENCRYPT=" + !encrypts,
                  source.toString(),
                  "none")
              .with("PUREMPI_TRANSPORT", "tcp")
              .run();
      assertThat(result.err())
          .contains("rank 1 is on host ")
          .contains(encrypts ? "does not encrypt, and" : "encrypts, and this rank does not")
          .contains("give all ranks the same, 'mpiexec -encrypt' or PUREMPI_ENCRYPT=true");
      assertThat(result.code()).isEqualTo(1);
    }
  }
}
