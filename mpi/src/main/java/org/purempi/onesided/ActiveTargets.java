package org.purempi.onesided;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.purempi.Buf;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;

/**
 * Access in which targets take part: start and complete here, post and wait there (section 12.5.2).
 * Who posts sends an empty message to each origin, who completes sends one to each target.
 */
public final class ActiveTargets {
  private static final int POSTED = 1;
  private static final int COMPLETED = 2;

  private final Peers peers;
  private final Engine engine;
  private final Epochs epochs;
  private final Remote remote;
  private volatile List<Operation> completions = List.of();

  ActiveTargets(Peers peers, Epochs epochs, Remote remote) {
    this.peers = peers;
    this.engine = peers.engine();
    this.epochs = epochs;
    this.remote = remote;
  }

  /**
   * Begins access to some ranks, once they post.
   *
   * @return whether this very epoch is open
   */
  public BooleanSupplier start(int[] ranks, boolean isUnchecked) {
    boolean[] may = new boolean[peers.size()];
    for (int rank : ranks) {
      may[rank] = true;
    }
    epochs.start(may);
    if (!isUnchecked) {
      for (int rank : ranks) {
        engine.receiving().receive(peers, peers.context(), Buf.EMPTY, rank, POSTED);
      }
    }
    return () -> epochs.isOpen(may);
  }

  /** Ends it: all operations have been done. */
  public void complete() {
    epochs.requireStarted();
    boolean[] ranks = epochs.completed();
    try {
      remote.completeAll();
    } finally { // the others wait, whatever went wrong here
      for (int rank = 0; rank < ranks.length; rank++) {
        if (ranks[rank]) {
          engine.sending().send(peers, peers.context(), Buf.EMPTY, rank, COMPLETED);
        }
      }
    }
  }

  /**
   * Lets some ranks access this part.
   *
   * @return whether this very epoch is open
   */
  public BooleanSupplier post(int[] ranks, boolean isUnchecked) {
    epochs.post();
    List<Operation> all = new ArrayList<>();
    for (int rank : ranks) {
      all.add(engine.receiving().start(peers, peers.context(), Buf.EMPTY, rank, COMPLETED));
    }
    completions = all;
    if (!isUnchecked) {
      for (int rank : ranks) {
        engine.sending().send(peers, peers.context(), Buf.EMPTY, rank, POSTED);
      }
    }
    return () -> epochs.isPosted() && completions == all;
  }

  /** Waits until all of them have completed. */
  public void waitFor() {
    epochs.requirePosted("waitFor");
    for (Operation completion : completions) {
      engine.waiting().waitIgnoringStatus(completion);
    }
    completions = List.of();
    epochs.exposureEnded();
  }

  /** Whether all of them have completed; the epoch has ended then. */
  public boolean test() {
    epochs.requirePosted("test");
    for (Operation completion : completions) {
      if (!engine.waiting().test(completion)) {
        return false;
      }
    }
    waitFor();
    return true;
  }
}
