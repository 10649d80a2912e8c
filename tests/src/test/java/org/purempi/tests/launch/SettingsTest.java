package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/** What the environment tells ranks. */
@Timeout(60)
class SettingsTest {
  private static final String FILTER = "PUREMPI_OBJECT_FILTER";

  /** Rank 1 says what came of each object. */
  private static final String OBJECTS =
      """
      import org.purempi.*;
      public class Objects {
        public static void main(String[] args) throws Exception {
          try (var mpi = Mpi.init(args)) {
            if (mpi.world().rank() == 0) {
              mpi.world().sendObject(new java.net.URI("http://here"), 1, 0);
              mpi.world().sendObject(new java.util.BitSet(), 1, 0);
            } else {
              for (int i = 0; i < 2; i++) {
                try {
                  System.out.println(mpi.world().recvObject(Object.class, 0, 0).value());
                } catch (MpiException e) {
                  System.out.println("refused");
                }
              }
            }
          }
        }
      }
      """;

  private static final String UNGUIDED =
      """
      import org.purempi.*;
      public class Unguided {
        public static void main(String[] args) {
          try (var mpi = Mpi.init(args)) {
            var part = mpi.world().splitType(SplitType.HW_UNGUIDED, 0);
            System.out.println(part.size() + " " + part.getInfo().get("mpi_hw_resource_type").get());
          }
        }
      }
      """;

  private static final String GATHERED =
      """
      import org.purempi.*;
      public class Gathered {
        public static void main(String[] args) throws Exception {
          try (var mpi = Mpi.init(args)) {
            var own = new java.net.URI("http://here/" + mpi.world().rank());
            java.util.List<java.net.URI> all = java.util.List.of();
            try {
              all = mpi.world().allgatherObject(own, java.net.URI.class);
            } catch (MpiException refused) {
              // and goes on: the others must not wait for this rank
            }
            System.out.println(mpi.world().allreduce(all.size(), Op.SUM) + " " + all);
          }
        }
      }
      """;

  @TempDir private Path place;

  /** Settings are those of a process: its ranks may be threads. */
  private Call objects(String... options) throws IOException {
    Path program = Files.writeString(place.resolve("Objects.java"), OBJECTS);
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of("-n", "2", program.toString()));
    return Call.mpiexec(words.toArray(String[]::new));
  }

  @Test
  void aPatternSaysWhichClassesObjectsMayBeMadeOf() throws IOException {
    assertThat(objects().run().lines()).containsExactly("refused", "{}");
    assertThat(objects("-threads").with(FILTER, "java.net.URI").run().lines())
        .containsExactly("http://here", "{}");
    assertThat(objects("-threads").with(FILTER, "java.net.*;!*").run().lines())
        .containsExactly("http://here", "refused");
  }

  @Test
  void thePatternNeedsToNameNothingOfOurs() throws IOException {
    Path program = Files.writeString(place.resolve("Gathered.java"), GATHERED);
    Result result =
        Call.mpiexec("-n", "3", program.toString()).with(FILTER, "java.net.URI;!*").run();
    assertThat(result.err()).isEmpty();
    assertThat(result.lines())
        .hasSize(3)
        .containsOnly("9 [http://here/0, http://here/1, http://here/2]");
    Result refused =
        Call.mpiexec("-threads", "-n", "3", program.toString()).with(FILTER, "!*").run();
    assertThat(refused.out()).isEqualTo("0 []\n0 []\n0 []\n");
  }

  @Test
  void anAlgorithmIsChosenByAVariableAndByAPropertyBeforeIt() throws IOException {
    Path program = Files.writeString(place.resolve("Gathered.java"), GATHERED);
    Call byVariable =
        Call.mpiexec("-n", "2", program.toString())
            .with(FILTER, "java.net.URI")
            .with("PUREMPI_ALLREDUCE", "rign");
    assertThat(byVariable.run().err())
        .startsWith("mpiexec: PUREMPI_ALLREDUCE=rign: must be one of linear, recursive-doubling, ");
    Call byProperty =
        Call.mpiexec("-threads", "-n", "2", "java", "-Dpurempi.allreduce=ring", program.toString())
            .with(FILTER, "java.net.URI")
            .with("PUREMPI_ALLREDUCE", "rign");
    assertThat(byProperty.run().err()).isEmpty();
  }

  @Test
  void whatNoSettingIsCalledIsToldOnceForAllRanks() throws IOException {
    Path program = Files.writeString(place.resolve("Gathered.java"), GATHERED);
    Result result =
        Launch.mpiexec("-n", "2", "-Dpurempi.spin=1", program.toString())
            .with(FILTER, "java.net.URI")
            .with("PUREMPI_ALLREDCE", "ring")
            .run();
    assertThat(result.err())
        .isEqualTo(
            """
            mpiexec: warning: there is no setting PUREMPI_ALLREDCE; did you mean PUREMPI_ALLREDUCE?
            mpiexec: warning: there is no setting purempi.spin; did you mean purempi.spins?
            """);
    assertThat(result.lines()).hasSize(2);
  }

  @Test
  void aProcessThatIsAloneTellsItself() throws IOException {
    Path program = Files.writeString(place.resolve("Gathered.java"), GATHERED);
    Result result = Launch.purempiJava(program.toString()).with("PUREMPI_COLOUR", "red").run();
    assertThat(result.err())
        .isEqualTo(
            "purempi: warning: there is no setting PUREMPI_COLOUR"
                + " (docs/reference/settings.md lists them all)\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void mpiexecReadsASettingAmongItsFlagsToo() {
    Result result = Launch.mpiexec("-n", "2", "-Dpurempi.grace=soon", "sleep", "1").run();
    assertThat(result.err()).startsWith("mpiexec: PUREMPI_GRACE=soon: ");
    assertThat(result.code()).isEqualTo(2);
    Result wrong = Launch.mpiexec("-n", "2", "-Dpurempi.spins=many", "java", "-version").run();
    assertThat(wrong.err())
        .isEqualTo(
            "mpiexec: -Dpurempi.spins=many: must be a whole number from 0 to 1000000000 (polls)\n");
  }

  @Test
  void aPatternThatIsNoneIsRefused() throws IOException {
    Result result = objects().with(FILTER, "maxdepth=deep").run();
    assertThat(result.err()).contains("PUREMPI_OBJECT_FILTER=maxdepth=deep: ").contains("such as");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void theClocksAreOneOnOneHost() throws IOException {
    Path program =
        Files.writeString(
            place.resolve("Clocks.java"),
            """
            import org.purempi.*;
            public class Clocks {
              public static void main(String[] args) {
                try (var mpi = Mpi.init(args)) {
                  System.out.println(mpi.world().getAttr(Keyval.WTIME_IS_GLOBAL).get());
                }
              }
            }
            """);
    Launch apart =
        Launch.mpiexec("-n", "2", program.toString()).with("PUREMPI_HOSTS_OF_RANKS", "a,b");
    assertThat(Call.mpiexec("-n", "2", program.toString()).run().out()).isEqualTo("true\ntrue\n");
    assertThat(apart.run().out()).isEqualTo("false\nfalse\n");
  }

  @Test
  void anUnguidedSplitTellsWhatItDividesBy() throws IOException {
    Path program = Files.writeString(place.resolve("Unguided.java"), UNGUIDED);
    Result result =
        Call.mpiexec("-n", "3", program.toString()).with("PUREMPI_HOSTS_OF_RANKS", "a,b,a").run();
    assertThat(result.sortedLines())
        .containsExactly("1 mpi_shared_memory", "2 mpi_shared_memory", "2 mpi_shared_memory");
  }

  @Test
  void aMessageThatNoHeapHoldsIsLostToItsReceiverAlone() throws IOException {
    Path program =
        Files.writeString(
            place.resolve("Large.java"),
            """
            import org.purempi.*;
            public class Large {
              public static void main(String[] args) {
                try (var mpi = Mpi.init(args)) {
                  var world = mpi.world();
                  if (world.rank() == 0) {
                    world.send(new byte[100 << 20], 1, 5);
                    world.send(new byte[3], 1, 5);
                  } else {
                    try {
                      world.recvBytes(0, 5);
                    } catch (MpiException e) {
                      System.out.println(e.errorClass() + " " + e.getMessage());
                    }
                    System.out.println(world.recvBytes(0, 5).value().length);
                  }
                }
              }
            }
            """);
    Result result =
        Call.mpiexec(
                "-n",
                "1",
                "java",
                "-Xmx400m",
                program.toString(),
                ":",
                "-n",
                "1",
                "java",
                "-Xmx60m",
                program.toString())
            .run();
    assertThat(result.lines()).as(result.err()).hasSize(2);
    assertThat(result.lines().getFirst())
        .startsWith("NO_MEM rank 1 has no memory for 104857600 bytes from rank 0 with tag 5")
        .contains("-Xmx");
    assertThat(result.lines().getLast()).isEqualTo("3");
    assertThat(result.code()).isZero();
  }
}
