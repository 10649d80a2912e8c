package org.purempi.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;

/**
 * What C programs do at their start, without C: a run of it records the classes that later starts
 * take from a cache ({@code abi/make}).
 */
final class Rehearsal {
  private static final int ROOM = 4096;
  private static final int DOUBLES = 16;

  private Rehearsal() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment room = arena.allocate(ROOM, 16);
      MemorySegment helpers = arena.allocate(ROOM, 16);
      for (int at = 0; at < ROOM; at += Long.BYTES) {
        Native.putLong(
            helpers.address() + at, room.address()); // the one that is used is a number's place
      }
      // A function of C that answers 0 to the name of a library.
      MemorySegment loaded = Linker.nativeLinker().defaultLookup().findOrThrow("atoi");
      Native.putLong(helpers.address() + Helpers.LOADED, loaded.address());
      Library.begin(helpers.address());
      for (int function = 0; function < Entries.NAMES.length; function++) {
        if (isUsual(Entries.NAMES[function])) {
          long unused = Library.resolve(function);
        }
      }
      perform(room.address());
    }
  }

  /** One function of each shape, and what most programs begin with. */
  private static boolean isUsual(String name) {
    return switch (name) {
      case "MPI_Init",
          "MPI_Finalize",
          "MPI_Comm_rank",
          "MPI_Send",
          "MPI_Recv",
          "MPI_Bcast",
          "MPI_Allreduce",
          "MPI_Isend",
          "MPI_Wait",
          "MPI_Barrier",
          "MPI_Gather",
          "MPI_Sendrecv",
          "MPI_Alltoallv",
          "MPI_Cart_create",
          "MPI_Accumulate",
          "MPI_Type_create_darray" ->
          true;
      default -> false;
    };
  }

  /** At the address is room for what the calls use and store. */
  private static void perform(long at) {
    long other = at + ROOM / 2;
    long handle = at + ROOM - Long.BYTES;
    check(Entries.MPI_Init(0, 0));
    check(Entries.MPI_Comm_rank(Constants.COMM_WORLD, handle));
    check(Entries.MPI_Comm_size(Constants.COMM_WORLD, handle));
    long self = Constants.COMM_SELF;
    long type = Constants.DOUBLE;
    check(Entries.MPI_Irecv(other, DOUBLES, type, 0, 0, self, handle));
    check(Entries.MPI_Send(at, DOUBLES, type, 0, 0, self));
    check(Entries.MPI_Wait(handle, 0));
    check(Entries.MPI_Sendrecv(at, 1, type, 0, 0, other, 1, type, 0, 0, self, 0));
    check(Entries.MPI_Barrier(Constants.COMM_WORLD));
    check(Entries.MPI_Bcast(at, DOUBLES, type, 0, Constants.COMM_WORLD));
    check(Entries.MPI_Allreduce(at, other, 1, type, Constants.SUM, Constants.COMM_WORLD));
    check(Entries.MPI_Gather(at, 1, type, other, 1, type, 0, Constants.COMM_WORLD));
    check(Entries.MPI_Type_contiguous(2, type, handle));
    check(Entries.MPI_Type_commit(handle));
    check(Entries.MPI_Type_free(handle));
    check(Entries.MPI_Comm_dup(Constants.COMM_WORLD, handle));
    check(Entries.MPI_Comm_free(handle));
    check(Entries.MPI_Finalize());
  }

  private static void check(int code) {
    if (code != Constants.SUCCESS) {
      throw new IllegalStateException("a call has failed with code " + code);
    }
  }
}
