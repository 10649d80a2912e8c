package org.purempi.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.RankBody;

/**
 * Ranks as threads of this JVM with a time limit and an end when they hang: {@link
 * org.purempi.Mpi#runThreads} for test frameworks.
 *
 * @param ranks how many
 * @param virtual whether on virtual threads
 * @param limit after which the job is ended; null for none
 * @param endIfHung whether the job is ended as soon as every rank waits for another; otherwise the
 *     report is printed and the ranks go on waiting
 */
public record ThreadJob(int ranks, boolean virtual, @Nullable Duration limit, boolean endIfHung) {
  /** Ranks on platform threads that end when they hang. */
  public static ThreadJob of(int ranks) {
    return new ThreadJob(ranks, false, null, true);
  }

  /** The same with a time limit. */
  public ThreadJob within(Duration time) {
    return new ThreadJob(ranks, virtual, time, endIfHung);
  }

  /**
   * Runs the body on every rank and waits for all.
   *
   * @throws HangException if the ranks hang or the time is over; its message is the hang report
   * @throws MpiException if a rank throws; that is the cause
   * @throws MpiAbortException if a rank aborts the job
   */
  public void run(RankBody body) {
    ToolProvider.get().run(this, body);
  }

  /**
   * Runs an ordinary program on every rank, as {@code mpiexec -threads} does, and waits for all:
   * its {@code main} calls {@link org.purempi.Mpi#init}, or the {@code MPI.Init} of another API on
   * its class path. Each rank has classes, and so static variables, of its own; purempi itself is
   * this JVM's, and nothing else of this JVM's class path is seen. {@code System.exit} ends the
   * rank.
   *
   * @param classPath where the program's classes are: folders and jars
   * @throws HangException if the ranks hang or the time is over; its message is the hang report
   * @throws MpiException if a rank throws; that is the cause
   * @throws MpiAbortException if a rank aborts the job, exits with another code than 0, or ends
   *     without closing its environment
   */
  public void runProgram(List<Path> classPath, String mainClass, String... arguments) {
    ToolProvider.get().runProgram(this, classPath, mainClass, arguments);
  }
}
