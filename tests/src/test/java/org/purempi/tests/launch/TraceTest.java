package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/** {@code mpiexec -trace} and {@code -report}: what they find in jobs, and that they always end. */
@Timeout(90)
class TraceTest {
  private static final String LATE =
      """
      import org.purempi.*;

      public class Late {
        public static void main(String[] args) throws Exception {
          try (Mpi mpi = Mpi.init(args)) {
            Communicator world = mpi.world();
            world.barrier();
            if (world.rank() == 1) {
              Thread.sleep(1500);
              if (args[0].equals("dies")) {
                Runtime.getRuntime().halt(3);
              }
            } else if (args[0].equals("dies")) Thread.sleep(20_000); // nor hear of it
            world.allreduce(1.0, Op.SUM);
            if (world.rank() == 0) {
              world.send(new int[500], 1, 3);
            } else if (world.rank() == 1) {
              world.recv(new int[500], 0, 3);
            }
          }
        }
      }
      """;

  private static final String WORST =
      "in allreduce at Late.java:14 for rank 1, which computed between Late.java:7 and :14";

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("Late.java"), LATE);
  }

  private Result late(String how, String... options) {
    var words = new ArrayList<>(List.of(options));
    words.addAll(List.of("-n", "3", "Late.java", how));
    return Launch.mpiexec(words.toArray(String[]::new)).in(folder).run();
  }

  @Test
  void aLateRankIsNamedWithTheLinesBetweenWhichItComputed() throws IOException {
    Result result = late("late", "-trace=t", "-report");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("mpiexec: timeline: t/timeline.html; ranks 0,2 waited ")
        .contains("mpiexec: where the time went: 3 ranks on 1 host, ")
        .contains("  1. ranks 0,2 waited ")
        .contains(WORST);
    assertThat(folder.resolve("t/timeline.html")).content().contains(WORST);
    assertThat(Files.readAllLines(folder.resolve("t/messages.csv"))).contains("0,1,1,2000");
    assertThat(folder.resolve("t/perfetto.json")).isNotEmptyFile();
  }

  @Test
  void theReportAloneGuessesItFromTheSums() throws IOException {
    Result result = late("late", "-report=r.txt", "-threads");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.err()).isEqualTo("mpiexec: report: r.txt\n");
    assertThat(folder.resolve("r.txt"))
        .content()
        .contains("in allreduce at Late.java:14 for others: rank 1 came last");
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(2); // no folder of a timeline
    }
  }

  @Test
  void ofAJobThatFailsThereIsATimelineTooAndItsCodeStays() {
    Result result = late("dies", "-trace=t");
    assertThat(result.code()).as(result.err()).isEqualTo(3);
    assertThat(result.err())
        .contains("rank 1 on ")
        .containsPattern("note: rank(s 0-2 have| 1 has) not ended MPI") // the others may or not
        .contains("mpiexec: timeline: t/timeline.html");
  }

  @Test
  void ranksThatDoNotCallMpiLeaveNothing() {
    Result result = Launch.shell(2, "exit 5").options("-trace=t").in(folder).run();
    assertThat(result.code()).isEqualTo(5);
    assertThat(result.err()).contains("t: no rank has left a record of its calls");
  }

  @Test
  void whereNoJobCanStartNothingIsLeft() {
    Result result =
        Launch.mpiexec("-trace=t", "-report", "-n", "2", "no/such/program").in(folder).run();
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).hasLineCount(1);
    assertThat(folder.resolve("t")).doesNotExist();
  }

  @Test
  void spawnedWorldsHaveTimelinesOfTheirOwn() throws IOException {
    Files.writeString(
        folder.resolve("Family.java"),
        """
        import org.purempi.*;

        public class Family {
          public static void main(String[] args) {
            try (Mpi mpi = Mpi.init(args)) {
              Intercommunicator others = mpi.getParent().orElse(null);
              boolean isChild = others != null;
              if (!isChild) {
                others = mpi.world().spawn("Family", 2);
              }
              try (Communicator all = others.merge(isChild)) {
                all.barrier();
              }
              others.disconnect();
            }
          }
        }
        """);
    Result result = Launch.mpiexec("-trace=t", "-n", "1", "Family.java").in(folder).run();
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.err()).doesNotContain("note:");
    assertThat(folder.resolve("t/timeline.html")).content().contains("\"size\":1");
    assertThat(folder.resolve("t/world-1/timeline.html")).content().contains("\"size\":2");
  }
}
