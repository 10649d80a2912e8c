package org.purempi.pool;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;

/**
 * Completes jobs with what workers have sent. Outside the master's lock: users' code may follow.
 */
final class Outcomes {
  private final Mpi mpi;

  Outcomes(Mpi mpi) {
    this.mpi = mpi;
  }

  /** Reads the outcome that comes next. */
  void finish(@Nullable Job job, int rank, ByteBuffer in) {
    if (job == null) {
      throw new MpiException(ErrorClass.INTERN, "rank " + rank + " has done what nobody asked for");
    }
    byte kind = in.get();
    switch (kind) {
      case Packet.RESULT -> complete(job, rank, in);
      case Packet.FAILURE -> {
        long item = job.index + in.getInt();
        job.fail(Failures.read(in, rank, item, job.words(item), mpi));
      }
      case Packet.BROKEN_CHUNK -> {
        byte[] before = Packet.bytes(in);
        long item = job.index + in.getInt();
        TaskException failure = Failures.read(in, rank, item, job.words(item), mpi);
        job.complete(new MapRun.Chunk(results(before), failure));
      }
      case Packet.SKIPPED -> job.future.withdraw();
      default -> throw new MpiException(ErrorClass.INTERN, "an outcome of kind " + kind);
    }
  }

  /** Those before a failure; none if they cannot be read, for the failure is told in any case. */
  private @Nullable Object[] results(byte[] encoded) {
    try {
      return Values.decode(encoded, mpi);
    } catch (MpiException e) {
      return new Object[0];
    }
  }

  private void complete(Job job, int rank, ByteBuffer in) {
    Object value;
    try {
      value = Values.read(in, mpi);
    } catch (MpiException e) {
      String words = job.words(job.index) + " from rank " + rank;
      String message = "the result of " + words + " cannot be read: " + e.getMessage();
      job.fail(new TaskException(rank, job.index, message, e));
      return;
    }
    job.complete(job.isChunk() ? MapRun.Chunk.of(value) : value);
  }
}
