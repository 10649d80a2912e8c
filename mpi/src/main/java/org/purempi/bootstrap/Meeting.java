package org.purempi.bootstrap;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.purempi.Rendezvous;
import org.purempi.pmi.LauncherWatch;
import org.purempi.pmi.PmiClient;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpSettings;

/** A world that has met, as one rank sees it. Any thread. */
public final class Meeting {
  private final PmiClient pmi;
  private final @Nullable JobKey key;
  private final @Nullable Gate gate;

  Meeting(PmiClient pmi, @Nullable JobKey key, @Nullable Gate gate) {
    this.pmi = pmi;
    this.key = key;
    this.gate = gate;
  }

  /** Less would take every pause for an end. */
  public static final int LEAST_SILENCE_SECONDS = 5 * Pulse.TURNS_PER_WORD;

  /**
   * Meets the other ranks; returns when all are there.
   *
   * @param network where rank 0 listens if nothing else is said
   * @param watch told when rank 0 is gone, or the world has ended
   * @param silenceSeconds a rank that was not heard of for so long ends the world; 0 stands for
   *     never
   * @throws IOException who did not come, or what is wrong
   */
  public static Meeting join(
      Rendezvous where, TcpSettings network, LauncherWatch watch, int silenceSeconds)
      throws IOException {
    return new Newcomer(where, network, watch, silenceSeconds).join();
  }

  /** This rank's connection to the gate. */
  public PmiClient pmi() {
    return pmi;
  }

  /** The secret of this world, made of the one of the rendezvous; null if there is none. */
  public @Nullable JobKey key() {
    return key;
  }

  /** Rank 0's process ends before its rank has taken its leave: so does the world. */
  public void end(int exitCode, String why) {
    Gate g = gate;
    if (g != null) {
      g.end(exitCode, why);
    }
  }

  /**
   * Rank 0 keeps the world together until the last rank has left, or all have been told of its end;
   * other ranks have nothing to wait for.
   *
   * @return false if that takes longer
   */
  public boolean awaitOthers(long nanos) throws InterruptedException {
    Gate g = gate;
    return g == null || g.awaitDone(nanos);
  }
}
