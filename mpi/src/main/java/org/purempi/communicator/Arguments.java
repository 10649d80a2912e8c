package org.purempi.communicator;

import java.util.Arrays;
import org.purempi.ErrorClass;
import org.purempi.Group;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;

/**
 * Checks of arguments that need nothing but the arguments; all are made before anything is sent.
 */
final class Arguments {
  /** The largest tag ({@code MPI_TAG_UB}). */
  static final int TAG_UB = Integer.MAX_VALUE;

  private Arguments() {}

  static @org.jspecify.annotations.Nullable MpiArgumentException tag(String call, int tag) {
    return tag >= 0
        ? null
        : new MpiArgumentException(
            ErrorClass.TAG, call + ": tag " + tag + " is not in 0 … " + TAG_UB);
  }

  static MpiArgumentException receiveTag(String call, int tag) {
    return new MpiArgumentException(
        ErrorClass.TAG,
        call + ": tag " + tag + " is neither in 0 … " + TAG_UB + " nor Mpi.ANY_TAG");
  }

  static MpiArgumentException rank(String call, String role, int rank, int size, String label) {
    String hint = rank == Mpi.ANY_SOURCE ? " (Mpi.ANY_SOURCE is for receives)" : "";
    return new MpiArgumentException(
        ErrorClass.RANK,
        call
            + ": "
            + role
            + " "
            + rank
            + hint
            + " is not a rank of "
            + label
            + (size == 1 ? ", which has only rank 0" : ", which has ranks 0 … " + (size - 1)));
  }

  /** An error about ranks that are not there, for who may have expected them. */
  static MpiArgumentException alone(ErrorClass errorClass, RuntimeException error) {
    String hint =
        "; this program was started without mpiexec, so its world has one rank: start it with"
            + " mpiexec -n 2 …";
    var told = new MpiArgumentException(errorClass, error.getMessage() + hint);
    told.setStackTrace(error.getStackTrace());
    return told;
  }

  static MpiArgumentException inPlace(String call) {
    return new MpiArgumentException(
        ErrorClass.BUFFER, call + ": Buf.IN_PLACE is for collectives only");
  }

  /** The ranks that a group's processes have in another; refuses processes that are not there. */
  static int[] ranks(String call, Group group, Group of, String label) {
    int[] all = new int[group.size()];
    Arrays.setAll(all, i -> i);
    int[] ranks = group.translateRanks(all, of);
    for (int rank : ranks) {
      if (rank == Mpi.UNDEFINED) {
        throw new MpiArgumentException(
            ErrorClass.GROUP, call + ": the group has processes that are not in " + label);
      }
    }
    return ranks;
  }
}
