package org.purempi.onesided;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.purempi.Buf;
import org.purempi.ProcessFailedException;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;

/**
 * Access in which targets take part: start and complete here, post and wait there (section 12.5.2).
 * Who posts sends an empty message to each origin, who completes sends one to each target. As in a
 * collective operation, nobody waits for such a message any more once a rank of the window has
 * failed: who has learned of it sends none.
 */
public final class ActiveTargets {
  private final Peers peers;
  private final Engine engine;
  private final Epochs epochs;
  private final Remote remote;
  private final int postedTag;
  private final int completedTag;
  private volatile List<Operation> completions = List.of();

  ActiveTargets(Peers peers, Epochs epochs, Remote remote) {
    this.peers = peers;
    this.engine = peers.engine();
    this.epochs = epochs;
    this.remote = remote;
    this.postedTag = peers.nextPersistentTag();
    this.completedTag = peers.nextPersistentTag();
  }

  private void tell(int rank, int tag) {
    engine.sending().send(peers, peers.collectiveContext(), Buf.EMPTY, rank, tag);
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
    boolean isBegun = isUnchecked;
    try {
      for (int i = 0; i < ranks.length && !isUnchecked; i++) {
        engine
            .receiving()
            .receive(peers, peers.collectiveContext(), Buf.EMPTY, ranks[i], postedTag);
      }
      isBegun = true;
    } finally {
      if (!isBegun) {
        boolean[] unused = epochs.completed();
      }
    }
    return () -> epochs.isOpen(may);
  }

  /** Ends it: all operations have been done. */
  public void complete() {
    epochs.requireStarted();
    boolean[] ranks = epochs.completed();
    var attempts = new Attempts();
    try {
      attempts.run(remote::completeAll);
    } finally { // the others wait, whatever went wrong here
      for (int rank = 0; rank < ranks.length; rank++) {
        if (ranks[rank]) {
          int to = rank;
          attempts.run(() -> tell(to, completedTag));
        }
      }
    }
    attempts.end();
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
      all.add(
          engine
              .receiving()
              .start(peers, peers.collectiveContext(), Buf.EMPTY, rank, completedTag));
    }
    completions = all;
    if (!isUnchecked) {
      var attempts = new Attempts();
      for (int rank : ranks) {
        attempts.run(() -> tell(rank, postedTag));
      }
      ended(attempts);
    }
    return () -> epochs.isPosted() && completions == all;
  }

  private void ended(Attempts attempts) {
    try {
      attempts.end();
    } catch (ProcessFailedException e) {
      endExposure();
      throw e;
    }
  }

  private void endExposure() {
    completions = List.of();
    epochs.exposureEnded();
  }

  /** Waits until all of them have completed. */
  public void waitFor() {
    epochs.requirePosted("waitFor");
    var attempts = new Attempts();
    for (Operation completion : completions) {
      attempts.run(() -> engine.waiting().waitIgnoringStatus(completion));
    }
    endExposure();
    attempts.end();
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
