package org.purempi.learn.named;

import org.jspecify.annotations.Nullable;
import org.purempi.Agreement;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;
import org.purempi.Resilient;
import org.purempi.RevokedException;

/**
 * Learning that goes on when ranks die, in jobs that survive it ({@code mpiexec -enable-recovery}):
 * what is not done is done again from the last {@linkplain ElasticState#commit commit}, by the
 * ranks that are left, or with new ones in the places of the dead.
 *
 * <pre>
 * var state = new ElasticState().keep(model).keep(step);
 * Elastic.run(world, state, ranks -&gt; {
 *   for (; step[0] &lt; STEPS; step[0]++) {
 *     learn(model, ranks);
 *     state.commit();
 *   }
 * });
 * </pre>
 */
public final class Elastic {
  private Elastic() {}

  /** What a rank does. */
  @FunctionalInterface
  public interface Body {
    /**
     * Goes on from the state, which is the same on all ranks.
     *
     * @param ranks those that there are now
     * @throws Exception if it is of a failed rank or a revoked communicator, or has such a cause,
     *     the body is run again; any other is this rank's end
     */
    void run(Communicator ranks) throws Exception;
  }

  /**
   * Runs a body, again with fewer ranks when some have died; collective. A rank may die after
   * others have come to the end of the body: these run it again, too, from their last commit.
   *
   * @throws Exception what the body has thrown, if no other rank's death is the cause
   */
  public static void run(Communicator world, ElasticState state, Body body) throws Exception {
    run(world, 1, state, body);
  }

  /**
   * As above, as long as there are some ranks.
   *
   * @throws ProcessFailedException if fewer are left
   */
  public static void run(Communicator world, int fewest, ElasticState state, Body body)
      throws Exception {
    Communicator ranks = world.dup();
    while (true) {
      Exception failure = tried(ranks, state, body);
      Agreement end = ranks.agreement(failure == null ? 1 : 0);
      if (end.failed().isEmpty()) {
        ranks.close();
        if (end.flag() == 1) {
          return;
        }
        throw failure != null
            ? failure
            : new IllegalStateException("another rank has left the body, and none has died");
      }
      ranks.revoke();
      Communicator left = ranks.shrink();
      int size = ranks.size();
      ranks.close();
      ranks = left;
      if (left.size() < fewest) {
        throw new ProcessFailedException(
            ErrorClass.PROC_FAILED,
            new int[0],
            "%d of %d ranks are left, and %d are needed".formatted(left.size(), size, fewest));
      }
    }
  }

  /**
   * Runs a body, again with new ranks in the places of those that have died, see {@link
   * Resilient#run}: a new process runs the program from its beginning, which comes to this call.
   *
   * @throws Exception what the body has thrown
   */
  public static void runFull(Mpi mpi, ElasticState state, Body body) throws Exception {
    Resilient.run(
        mpi,
        ranks -> {
          Exception failure = tried(ranks, state, body);
          if (failure != null) {
            throw failure instanceof OperationsClosedException
                ? new RevokedException(String.valueOf(failure.getMessage()))
                : failure;
          }
        });
  }

  /** Runs the body; the failure of others that has ended it, if one has. */
  private static @Nullable Exception tried(Communicator ranks, ElasticState state, Body body)
      throws Exception {
    try {
      state.restore();
      state.sync(ranks);
      body.run(ranks);
      return null;
    } catch (Exception e) {
      MpiException failure = ofOthers(e);
      if (failure == null) {
        throw e;
      }
      try {
        ranks.revoke();
      } catch (MpiException cannot) { // this job does not survive failures
        e.addSuppressed(cannot);
        throw e;
      }
      return failure;
    }
  }

  /** The failure of another rank that an exception comes of, if it does. */
  private static @Nullable MpiException ofOthers(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof OperationsClosedException closed) {
        return closed; // by a rank that is dying, perhaps
      }
      if (t instanceof MpiException m) {
        switch (m.errorClass()) {
          case PROC_FAILED, PROC_FAILED_PENDING, REVOKED -> {
            return m;
          }
          default -> {}
        }
      }
    }
    return null;
  }
}
