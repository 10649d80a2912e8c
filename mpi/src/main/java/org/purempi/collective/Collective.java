package org.purempi.collective;

import org.purempi.check.Use;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.StagedOperation;

/**
 * Performs the collective operations of one {@link Peers}: each is a plan, which is run on the
 * spot, started, or kept. All ranks perform the same plans in the same order, one thread at a time.
 */
public final class Collective {
  private final Peers peers;
  private final Steps steps;
  private final BlockingSchedule schedule;
  private final Plans plans;

  /**
   * The operations of these ranks, by the algorithms that the tables or the user's settings say.
   *
   * @throws org.purempi.MpiArgumentException if a setting names no algorithm
   */
  public Collective(Peers peers) {
    this.peers = peers;
    steps = new Steps(peers.size(), Closeness.of(peers), Wishes.ofThisProcess());
    schedule = new BlockingSchedule(peers);
    plans = new GroupPlans(steps, peers);
  }

  /** The operations, for plans. */
  public Plans plans() {
    return plans;
  }

  /** The buffers that an operation of ours uses, as far as the checker is to know. */
  public static Use[] uses(Operation operation) {
    return RecordedSchedule.usesOf(operation);
  }

  /** Performs a plan on the spot. */
  public void run(Plan plan) {
    schedule.begin();
    plan.write(schedule);
    schedule.end();
  }

  /** Starts a plan, and leaves it to progress (section 6.12). */
  public StagedOperation start(Plan plan) {
    RecordedSchedule script = new RecordedSchedule(peers);
    plan.write(script);
    script.tag(peers.nextCollectiveTag());
    script.start();
    return script;
  }

  /**
   * Writes a plan down, to be started again and again (section 6.13); in which order the scripts of
   * a communicator are started does not matter.
   */
  public StagedOperation keep(Plan plan) {
    RecordedSchedule script = new RecordedSchedule(peers);
    plan.write(script);
    script.tag(peers.nextPersistentTag());
    return script;
  }
}
