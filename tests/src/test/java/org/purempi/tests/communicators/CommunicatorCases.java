package org.purempi.tests.communicators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.purempi.Communicator;
import org.purempi.Comparison;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.SplitType;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Section 7.4: making, comparing and freeing communicators. */
final class CommunicatorCases {
  private CommunicatorCases() {}

  /** The sum of the members' ranks in {@code world}, over {@code comm}. */
  private static int members(Communicator comm, Communicator world) {
    return comm.allreduce(world.rank(), Op.SUM);
  }

  @OnRanks(
      value = {1, 2, 4},
      ofOneWorld = true)
  static void worldHasAllRanksAndSelfOnlyThisOne(Communicator world) {
    assertThat(world.mpi().world().compare(world)).isEqualTo(Comparison.IDENT);
    Communicator self = world.mpi().self();
    assertThat(self.rank()).isZero();
    assertThat(self.size()).isEqualTo(1);
    int[] got = new int[1];
    Request<Status> receive = self.irecv(got, 0, 0);
    self.send(new int[] {world.rank()}, 0, 0);
    assertThat(receive.waitFor()).isEqualTo(new Status(0, 0, 4));
    assertThat(got[0]).isEqualTo(world.rank());
    self.barrier();
    assertThat(self.allreduce(5, Op.SUM)).isEqualTo(5);
  }

  @OnRanks({1, 2, 4})
  static void aDuplicateHasTheSameRanksAndItsOwnMessages(Communicator world) {
    try (Communicator dup = world.dup();
        Communicator again = dup.dup()) {
      assertThat(dup.rank()).isEqualTo(world.rank());
      assertThat(dup.size()).isEqualTo(world.size());
      assertThat(dup.compare(world)).isEqualTo(Comparison.CONGRUENT);
      assertThat(again.compare(dup)).isEqualTo(Comparison.CONGRUENT);
      assertThat(dup.compare(dup)).isEqualTo(Comparison.IDENT);
      assertThat(members(again, world)).isEqualTo(members(dup, world));
    }
  }

  @OnRanks({2, 3, 4})
  static void splitMakesOneCommunicatorForEachColour(Communicator world) {
    int color = world.rank() % 2;
    try (Communicator part = Objects.requireNonNull(world.split(color, world.rank()))) {
      assertThat(part.rank()).isEqualTo(world.rank() / 2);
      assertThat(part.size()).isEqualTo((world.size() + 1 - color) / 2);
      int expected = 0;
      for (int r = color; r < world.size(); r += 2) {
        expected += r;
      }
      assertThat(members(part, world)).isEqualTo(expected);
    }
  }

  @OnRanks({2, 4})
  static void keysOrderTheRanksAndTiesKeepTheOldOrder(Communicator world) {
    try (Communicator reversed = world.split(0, -world.rank());
        Communicator tied = world.split(7, 42)) {
      assertThat(Objects.requireNonNull(reversed).rank())
          .isEqualTo(world.size() - 1 - world.rank());
      assertThat(reversed.compare(world)).isEqualTo(Comparison.SIMILAR);
      assertThat(Objects.requireNonNull(tied).rank()).isEqualTo(world.rank());
      assertThat(tied.compare(world)).isEqualTo(Comparison.CONGRUENT);
    }
  }

  @OnRanks({2, 4})
  static void anUndefinedColourGivesNoCommunicator(Communicator world) {
    boolean in = world.rank() != 0;
    try (Communicator part = world.split(in ? 3 : Mpi.UNDEFINED, 0)) {
      assertThat(part != null).isEqualTo(in);
      if (part != null) {
        assertThat(part.size()).isEqualTo(world.size() - 1);
        part.barrier();
      }
    }
  }

  @OnRanks({1, 2})
  static void aNegativeColourIsAnErrorOnThatRankBeforeAnythingIsSent(Communicator world) {
    assertThatThrownBy(() -> world.split(-5, 0))
        .isInstanceOf(MpiError.class)
        .hasMessageContaining("-5");
    world.barrier();
  }

  /** Whether a setting says that these ranks, of one host in truth, share no memory. */
  private static boolean isToldOtherwise() {
    return System.getProperty("purempi.transport") != null
        || System.getProperty("purempi.hosts.of.ranks") != null;
  }

  @OnRanks({1, 2, 4})
  static void ranksOfOneHostShareMemory(Communicator world) {
    if (isToldOtherwise()) {
      return;
    }
    try (Communicator host = world.splitType(SplitType.SHARED, -world.rank())) {
      assertThat(Objects.requireNonNull(host).size()).isEqualTo(world.size());
      assertThat(host.rank()).isEqualTo(world.size() - 1 - world.rank());
      host.barrier();
    }
    assertThat(world.splitType(SplitType.UNDEFINED, 0)).isNull();
  }

  @OnRanks({1, 2, 4})
  static void aSplitMayBeGuidedByAResource(Communicator world) {
    if (isToldOtherwise()) {
      return;
    }
    int n = world.size();
    Info shared = Info.of("mpi_hw_resource_type", "mpi_shared_memory");
    Info machine = Info.of("mpi_hw_resource_type", "hwloc://Machine");
    for (SplitType type : List.of(SplitType.HW_GUIDED, SplitType.RESOURCE_GUIDED)) {
      assertThat(sizeOfSplit(world, type, shared)).isEqualTo(n);
      assertThat(sizeOfSplit(world, type, machine)).isEqualTo(n);
      assertThat(sizeOfSplit(world, type, Info.EMPTY)).isZero();
      assertThat(sizeOfSplit(world, type, Info.of("mpi_hw_resource_type", "a dream"))).isZero();
    }
    SplitType byResource = SplitType.RESOURCE_GUIDED;
    assertThat(sizeOfSplit(world, byResource, Info.of("mpi_pset_name", "mpi://WORLD")))
        .isEqualTo(n);
    assertThat(sizeOfSplit(world, byResource, Info.of("mpi_pset_name", "mpi://SELF"))).isEqualTo(1);
    assertThat(sizeOfSplit(world, byResource, Info.of("mpi_pset_name", "other"))).isZero();
    assertThatThrownBy(() -> world.splitType(byResource, 0, shared.with("mpi_pset_name", "x")))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("one of them");
  }

  @OnRanks({1, 2, 4})
  static void anUnguidedSplitIsStrictOrGivesNone(Communicator world) {
    assertThat(sizeOfSplit(world, SplitType.HW_UNGUIDED, Info.EMPTY)).isLessThan(world.size());
    try (Communicator self = world.mpi().self().dup()) {
      assertThat(sizeOfSplit(self, SplitType.HW_UNGUIDED, Info.EMPTY)).isZero();
    }
  }

  @OnRanks({2, 4})
  static void aRankMayStayOutOfASplitOfAnyType(Communicator world) {
    for (SplitType type : SplitType.values()) {
      SplitType mine = world.rank() == 0 ? SplitType.UNDEFINED : type;
      assertThat(sizeOfSplit(world, mine, Info.EMPTY)).isLessThan(world.size());
      assertThat(world.allreduce(1, Op.SUM)).isEqualTo(world.size());
    }
  }

  /** How many ranks share this one's part, or 0 if it is in none. */
  private static int sizeOfSplit(Communicator c, SplitType type, Info info) {
    try (Communicator part = c.splitType(type, 0, info)) {
      return part == null ? 0 : part.allreduce(1, Op.SUM);
    }
  }

  @OnRanks({2, 4})
  static void createGivesACommunicatorToTheMembersOfTheGroup(Communicator world) {
    Group withoutFirst = world.group().excl(0);
    try (Communicator part = world.create(withoutFirst)) {
      assertThat(part != null).isEqualTo(world.rank() != 0);
      if (part != null) {
        assertThat(part.rank()).isEqualTo(world.rank() - 1);
        assertThat(part.group()).isEqualTo(withoutFirst);
        assertThat(members(part, world)).isEqualTo(world.size() * (world.size() - 1) / 2);
      }
    }
    assertThat(world.create(Group.EMPTY)).isNull();
  }

  @OnRanks(4)
  static void createMakesDisjointCommunicatorsInOneCall(Communicator world) {
    Group mine = world.rank() < 2 ? world.group().incl(1, 0) : world.group().incl(2, 3);
    try (Communicator part = Objects.requireNonNull(world.create(mine))) {
      assertThat(part.size()).isEqualTo(2);
      assertThat(members(part, world)).isEqualTo(world.rank() < 2 ? 1 : 5);
      assertThat(part.rank()).isEqualTo(world.rank() < 2 ? 1 - world.rank() : world.rank() - 2);
    }
  }

  @OnRanks(4)
  static void createGroupIsCalledByTheMembersOnly(Communicator world) {
    if (world.rank() == 0) {
      return; // not a member: does not call at all
    }
    Group members = world.group().excl(0);
    try (Communicator part = Objects.requireNonNull(world.createGroup(members, 11))) {
      assertThat(part.size()).isEqualTo(3);
      assertThat(members(part, world)).isEqualTo(6);
    }
  }

  @OnRanks(4)
  static void concurrentCreateGroupsAreToldApartByTheirTag(Communicator world) throws Exception {
    Communicator[] made = new Communicator[3];
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < made.length; t++) {
      int tag = t;
      threads.add(
          Thread.ofPlatform()
              .start(() -> made[tag] = world.createGroup(world.group().excl(tag), tag)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (int t = 0; t < made.length; t++) {
      assertThat(made[t] == null).as("group without %d", t).isEqualTo(world.rank() == t);
      if (made[t] != null) {
        assertThat(members(made[t], world)).isEqualTo(6 - t);
        made[t].close();
      }
    }
  }

  @OnRanks({2, 4})
  static void threadsDuplicateDifferentCommunicatorsAtOnceInAnyOrder(Communicator world)
      throws Exception {
    int threads = 4;
    int rounds = 20;
    List<Communicator> parents = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      parents.add(world.dup());
    }
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      // each rank starts its threads in another order
      int number = (t + world.rank()) % threads;
      workers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int i = 0; i < rounds; i++) {
                        try (Communicator child = parents.get(number).dup()) {
                          assertThat(child.allreduce(number, Op.SUM))
                              .isEqualTo(number * world.size());
                        }
                      }
                    } catch (Throwable e) {
                      failure.set(e);
                    }
                  }));
    }
    for (Thread worker : workers) {
      worker.join();
    }
    parents.forEach(Communicator::close);
    assertThat(failure.get()).isNull();
  }

  @OnRanks({2, 4})
  static void communicatorsComeAndGo(Communicator world) {
    for (int i = 0; i < 3000; i++) {
      world.dup().close();
    }
  }

  @OnRanks({2, 4})
  static void pendingMessagesOfAFreedCommunicatorComplete(Communicator world) {
    int peer = world.rank() ^ 1;
    byte[] got = new byte[Pattern.LARGE_BYTES];
    Request<Status> receive;
    Request<Status> send;
    try (Communicator dup = world.dup()) {
      receive = dup.irecv(got, peer, 0);
      send = dup.isend(Pattern.bytes(got.length, world.rank()), peer, 0);
    }
    Request.waitAll(receive, send);
    Pattern.check(got, peer);
  }

  @OnRanks({1, 2})
  static void aFreedCommunicatorCannotBeUsed(Communicator world) {
    Communicator dup = world.dup();
    dup.close();
    dup.close(); // a second close does nothing
    for (Runnable call :
        List.<Runnable>of(
            () -> dup.send(new int[1], 0, 0),
            () -> dup.irecv(new int[1], 0, 0),
            dup::barrier,
            dup::dup)) {
      assertThatThrownBy(call::run)
          .isInstanceOf(MpiError.class)
          .satisfies(e -> assertThat(((MpiError) e).errorClass()).isEqualTo(ErrorClass.COMM));
    }
  }

  @OnRanks(
      value = {1, 2},
      ofOneWorld = true)
  static void communicatorsHaveNames(Communicator world) {
    assertThat(world.name()).isEqualTo("MPI_COMM_WORLD");
    assertThat(world.mpi().self().name()).isEqualTo("MPI_COMM_SELF");
    try (Communicator dup = world.dup()) {
      assertThat(dup.name()).isEmpty();
      dup.setName("ocean");
      assertThat(dup.name()).isEqualTo("ocean");
      assertThatThrownBy(() -> dup.send(new int[1], 99, 0)).hasMessageContaining("ocean");
    }
  }

  @OnRanks({1, 2})
  static void childrenInheritTheErrorHandler(Communicator world) {
    ErrorHandler mine = ErrorHandler.of((comm, error) -> {});
    try (Communicator dup = world.dup()) {
      assertThat(dup.getErrhandler()).isEqualTo(ErrorHandler.RETURN);
      dup.setErrhandler(mine);
      try (Communicator child = dup.dup();
          Communicator part = dup.split(0, 0)) {
        assertThat(child.getErrhandler()).isSameAs(mine);
        assertThat(Objects.requireNonNull(part).getErrhandler()).isSameAs(mine);
      }
      assertThat(world.getErrhandler()).isEqualTo(ErrorHandler.RETURN);
    }
  }
}
