package org.purempi;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the living objects; found by {@link java.util.ServiceLoader} in purempi itself. Not for
 * users.
 */
public interface MpiProvider {
  /** {@link Mpi#init}. */
  Mpi init(String... args);

  /** {@link Mpi#run}. */
  void run(int ranks, RankBody body);

  /** {@link Mpi#runThreads(int, boolean, RankBody)}. */
  void runThreads(int ranks, boolean virtualThreads, RankBody body);

  /** {@link Mpi#connect(Rendezvous)}. */
  Mpi connect(Rendezvous where);

  /** {@link Mpi#connect(Rendezvous, RankBody)}. */
  void connect(Rendezvous where, RankBody body);

  /** {@link Session#init(Info, ErrorHandler)}. */
  Session session(Info info, ErrorHandler errorHandler);

  /** The factories of {@link Window}. */
  Window window(
      Communicator comm,
      WindowFlavor flavor,
      @Nullable Buf memory,
      long bytes,
      int dispUnit,
      Info info);

  /** {@link MpiFile#open(Communicator, String, Set, Info)}. */
  MpiFile file(Communicator comm, String filename, Set<FileMode> amode, Info info);

  /** {@link MpiFile#delete}. */
  void deleteFile(Mpi mpi, String filename);

  /** {@link Mpi#initialized}. */
  boolean initialized();

  /** {@link Mpi#finalizedOnce}. */
  boolean finalizedOnce();

  /** The version of purempi, for {@link Mpi#libraryVersion}. */
  String version();
}
