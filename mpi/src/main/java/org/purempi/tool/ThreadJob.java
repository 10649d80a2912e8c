package org.purempi.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.RankBody;

/**
 * Ranks as threads of this JVM with a time limit: {@link org.purempi.Mpi#runThreads} for test
 * frameworks. As soon as every rank waits for another, the job ends.
 *
 * <p>A job that ends before its time releases the ranks that wait in a call. Ranks that do not end
 * within a second are interrupted, and left alone two seconds later: the exception names them, with
 * their stacks as suppressed exceptions. Their threads are daemons.
 *
 * @param ranks how many
 * @param virtual whether on virtual threads
 * @param limit after which the job is ended; null for none
 */
public record ThreadJob(int ranks, boolean virtual, @Nullable Duration limit) {
  /** Ranks on platform threads, without a limit. */
  public static ThreadJob of(int ranks) {
    return new ThreadJob(ranks, false, null);
  }

  /** The same with a time limit. */
  public ThreadJob within(Duration time) {
    return new ThreadJob(ranks, virtual, time);
  }

  /**
   * Runs the body on every rank and waits for all.
   *
   * @throws HangException if the ranks hang or the time is over; its message is the hang report
   * @throws MpiException if a rank throws, or a thread that it has started; that is the cause. What
   *     other ranks threw at that time is suppressed
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
