package org.purempi.tests.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Comparison;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.SpawnCommand;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 11.8: worlds that spawn others; these are of {@link SpawnedProgram}. */
final class SpawnCases {
  private static final String PROGRAM = SpawnedProgram.class.getName();

  private SpawnCases() {}

  @OnRanks({1, 2, 4})
  static void theSpawnedHaveAWorldOfTheirOwn(Communicator world) {
    int[] codes = {-1, -1, -1};
    String[] arguments = {"two words", "", "\"quoted\" 'too'", "$HOME *"};
    Intercommunicator children = world.spawn(PROGRAM, arguments, 2, Info.EMPTY, 0, codes);
    assertThat(codes).containsExactly(0, 0, -1);
    assertThat(children.size()).isEqualTo(world.size());
    assertThat(children.remoteSize()).isEqualTo(2);
    for (int child = 0; child < 2 && world.rank() == 0; child++) {
      List<?> said = children.recvObject(List.class, child, SpawnedProgram.WORDS).value();
      assertThat(said).isEqualTo(List.of(arguments));
      long[] facts = new long[SpawnedProgram.FACTS];
      children.recv(facts, child, SpawnedProgram.NUMBERS);
      assertThat(facts).containsExactly(child, 2, world.size(), 0);
    }
    workWith(children, world);
  }

  /** What {@link SpawnedProgram} does on its side. */
  private static void workWith(Intercommunicator children, Communicator world) {
    try (Communicator all = children.merge(false)) {
      assertThat(all.rank()).as("parents come first").isEqualTo(world.rank());
      long[] sum = {1};
      all.allreduce(sum, Op.SUM);
      assertThat(sum[0]).isEqualTo(all.size());
      double[] many = new double[SpawnedProgram.MANY];
      if (all.rank() == 0) {
        Arrays.setAll(many, i -> i);
      }
      all.bcast(many, 0);
      assertThat(many[SpawnedProgram.MANY - 1]).isEqualTo(SpawnedProgram.MANY - 1);
      try (Window window = Window.create(all, Buf.of(new long[1]))) {
        window.fence();
        window.accumulate(Buf.of(new long[] {1}), 0, 0, Op.SUM);
        window.fence();
        if (all.rank() == 0) {
          long[] count = new long[1];
          window.get(Buf.of(count), 0, 0);
          window.fence();
          assertThat(count[0]).isEqualTo(all.size());
        } else {
          window.fence();
        }
      }
      try (Communicator odd = Objects.requireNonNull(all.split(all.rank() % 2, 0))) {
        odd.barrier();
      }
    }
    children.disconnect();
  }

  @OnRanks({1, 2})
  static void severalProgramsAreOneWorld(Communicator world) {
    int[] codes = {-1, -1, -1};
    Intercommunicator children =
        world.spawnMultiple(
            List.of(SpawnCommand.of(PROGRAM, 1, "first"), SpawnCommand.of(PROGRAM, 2, "second")),
            0,
            codes);
    assertThat(codes).containsExactly(0, 0, 0);
    for (int child = 0; child < 3 && world.rank() == 0; child++) {
      List<?> said = children.recvObject(List.class, child, SpawnedProgram.WORDS).value();
      assertThat(said).isEqualTo(List.of(child == 0 ? "first" : "second"));
      long[] facts = new long[SpawnedProgram.FACTS];
      children.recv(facts, child, SpawnedProgram.NUMBERS);
      assertThat(facts).containsExactly(child, 3, world.size(), child == 0 ? 0 : 1);
    }
    workWith(children, world);
  }

  /** Each rank is the only parent of its children, all at once. */
  @OnRanks({2})
  static void ranksSpawnByThemselves(Communicator world) {
    Communicator self = world.mpi().self();
    Intercommunicator mine = self.spawn(PROGRAM, 1);
    List<?> said = mine.recvObject(List.class, 0, SpawnedProgram.WORDS).value();
    assertThat(said).isEmpty();
    mine.recv(new long[SpawnedProgram.FACTS], 0, SpawnedProgram.NUMBERS);
    workWith(mine, self);
    world.barrier();
  }

  @OnRanks({1, 2})
  static void whatCannotBeStartedIsAnErrorOfAllRanksAndEndsNothing(Communicator world) {
    int[] codes = {0, 0};
    Expect.error(
        ErrorClass.SPAWN,
        () -> world.spawn("org.purempi.NoSuchProgram", new String[0], 2, Info.EMPTY, 0, codes),
        "spawn",
        "NoSuchProgram");
    assertThat(codes).doesNotContain(0);
    Expect.error(
        ErrorClass.SPAWN,
        () ->
            world.spawnMultiple(
                List.of(
                    SpawnCommand.of(PROGRAM, 1), SpawnCommand.of("org.purempi.NoSuchProgram", 1)),
                0),
        "NoSuchProgram");
    Expect.error(ErrorClass.ARG, () -> world.spawn(PROGRAM, 0), "maxprocs");
    Expect.error(ErrorClass.ARG, () -> world.spawn("", 1), "command");
    Expect.error(ErrorClass.ARG, () -> world.spawnMultiple(List.of(), 0), "commands");
    Expect.error(
        ErrorClass.ROOT,
        () -> world.spawn(PROGRAM, new String[0], 1, Info.EMPTY, -1),
        "root",
        "-1");
    world.barrier();
  }

  @OnRanks({1, 2})
  static void aWorldThatNobodyHasSpawnedHasNoParent(Communicator world) {
    Mpi mpi = world.mpi();
    assertThat(mpi.getParent()).isEmpty();
    assertThat(world.compare(mpi.world())).isIn(Comparison.IDENT, Comparison.UNEQUAL);
  }

  @OnRanks({2})
  static void onlyOneGroupSpawnsAccepts(Communicator world) {
    Communicator half = Objects.requireNonNull(world.split(world.rank(), 0));
    Intercommunicator inter = half.intercommCreate(0, world, 1 - world.rank(), 1);
    Expect.error(ErrorClass.COMM, () -> inter.spawn(PROGRAM, 1), "spawn");
    Expect.error(ErrorClass.COMM, () -> inter.accept("", 0), "accept");
    Expect.error(ErrorClass.COMM, () -> inter.connect("", 0), "connect");
    Expect.error(ErrorClass.COMM, () -> inter.spawnMultiple(List.of(), 0), "spawnMultiple");
    inter.close();
    half.close();
  }
}
