package org.purempi.tests.grid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.Group;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;

/**
 * A communicator in which a case runs, and whom this rank meets there: all of it, or the other
 * group of an intercommunicator.
 *
 * @param me this rank in the world: what it sends follows from that
 * @param peers for each rank that this one meets, its rank in the world
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record Room(String name, Communicator comm, int me, int[] peers) {
  /** How often a persistent request is started. */
  private static final int STARTS = 2;

  /**
   * One choice of a root.
   *
   * @param argument what this rank says
   * @param here whether it is this rank
   * @param served whether this rank sends to it or receives from it
   * @param rank its rank in the world
   */
  record Root(int argument, boolean here, boolean served, int rank) {}

  /** Runs a case in every kind of room that a world of this size has. */
  static void inEach(Communicator world, Consumer<Room> work) {
    enter("world", world, world, work);
    run("duplicate", world.dup(), world, work);
    run("half", world.split(world.rank() % 2, 0), world, work);
    run("reversed", world.split(0, -world.rank()), world, work);
    enter("self", world.mpi().self(), world, work);
    if (world.size() > 1) {
      run("all but one", world.create(world.group().excl(world.size() - 1)), world, work);
      run("bridge", bridge(world), world, work);
    }
  }

  /** The even ranks on one side, the odd ones on the other. */
  private static Intercommunicator bridge(Communicator world) {
    int side = world.rank() % 2;
    try (Communicator mine = world.split(side, 0)) {
      return Objects.requireNonNull(mine).intercommCreate(0, world, 1 - side, 17);
    }
  }

  private static void run(
      String name, @Nullable Communicator comm, Communicator world, Consumer<Room> work) {
    if (comm != null) {
      enter(name, comm, world, work);
      comm.close();
    }
  }

  private static void enter(
      String name, Communicator comm, Communicator world, Consumer<Room> work) {
    Group others = comm instanceof Intercommunicator i ? i.remoteGroup() : comm.group();
    int[] all = new int[others.size()];
    Arrays.setAll(all, r -> r);
    int[] peers = others.translateRanks(all, world.group());
    try {
      work.accept(new Room(name, comm, world.rank(), peers));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("in the room " + name, e);
    }
  }

  /** Both lengths in the world and over a bridge; the other rooms differ from these little. */
  int[] lengths(int small, int large) {
    return name.equals("world") || isBridge() ? new int[] {small, large} : new int[] {small};
  }

  boolean isBridge() {
    return comm instanceof Intercommunicator;
  }

  /** Every root, one after the other; of a bridge one on each side. */
  List<Root> roots() {
    List<Root> roots = new ArrayList<>();
    if (!isBridge()) {
      for (int r = 0; r < comm.size(); r++) {
        roots.add(new Root(r, r == comm.rank(), true, peers[r]));
      }
      return roots;
    }
    for (int side = 0; side < 2; side++) {
      if (me % 2 == side) {
        boolean here = comm.rank() == 0;
        roots.add(new Root(here ? Mpi.ROOT : Mpi.PROC_NULL, here, false, side));
      } else {
        roots.add(new Root(0, false, true, peers[0]));
      }
    }
    return roots;
  }

  /**
   * Runs an operation in its three forms.
   *
   * @param reset before each: fills the buffers
   * @param check after each: looks at what came
   */
  void inEveryForm(
      Runnable reset,
      Runnable blocking,
      Supplier<Request<Status>> nonblocking,
      Supplier<PersistentRequest> persistent,
      Runnable check) {
    reset.run();
    blocking.run();
    check.run();
    reset.run();
    nonblocking.get().waitFor();
    check.run();
    PersistentRequest kept = persistent.get();
    for (int i = 0; i < STARTS; i++) {
      reset.run();
      kept.start();
      kept.waitFor();
      check.run();
    }
    kept.free();
  }
}
