package org.purempi.onesided;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;

/**
 * What went wrong with operations of this rank, until somebody is told. A request tells its error
 * itself; all others are told when the operations are completed. Belongs to the rank's lock.
 */
final class Refusals {
  static final int NOT_HERE = ErrorClass.RMA_RANGE.code();

  /** Its device has failed, or its memory was freed. */
  static final int GONE = ErrorClass.BUFFER.code();

  static final int LEFT = ErrorClass.PROC_FAILED.code();

  private final Engine engine;
  private final Peers peers;

  /** For each rank the code of the first error that it has told, until it is thrown. */
  private final Map<Integer, Integer> told = new HashMap<>();

  /** For each rank what first went wrong here with its answers, until it is thrown. */
  private final Map<Integer, MpiException> spoiled = new HashMap<>();

  Refusals(Peers peers) {
    this.engine = peers.engine();
    this.peers = peers;
  }

  /** A rank has told an error. */
  void refused(Answer answer, int error) {
    if (answer.request == null) {
      told.putIfAbsent(answer.rank, error);
    } else {
      answer.request.refuse(engine.progress(), refusal(answer.rank, error));
    }
  }

  /** The memory that an answer goes to cannot be written. */
  void failed(Answer answer, MpiException why) {
    if (answer.request == null) {
      spoiled.putIfAbsent(answer.rank, why);
    } else {
      answer.request.refuse(engine.progress(), why);
    }
  }

  private MpiException refusal(int rank, int error) {
    if (error == LEFT) {
      return failure(
          "rank %d of %s refused an operation, since a rank has failed"
              .formatted(rank, peers.label()));
    }
    String why =
        error == GONE
            ? "the memory was freed there, or its device has failed"
            : "the memory is not attached there";
    return new MpiException(
        error, "rank " + rank + " of " + peers.label() + " refused an operation: " + why);
  }

  /** An operation has failed of whose request the program does not know. */
  void handOn(int rank, MpiException why) {
    spoiled.putIfAbsent(rank, why);
  }

  /** The error of what cannot be done as ranks have failed. */
  MpiException failure(String what) {
    int[] failed = engine.failures().failed(peers).stream().mapToInt(rank -> rank).toArray();
    return new ProcessFailedException(ErrorClass.PROC_FAILED, failed, what);
  }

  /** The first error of one rank, or of any (−1), that nobody has been told; null if none. */
  @Nullable MpiException untold(int rank) {
    MpiException first = null;
    for (int r : rank < 0 ? List.copyOf(told.keySet()) : List.of(rank)) {
      Integer error = told.remove(r);
      first = first == null && error != null ? refusal(r, error) : first;
    }
    for (int r : rank < 0 ? List.copyOf(spoiled.keySet()) : List.of(rank)) {
      MpiException error = spoiled.remove(r);
      first = first == null ? error : first;
    }
    return first;
  }
}
