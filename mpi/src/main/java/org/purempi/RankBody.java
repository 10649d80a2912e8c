package org.purempi;

/** What each rank does: the body of {@link Mpi#run(int, RankBody)}. */
@FunctionalInterface
public interface RankBody {
  /** Runs one rank. An exception ends the whole job. */
  void run(Communicator world) throws Exception;
}
