package org.purempi.tests.tool;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.purempi.Assertion;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileMode;
import org.purempi.Intercommunicator;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.MpiFile;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.Window;

/**
 * A program of two ranks that makes every mistake that the checker knows, each in a method of its
 * own; or, with {@code right}, does nearly the same as it should be done.
 */
public final class CheckedProgram {
  private static final int MUCH = 50_000;

  private final Communicator world;
  private final int rank;
  private final int other;
  private final boolean isWrong;

  private CheckedProgram(Communicator world, boolean isWrong) {
    this.world = world;
    this.rank = world.rank();
    this.other = 1 - rank;
    this.isWrong = isWrong;
  }

  /**
   * Runs it.
   *
   * @param args {@code wrong} or {@code right}; {@code all}, {@code messages} or {@code threads}; a
   *     file that may be written
   */
  public static void main(String[] args) {
    boolean isWrong = args[0].equals("wrong");
    if (args[1].equals("threads")) {
      Mpi.runThreads(2, world -> new CheckedProgram(world, isWrong).messages());
      return;
    }
    try (Mpi mpi = Mpi.init()) {
      CheckedProgram program = new CheckedProgram(mpi.world(), isWrong);
      program.messages();
      if (args[1].equals("all")) {
        program.collectives();
        program.groups();
        program.objects(Path.of(args[2]));
        program.windows();
      }
    }
  }

  private void messages() {
    otherType();
    world.barrier(); // rank 0 goes no further if that ends the job
    overlappingReceives();
    changedBuffer(10);
    changedBufferOfMuchData();
    lostRequest();
    freedReceive();
    bothSendFirst();
    neverReceived();
  }

  private void otherType() {
    if (rank == 0) {
      world.send(new int[4], 1, 1);
    } else if (isWrong) {
      world.recv(new float[4], 0, 1);
    } else {
      world.recv(new int[40], 0, 1); // may be longer
    }
  }

  private void overlappingReceives() {
    int[] memory = new int[10];
    if (rank == 0) {
      world.send(memory, 0, 5, 1, 2);
      world.send(memory, 0, 5, 1, 3);
    } else {
      Request<Status> first = world.irecv(Buf.of(memory, 0, 5), 0, 2);
      Request<Status> second = world.irecv(Buf.of(memory, isWrong ? 4 : 5, 5), 0, 3);
      first.waitFor();
      second.waitFor();
    }
  }

  private void changedBuffer(int length) {
    double[] data = new double[length];
    if (rank == 0) {
      Request<Status> send = world.isend(Buf.of(data), 1, 4);
      if (isWrong) {
        data[length - 1] = 1;
      }
      send.waitFor();
      data[0] = 2;
    } else {
      world.recv(data, 0, 4);
    }
  }

  private void changedBufferOfMuchData() {
    changedBuffer(MUCH);
  }

  private void lostRequest() {
    if (rank == 0) {
      world.send(new int[1], 1, 5);
    } else {
      Request<Status> receive = world.irecv(Buf.of(new int[1]), 0, 5);
      if (isWrong) {
        while (!receive.getStatus().isPresent()) { // which does not end it
          Thread.onSpinWait();
        }
      } else {
        receive.waitFor();
      }
    }
  }

  private void freedReceive() {
    if (rank == 0) {
      world.barrier();
      world.send(new int[1], 1, 6);
    } else {
      Request<Status> receive = world.irecv(Buf.of(new int[1]), 0, 6);
      if (isWrong) {
        receive.free();
      }
      world.barrier();
      if (!isWrong) {
        receive.waitFor();
      }
    }
  }

  private void bothSendFirst() {
    if (rank == 0 || isWrong) {
      world.send(new int[1], other, 7);
      world.recv(new int[1], other, 7);
    } else {
      world.recv(new int[1], other, 7);
      world.send(new int[1], other, 7);
    }
  }

  private void neverReceived() {
    if (rank == 0) {
      world.send(new int[3], 1, 8);
    } else if (!isWrong) {
      world.recv(new int[3], 0, 8);
    }
  }

  /** A call with a communicator of its own: the wrong ones may fail. */
  private void inAnother(java.util.function.Consumer<Communicator> call) {
    try (Communicator own = world.dup()) {
      call.accept(own);
    } catch (MpiException e) {
      if (!isWrong) {
        throw e;
      }
    }
  }

  private void collectives() {
    inAnother(this::otherOperation);
    inAnother(this::otherRoot);
    inAnother(this::otherOperator);
    inAnother(this::otherLength);
    inAnother(this::otherTypeInCollective);
    inAnother(this::otherLengthsToRoot);
    inAnother(this::otherLengthOfBlock);
    inAnother(this::otherLengthForAll);
    inAnother(this::otherTypeOfBlock);
  }

  private void otherOperation(Communicator own) {
    if (rank == 1 || !isWrong) {
      own.reduce(Buf.of(new int[1]), rank == 0 ? Buf.of(new int[1]) : null, Op.SUM, 0);
    }
  }

  private void otherRoot(Communicator own) {
    own.bcast(Buf.of(new int[1]), isWrong ? rank : 0);
  }

  private void otherOperator(Communicator own) {
    own.allreduce(Buf.of(new int[1]), Buf.of(new int[1]), isWrong && rank == 1 ? Op.MAX : Op.SUM);
  }

  private void otherLength(Communicator own) {
    int length = isWrong && rank == 1 ? 2 : 1;
    own.allreduce(Buf.of(new int[length]), Buf.of(new int[length]), Op.SUM);
  }

  private void otherTypeInCollective(Communicator own) {
    Datatype type = isWrong && rank == 1 ? Datatype.UINT32_T : Datatype.INT32_T;
    Buf in = Buf.of(MemorySegment.ofArray(new int[4]), 4, type);
    Buf out = Buf.of(MemorySegment.ofArray(new int[4]), 4, type);
    own.allreduce(in, out, Op.SUM);
  }

  private void otherLengthsToRoot(Communicator own) {
    VBuf all = rank == 0 ? VBuf.of(Buf.of(new int[5]), 2, isWrong ? 3 : 2) : null;
    own.gatherv(Buf.of(new int[2]), all, 0);
  }

  private void otherLengthOfBlock(Communicator own) {
    long from = isWrong && rank == 1 ? 3 : 2; // longer than what comes, which some allow
    VBuf in = VBuf.of(Buf.of(new int[6]), rank == 0 ? 1 : from, rank == 0 ? 3 : 1);
    VBuf out = VBuf.of(Buf.of(new int[6]), rank == 0 ? 1 : 3, rank == 0 ? 2 : 1);
    own.alltoallv(out, in);
  }

  private void otherLengthForAll(Communicator own) {
    long first = isWrong && rank == 1 ? 2 : 1;
    own.allgatherv(Buf.of(new int[1 + rank]), VBuf.of(Buf.of(new int[4]), first, 2));
  }

  private void otherTypeOfBlock(Communicator own) {
    Datatype type = isWrong && rank == 1 ? Datatype.UINT32_T : Datatype.INT32_T;
    Buf in = Buf.of(MemorySegment.ofArray(new int[4]), 4, type);
    VBuf all = rank == 0 ? VBuf.of(Buf.of(new int[8]), 4, 4) : null;
    own.scatterv(all, in, 0);
  }

  /** Calls between two groups, of one rank each. */
  private void groups() {
    betweenGroups(this::otherTypeFromOtherGroup);
    betweenGroups(this::otherOperationThere);
    betweenGroups(this::bothAreRoot);
    betweenGroups(this::otherOperatorThere);
    betweenGroups(this::otherLengthThere);
    betweenGroups(this::otherTypeThere);
  }

  private void betweenGroups(java.util.function.Consumer<Intercommunicator> call) {
    try (Communicator alone = split(world, rank);
        Intercommunicator groups = alone.intercommCreate(0, world, other, 5)) {
      call.accept(groups);
    } catch (MpiException e) {
      if (!isWrong) {
        throw e;
      }
    }
  }

  private static Communicator split(Communicator all, int color) {
    Communicator part = all.split(color, 0);
    if (part == null) {
      throw new AssertionError("every rank has a color");
    }
    return part;
  }

  private void otherTypeFromOtherGroup(Intercommunicator groups) {
    if (rank == 0) {
      groups.send(new int[4], 0, 1);
    } else if (isWrong) {
      groups.recv(new float[4], 0, 1);
    } else {
      groups.recv(new int[4], 0, 1);
    }
  }

  private void otherOperationThere(Intercommunicator groups) {
    if (rank == 1 || !isWrong) {
      groups.gather(Buf.of(new int[1]), Buf.of(new int[1]), rank == 1 ? 0 : Mpi.ROOT);
    }
  }

  private void bothAreRoot(Intercommunicator groups) {
    groups.bcast(Buf.of(new int[1]), isWrong || rank == 0 ? Mpi.ROOT : 0);
  }

  private void otherOperatorThere(Intercommunicator groups) {
    groups.allreduce(
        Buf.of(new int[1]), Buf.of(new int[1]), isWrong && rank == 1 ? Op.MAX : Op.SUM);
  }

  private void otherLengthThere(Intercommunicator groups) {
    // Each group sends blocks of another length, which the other one knows.
    int sent = isWrong ? 2 : 2 + rank;
    groups.alltoall(Buf.of(new int[sent]), Buf.of(new int[2 + other]));
  }

  private void otherTypeThere(Intercommunicator groups) {
    Datatype type = isWrong && rank == 1 ? Datatype.UINT32_T : Datatype.INT32_T;
    Buf in = Buf.of(MemorySegment.ofArray(new int[4]), 4, Datatype.INT32_T);
    Buf out = Buf.of(MemorySegment.ofArray(new int[4]), 4, type);
    groups.allgather(in, out);
  }

  private void objects(Path file) {
    openCommunicator();
    openFile(file);
  }

  private void openCommunicator() {
    Communicator dup = world.dup();
    dup.barrier();
    if (!isWrong) {
      dup.close();
    }
  }

  private void openFile(Path path) {
    MpiFile file = MpiFile.open(world, path, FileMode.CREATE, FileMode.WRONLY);
    if (!isWrong) {
      file.close();
    }
  }

  private void windows() {
    openWindow();
    try (Window window = Window.allocate(world, 80, 8)) {
      window.fence();
      otherTypeOfTarget(window);
      window.fence();
      sameTarget(window);
      window.fence();
      changedOrigin(window);
      window.fence();
      assertedFence(window);
      window.fence();
    }
    try (Window window = Window.allocate(world, 80, 8)) {
      sharedLocks(window);
      lockedAll(window);
      startedTogether(window);
      exclusiveLocks(window);
    }
    sameMemory();
  }

  private void sharedLocks(Window window) {
    window.lock(LockType.SHARED, 0);
    window.put(Buf.of(new long[] {1, 2}), 0, isWrong ? rank : 2 * rank);
    world.barrier(); // both epochs are open now
    window.unlock(0);
  }

  private void lockedAll(Window window) {
    window.lockAll();
    if (rank == 0 || isWrong) {
      window.put(Buf.of(new long[] {1}), 1, 4);
    }
    if (isWrong) {
      world.barrier();
    } else {
      window.flush(1);
      world.barrier();
      window.get(Buf.of(new long[1]), 1, 4);
    }
    window.unlockAll();
  }

  private void startedTogether(Window window) {
    if (rank == 0) {
      window.post(world.group());
    }
    window.start(world.group().incl(0));
    window.put(Buf.of(new long[] {1, 2}), 0, isWrong ? 6 : 6 + 2 * rank);
    world.barrier();
    window.complete();
    if (rank == 0) {
      window.waitFor();
    }
  }

  /** Right in any case. */
  private void exclusiveLocks(Window window) {
    for (int i = 0; i < 5; i++) {
      window.lock(LockType.EXCLUSIVE, 0);
      window.put(Buf.of(new long[] {i}), 0, 5);
      window.unlock(0);
    }
  }

  private void openWindow() {
    Window window = Window.allocate(world, 8, 8);
    window.fence();
    if (!isWrong) {
      window.close();
    }
  }

  private void otherTypeOfTarget(Window window) {
    Datatype target = isWrong ? Datatype.DOUBLE : Datatype.LONG;
    window.put(Buf.of(new long[] {1}), other, 0, 1, target);
  }

  private void sameTarget(Window window) {
    window.put(Buf.of(new long[] {1, 2}), 0, isWrong ? rank : 2 * rank);
  }

  private void changedOrigin(Window window) {
    long[] origin = {1, 2, 3};
    window.put(Buf.of(origin), other, 0);
    if (isWrong) {
      origin[2] = 4;
    }
  }

  private void assertedFence(Window window) {
    window.put(Buf.of(new long[1]), other, 0);
    if (isWrong) {
      window.fence(Assertion.NOPRECEDE);
    }
  }

  private void sameMemory() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment all = arena.allocate(64, 8);
      Buf low = Buf.of(all, 0, 4, Datatype.LONG);
      Buf high = Buf.of(all, isWrong ? 24 : 32, 4, Datatype.LONG);
      try (Window first = Window.create(world, low);
          Window second = Window.create(world, high)) {
        first.fence();
        second.fence();
      }
    }
  }
}
