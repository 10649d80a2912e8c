package org.purempi.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Buf;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.disk.CheckpointFolder;

/** What is saved is what is restored. */
@Timeout(60)
class RoundTripTest {
  @TempDir Path place;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void allDataOfAllKindsComesBack(int ranks) {
    Mpi.runThreads(
        ranks,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            Program program = new Program(world);
            program.register(checkpoint).registerLocal(checkpoint);
            assertThat(checkpoint.restore()).isFalse();
            program.set(1);
            checkpoint.save();
            program.set(2);
            checkpoint.save();
            program.set(3);
            assertThat(checkpoint.restore()).isTrue();
            program.check(2);
            program.checkLocal(2);
          }
        });
    Mpi.runThreads(
        ranks,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            Program program = new Program(world);
            program.register(checkpoint).registerLocal(checkpoint);
            assertThat(checkpoint.restore()).isTrue();
            program.check(2);
            program.checkLocal(2);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,1", "2,3", "3,2", "4,3", "3,4", "1,4", "4,1", "4,6", "5,3"})
  void anotherNumberOfRanksGetsTheSameData(int before, int after) {
    Mpi.runThreads(
        before,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            Program program = new Program(world).register(checkpoint);
            program.set(7);
            checkpoint.save();
          }
        });
    Mpi.runThreads(
        after,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            Program program = new Program(world).register(checkpoint);
            assertThat(checkpoint.restore()).isTrue();
            program.check(7);
            List<Integer> all = new ArrayList<>();
            for (int rank = 0; rank < before; rank++) {
              all.addAll(List.of(rank, 7));
            }
            assertThat(program.merged).isEqualTo(all);
            program.set(8);
            checkpoint.save();
            program.set(9);
            assertThat(checkpoint.restore()).isTrue();
            program.check(8);
            program.checkMerged(8);
          }
        });
  }

  @Test
  void localDataOfOtherRanksIsRefusedOnAll() {
    Mpi.runThreads(
        2,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            new Program(world).registerLocal(checkpoint);
            checkpoint.save();
          }
        });
    Mpi.runThreads(
        3,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            new Program(world).registerLocal(checkpoint);
            assertThatThrownBy(checkpoint::restore)
                .isInstanceOf(MpiException.class)
                .hasMessageContaining(
                    "its 'own' is local data of 2 ranks, and there are 3: register how to merge"
                        + " it");
          }
        });
  }

  @Test
  void whatDoesNotFitIsNamedAndNothingIsTouched() {
    Mpi.runThreads(
        2,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            checkpoint.replicated("a", Buf.of(new int[] {1, 2}));
            checkpoint.block("b", Buf.of(new double[Share.block(9, world).intLength()]), 9);
            checkpoint.save();
          }
          int[] a = {5, 6, 7};
          try (var checkpoint = Checkpoint.of(world, place)) {
            checkpoint.replicated("a", Buf.of(a));
            checkpoint.cyclic("b", Buf.of(new double[Share.cyclic(9, world).intLength()]), 9);
            checkpoint.local("c", Buf.of(new byte[3]));
            assertThatThrownBy(checkpoint::restore)
                .hasMessageContaining("its 'a' has 8 bytes, and not 12")
                .hasMessageContaining(
                    "its 'b' is BLOCK of 9 × DOUBLE, and not CYCLIC of 9 × DOUBLE")
                .hasMessageContaining("it has no 'c'");
          }
          assertThat(a).containsExactly(5, 6, 7);
        });
  }

  @Test
  void mistakesOfRegistrationAreToldAtOnce() {
    Mpi.runThreads(
        2,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            checkpoint.replicated("a", Buf.of(new int[1]));
            assertThatThrownBy(() -> checkpoint.replicated("a", Buf.of(new int[1])))
                .isInstanceOf(MpiArgumentException.class)
                .hasMessageContaining("'a' is registered twice");
            assertThatThrownBy(() -> checkpoint.block("b", Buf.of(new int[9]), 9))
                .isInstanceOf(MpiArgumentException.class)
                .hasMessageContaining("'b' has 9 elements on rank " + world.rank());
          }
        });
  }

  @Test
  void aRankThatCannotSaveStopsAllAndTheLastOneStays() {
    Mpi.runThreads(
        3,
        world -> {
          int[] value = {1};
          boolean[] fails = {false};
          try (var checkpoint = Checkpoint.of(world, place)) {
            checkpoint.local(
                "value",
                Integer.class,
                () -> {
                  if (fails[0] && world.rank() == 1) {
                    throw new IllegalStateException("not now");
                  }
                  return value[0];
                },
                v -> value[0] = v);
            checkpoint.save();
            value[0] = 2;
            fails[0] = true;
            assertThatThrownBy(checkpoint::save).hasMessageContaining("rank 1: not now");
            fails[0] = false;
            assertThat(checkpoint.restore()).isTrue();
            assertThat(value[0]).isEqualTo(1);
            value[0] = 3;
            checkpoint.save();
            value[0] = 4;
            assertThat(checkpoint.restore()).isTrue();
            assertThat(value[0]).isEqualTo(3);
          }
        });
  }

  @Test
  void aRequestIsTakenUpAtTheNextSafePoint() {
    Mpi.runThreads(
        2,
        world -> {
          try (var checkpoint = Checkpoint.of(world, place)) {
            checkpoint.replicated("a", Buf.of(new int[1]));
            assertThat(checkpoint.maybe()).isFalse();
            if (world.rank() == 0) {
              create(CheckpointFolder.request(place));
            }
            while (!checkpoint.maybe()) {
              Thread.onSpinWait();
            }
            assertThat(CheckpointFolder.request(place)).doesNotExist();
            assertThat(checkpoint.maybe()).isFalse();
          }
        });
  }

  private static void create(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void itIsTakenEverySoManyCalls() {
    Mpi.runThreads(
        2,
        world -> {
          int[] step = {0};
          try (var checkpoint = Checkpoint.setup(world).prefix(place).everyCalls(4).open()) {
            checkpoint.replicated("step", Buf.of(step));
            for (; step[0] < 10; step[0]++) {
              assertThat(checkpoint.maybe()).isEqualTo(step[0] % 4 == 3);
            }
            assertThat(checkpoint.restore()).isTrue();
            assertThat(step[0]).isEqualTo(7);
            assertThat(checkpoint.costNanos()).isPositive();
          }
        });
  }

  @Test
  void aFolderThatCannotBeMadeIsAnErrorOfAllRanks() throws IOException {
    Path file = Files.createFile(place.resolve("file"));
    Mpi.runThreads(
        2,
        world ->
            assertThatThrownBy(() -> Checkpoint.of(world, file.resolve("below")))
                .isInstanceOf(MpiException.class)
                .hasMessageContaining("rank 0: the folder of checkpoints cannot be used"));
  }

  @Test
  void withoutAFolderNothingIsKept() {
    Mpi.runThreads(
        2,
        world -> {
          try (var checkpoint = Checkpoint.of(world)) {
            checkpoint.replicated("a", Buf.of(new int[1]));
            assertThat(checkpoint.maybe()).isFalse();
            checkpoint.save();
            assertThat(checkpoint.restore()).isFalse();
          }
        });
  }
}
