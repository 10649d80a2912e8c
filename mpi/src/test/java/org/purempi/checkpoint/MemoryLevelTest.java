package org.purempi.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Mpi;

/** Copies in memory outlive ranks and communicators. */
@Timeout(60)
class MemoryLevelTest {
  private static final Duration ALWAYS = Duration.ofNanos(1);

  @TempDir Path place;

  @Test
  void aPartnerIsOnAnotherHostWhereThereIsOne() {
    assertThat(Partners.choose(new int[] {0, 0, 2, 2})).containsExactly(2, 3, 0, 1);
    assertThat(Partners.choose(new int[] {0, 1, 0, 1})).containsExactly(1, 0, 3, 2);
    assertThat(Partners.choose(new int[] {0, 0, 2, 3})).containsExactly(2, 3, 0, 1);
    assertThat(Partners.choose(new int[] {0, 1, 2})).containsExactly(1, 2, 0);
  }

  @Test
  void onOneHostItIsHalfOfAllRanksAway() {
    assertThat(Partners.choose(new int[] {0})).containsExactly(0);
    assertThat(Partners.choose(new int[] {0, 0})).containsExactly(1, 0);
    assertThat(Partners.choose(new int[] {0, 0, 0, 0, 0})).containsExactly(2, 3, 4, 0, 1);
  }

  @Test
  void nobodyKeepsTwoCopiesOfOthers() {
    for (int[] hosts : new int[][] {{0, 0, 0, 3}, {0, 1, 1, 1, 0, 1}, {0, 1, 2, 2, 2, 2, 2}}) {
      Set<Integer> keepers = new HashSet<>();
      for (int partner : Partners.choose(hosts)) {
        keepers.add(partner);
      }
      assertThat(keepers).hasSize(hosts.length);
    }
  }

  /** Ranks save with partners, and one of them goes. */
  private static void loseOne(Communicator world, int lost) {
    try (var copies = new MemoryCopies()) {
      try (var checkpoint = Checkpoint.setup(world).copies(copies).open()) {
        Program program = new Program(world).register(checkpoint);
        for (int version = 1; version <= 4; version++) {
          program.set(version);
          checkpoint.save();
        }
      }
      try (Communicator left = world.split(world.rank() == lost ? Mpi.UNDEFINED : 0, 0)) {
        if (left != null) {
          try (var checkpoint = Checkpoint.setup(left).copies(copies).open()) {
            Program program = new Program(left).register(checkpoint);
            assertThat(checkpoint.restore()).isTrue();
            program.check(4);
            program.set(5);
            checkpoint.save();
            program.set(6);
            assertThat(checkpoint.restore()).isTrue();
            program.check(5);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void whoeverIsLostTheOthersGoOn(int ranks) {
    for (int lost = 0; lost < ranks; lost++) {
      int one = lost;
      Mpi.runThreads(ranks, world -> loseOne(world, one));
    }
  }

  @Test
  void aRankInThePlaceOfALostOneGetsItsData() {
    Mpi.runThreads(
        4,
        world -> {
          MemoryCopies copies = new MemoryCopies();
          try (var checkpoint = Checkpoint.setup(world).copies(copies).open()) {
            Program program = new Program(world).register(checkpoint).registerLocal(checkpoint);
            program.set(3);
            checkpoint.save();
          }
          if (world.rank() == 1) {
            copies.close(); // it begins anew
            copies = new MemoryCopies();
          }
          try (var checkpoint = Checkpoint.setup(world).copies(copies).open()) {
            Program program = new Program(world).register(checkpoint).registerLocal(checkpoint);
            assertThat(checkpoint.restore()).isTrue();
            program.check(3);
            program.checkLocal(3);
          }
          copies.close();
        });
  }

  @Test
  void filesAreTakenWhereMemoryHasNotAll() {
    Mpi.runThreads(
        4,
        world -> {
          MemoryCopies copies = new MemoryCopies();
          try (var checkpoint =
              Checkpoint.setup(world)
                  .prefix(place)
                  .memoryEvery(copies, ALWAYS)
                  .everyCalls(2)
                  .open()) {
            Program program = new Program(world).register(checkpoint);
            for (int version = 1; version <= 3; version++) {
              program.set(version);
              assertThat(checkpoint.maybe()).isTrue();
            }
            program.set(9);
            assertThat(checkpoint.restore()).isTrue();
            program.check(3);
          }
          if (world.rank() == 2) {
            copies.close();
          }
          try (var checkpoint = Checkpoint.setup(world).prefix(place).copies(copies).open()) {
            Program program = new Program(world).register(checkpoint);
            assertThat(checkpoint.restore()).isTrue();
            program.check(2);
          }
          copies.close();
        });
  }

  @Test
  void partnersKeepOlderOnesWhileOwnCopiesGoOn() {
    Mpi.runThreads(
        3,
        world -> {
          MemoryCopies copies = new MemoryCopies();
          Program program = new Program(world);
          try (var checkpoint = Checkpoint.setup(world).copies(copies).open()) {
            program.register(checkpoint).set(1);
            checkpoint.save(); // with partners
          }
          try (var checkpoint = Checkpoint.setup(world).memoryEvery(copies, ALWAYS).open()) {
            program.register(checkpoint);
            for (int version = 2; version <= 5; version++) {
              program.set(version);
              assertThat(checkpoint.maybe()).isTrue();
            }
          }
          if (world.rank() == 0) {
            copies.close();
            copies = new MemoryCopies();
          }
          try (var checkpoint = Checkpoint.setup(world).copies(copies).open()) {
            program.register(checkpoint).set(7);
            assertThat(checkpoint.restore()).isTrue();
            program.check(1);
          }
          copies.close();
        });
  }

  @Test
  void nothingIsRestoredOfHalfACheckpoint() {
    Mpi.runThreads(
        2,
        world -> {
          MemoryCopies copies = new MemoryCopies();
          Program program = new Program(world);
          try (var checkpoint = Checkpoint.setup(world).memoryEvery(copies, ALWAYS).open()) {
            program.register(checkpoint).set(1);
            assertThat(checkpoint.maybe()).isTrue();
          }
          if (world.rank() == 0) {
            copies.close();
          }
          try (var checkpoint = Checkpoint.setup(world).copies(copies).open()) {
            program.register(checkpoint).set(2);
            assertThat(checkpoint.restore()).isFalse();
            program.check(2);
          }
          copies.close();
        });
  }
}
