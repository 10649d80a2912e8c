package org.purempi.launch.smpd1;

import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;

/** One host of a job that daemons of MPICH 3.0's kind start. Any thread. */
public final class Smpd1Site implements Site {
  private final int id;
  private final String host;
  private final Smpd1Hosts hosts;

  /**
   * @param id the number of its manager, 1 or more
   */
  Smpd1Site(int id, String host, Smpd1Hosts hosts) {
    this.id = id;
    this.host = host;
    this.hosts = hosts;
  }

  /** The number of its daemon in the tree, 1 or more. */
  public int id() {
    return id;
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public List<Integer> ranks() {
    return hosts.ranks(this);
  }

  @Override
  public void start() {
    hosts.launch();
  }

  @Override
  public OutputStream input(int rank) {
    return hosts.tree().input();
  }

  @Override
  public void release(Map<String, String> pairs) {
    // The first daemon has them.
  }

  /** There is no other world: these daemons start none. */
  @Override
  public void worldFailed(String kvsName, int exitCode, String why) {}

  /** These daemons end a job with its first rank that fails. */
  @Override
  public void ranksFailed(List<Integer> ranks, String why) {}

  @Override
  public void askForReports() {
    hosts.owner().happened(new Event.Reported(List.of(), hosts.stages(this)));
  }

  @Override
  public void askForStacks(boolean isFull) {
    hosts.owner().happened(new Event.Stacked(List.of(), hosts.stages(this)));
  }

  @Override
  public void look() {
    hosts.owner().happened(new Event.Looked(List.of(), hosts.stages(this)));
  }

  @Override
  public void terminate() {
    hosts.kill(); // these daemons know no other end
  }

  @Override
  public void kill() {
    hosts.kill();
  }

  @Override
  public void destroy() {
    hosts.tree().kill();
  }

  @Override
  public boolean awaitOutput(long millis) throws InterruptedException {
    // A rank's output comes before its end.
    return hosts.await(ranks(), millis);
  }

  @Override
  public void close() {
    // All hosts are let go together.
  }
}
