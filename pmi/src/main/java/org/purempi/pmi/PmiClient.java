package org.purempi.pmi;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * This process's connection to the launcher that started it, by PMI-1 or PMI-2. Any thread may call
 * it, one call at a time; a thread of its own reads, so the loss of the launcher is noticed at
 * once, whatever the rank is doing.
 */
public abstract sealed class PmiClient permits PmiOne, PmiTwo {
  /** The key of the ranks' places: which ranks share a host (PMI-1 and PMI-2 alike). */
  static final String MAPPING = "PMI_process_mapping";

  final PmiConversation talk;
  private final int rank;
  private final int size;
  private final boolean spawned;

  PmiClient(PmiConversation talk, int rank, int size, boolean spawned) throws PmiException {
    this.talk = talk;
    this.rank = rank;
    this.size = size;
    this.spawned = spawned;
    if (size < 1 || rank < 0 || rank >= size) {
      throw new PmiException("the launcher says this is rank " + rank + " of " + size);
    }
  }

  /**
   * Joins the job whose launcher left its address in the environment: {@code PMI_FD}, else {@code
   * PMI_PORT} and {@code PMI_ID}. Nothing there: nothing returned, the process was started plainly
   * (but see {@link LaunchEnvironment#refusal}). It speaks PMI-2 where {@code PMI_JOBID} is set (by
   * Slurm), else PMI-1; {@code PUREMPI_PMI} set to 1 or 2 decides otherwise.
   *
   * @param watch told when the connection ends before {@link #finish}
   * @throws PmiException when the launcher cannot be reached or speaks something else
   */
  public static Optional<PmiClient> fromEnvironment(
      Map<String, String> environment, LauncherWatch watch) throws PmiException {
    return new PmiStart(environment, watch).client();
  }

  /**
   * Joins a job by PMI-1 over a connection that leads to its {@link PmiServer} already.
   *
   * @param channel connected, in blocking mode; it is this client's from now on
   * @param id the rank to be
   * @throws IOException when the server hangs up or speaks something else
   */
  public static PmiClient over(SocketChannel channel, int id, LauncherWatch watch)
      throws IOException {
    return new PmiStart(Map.of(), watch).over(channel, id, channel);
  }

  /**
   * Becomes the only rank of a launcher that this process has called as {@code mpiexec -pmi_args}.
   *
   * @param channel by which it has called back; it is this client's from now on
   */
  public static PmiClient called(SocketChannel channel, LauncherWatch watch) throws IOException {
    return SingletonStart.join(channel, watch);
  }

  /** Who answers, on a thread of its own, when the launcher asks what this process is doing. */
  public final void onReport(Supplier<List<RankReport>> answer) {
    talk.onReport(answer);
  }

  /** The same when it asks whether this process is stuck; to be answered at little cost. */
  public final void onLook(Supplier<List<RankLook>> answer) {
    talk.onLook(answer);
  }

  /** The same when it asks where the program is; told whether all frames are wanted. */
  public final void onStacks(Function<Boolean, List<RankReport>> answer) {
    talk.onStacks(answer);
  }

  /** Tells a server that watches its ranks itself that this one lives. */
  public final void sayAlive() throws PmiException {
    talk.tell(PmiLine.of(PmiDesk.ALIVE));
  }

  /** How often the server has said that it lives; wraps around. */
  public final int timesAlive() {
    return talk.timesAlive();
  }

  /** Whether the connection is over. */
  public final boolean isOver() {
    return talk.isOver();
  }

  /** This process's rank in the job, from 0. */
  public final int rank() {
    return rank;
  }

  /** The number of processes of the job. */
  public final int size() {
    return size;
  }

  /** Whether another job spawned this one. */
  public final boolean spawned() {
    return spawned;
  }

  /** The name of this job's key-value space. */
  public abstract String kvsName();

  /** The longest keys and values the launcher takes. */
  public abstract PmiLimits limits();

  /** Which of the launcher's programs this is, from 0; -1 when the launcher does not say. */
  public abstract int appnum() throws PmiException;

  /** How many processes the launcher could run in all; -1 when it does not say. */
  public abstract int universeSize() throws PmiException;

  /**
   * Which ranks share a host, in the words of PMI: {@code (vector,(0,2,4),…)} says that from node 0
   * on, 2 nodes have 4 ranks each. Nothing when the launcher does not say.
   */
  public abstract Optional<String> processMapping() throws PmiException;

  /** Publishes a pair to the job; others see it after the next {@link #barrier}. */
  public abstract void put(String key, String value) throws PmiException;

  /** The value some rank put under this key before the last barrier, if any. */
  public abstract Optional<String> get(String key) throws PmiException;

  /** Waits until every rank of the job has called it. */
  public abstract void barrier() throws PmiException;

  /** Publishes a port under a service name that other jobs of this launcher can look up. */
  public abstract void publish(String service, String port) throws PmiException;

  /** The port published under a service name, if any. */
  public abstract Optional<String> lookup(String service) throws PmiException;

  /** Takes back a published service name. */
  public abstract void unpublish(String service) throws PmiException;

  /**
   * Starts a world of its own and waits until the launcher has answered; never longer than the
   * launcher lives.
   *
   * @param preput pairs that the new ranks find in their key-value space from the beginning
   * @return the new world, or why there is none
   * @throws PmiException when the launcher is gone, or cannot be told what is asked for
   */
  public abstract SpawnResult spawn(List<SpawnProgram> programs, Map<String, String> preput)
      throws PmiException;

  /**
   * Tells our own launcher that this world is connected with another one of its worlds now, as both
   * are from the beginning where one has spawned the other; launchers of others are told nothing.
   */
  public final void connected(String kvsName) throws PmiException {
    tellOurs("connected", kvsName);
  }

  /** Tells our own launcher that this world has nothing to do with another one any more. */
  public final void disconnected(String kvsName) throws PmiException {
    tellOurs("disconnected", kvsName);
  }

  private void tellOurs(String what, String kvsName) throws PmiException {
    if (isOurs()) {
      talk.tell(PmiLine.of(what).with("kvsname", kvsName));
    }
  }

  /** Whether the launcher is one of ours. */
  final boolean isOurs() {
    return kvsName().startsWith(PmiServer.NAME_PREFIX);
  }

  /**
   * Asks the launcher to end the whole job with this exit code; it will kill this process too, so
   * the caller should end by itself right after.
   *
   * @param message shown to the user by launchers that can
   */
  public abstract void abort(int exitCode, String message) throws PmiException;

  /** Takes leave: from now on this process may exit, and the launcher may go, without an error. */
  public abstract void finish() throws PmiException;

  /** A text for one line of bounded length. */
  static String oneLine(String message) {
    int room = PmiLine.MAX_BYTES / 8;
    String line = message.replaceAll("\\s+", " ").strip();
    return line.length() <= room ? line : line.substring(0, room) + "…";
  }

  static boolean succeeded(PmiLine reply) {
    String code = reply.get("rc");
    return code == null || code.equals("0");
  }

  static void succeed(PmiLine reply) throws PmiException {
    if (!succeeded(reply)) {
      throw new PmiRefusalException("the launcher refused: " + reply.format());
    }
  }
}
