package org.purempi.launch.site;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.purempi.launch.output.Activity;

/**
 * A host, and the ranks of a job on it. What happens to them comes as {@link Event}s; output goes
 * to the carriers that the site was made with. This host's is a {@code LocalSite}; that of another
 * host is driven through its manager, which has a LocalSite in turn.
 */
public interface Site extends Activity.Source {
  /** The host's name. */
  String host();

  /** The ranks that run here. */
  List<Integer> ranks();

  /** Starts the ranks; returns before they run. */
  void start();

  /** The standard input of a rank that reads ours; waits until the rank has been started. */
  OutputStream input(int rank) throws InterruptedException;

  /** Lets the ranks out of a barrier; from now on they find these pairs. */
  void release(Map<String, String> pairs);

  /** Asks the ranks what they are doing; the answers come as {@link Event.Reported}. */
  void askForReports();

  /** Asks them whether they are stuck, at little cost; the answers come as {@link Event.Looked}. */
  void look();

  /**
   * Asks the ranks where their programs are; the answers come as {@link Event.Stacked}.
   *
   * @param isFull with all frames of all threads
   */
  void askForStacks(boolean isFull);

  /**
   * Tells the ranks that another world, with which theirs is connected, has failed; where that is
   * not left to them, {@link Event.Unheeding} comes.
   */
  void worldFailed(String kvsName, int exitCode, String why);

  /**
   * Ranks of the job have failed, here or elsewhere: those here are told, and no barrier here waits
   * for them.
   *
   * @param why names them and what has become of them
   */
  void ranksFailed(List<Integer> ranks, String why);

  /** Asks every rank to end, by SIGTERM. */
  void terminate();

  /** Kills what runs, and what starts later. */
  void kill();

  /** Kills by other means what {@link #kill} did not reach. */
  void destroy();

  /** No more will be asked for: what is left of the output may come. */
  default void finish() {}

  /** Lets go: nothing of the job is left here afterwards. */
  void close() throws IOException;
}
