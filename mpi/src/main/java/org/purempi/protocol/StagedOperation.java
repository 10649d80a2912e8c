package org.purempi.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.progress.Follower;
import org.purempi.progress.Outgoing;

/**
 * Several messages and the work between them as one operation, driven by progress: whichever thread
 * polls goes on with it as soon as the messages of a stage are done. It is done after its last
 * stage; an error ends it there.
 *
 * <p>Subclasses say what a stage is. All of it happens inside the rank's lock.
 */
public abstract non-sealed class StagedOperation extends Operation implements Outgoing, Follower {
  private final Engine engine;

  /** The messages of this stage, to look at their errors when all are done. */
  private final List<Operation> stage = new ArrayList<>();

  /** How many of them are not done. */
  private int pending;

  /** Whether {@link #next} has said that there is no other stage. */
  private boolean last;

  /** A procedure of one rank's messages. */
  protected StagedOperation(Engine engine) {
    this.engine = engine;
  }

  /** Begins from the first stage; runs as far as it can without waiting. */
  public final void start() {
    engine.locked(this::startInside);
  }

  private void startInside() {
    if (pending > 0) {
      throw new IllegalStateException("messages of an earlier run are still under way");
    }
    reset();
    fail(null);
    last = false;
    stage.clear();
    rewind();
    advance();
  }

  /** The next stage is the first. Inside the lock. */
  protected abstract void rewind();

  /** Begins the next stage; false if it is the last. Inside the lock. */
  protected abstract boolean next();

  /** Begins to send; the stage lasts until it is done. */
  protected final void send(Peers to, long context, Buf buf, int dest, int tag) {
    sendTagged(to, context, buf, dest, Header.tagWord(tag, buf.datatype()));
  }

  /** As above, with a tag word in place of the tag. */
  protected final void sendTagged(Peers to, long context, Buf buf, int dest, long tagWord) {
    await(engine.sending().begin(to, to.peer(dest), context, buf, tagWord, Urgency.AT_ONCE));
  }

  /** Begins to receive; the stage lasts until it is done. */
  protected final void receive(
      Peers from, long context, Buf buf, int source, int tag, int signature) {
    Receiving receiving = engine.receiving();
    ReceiveOperation receive = receiving.prepared(from);
    await(receiving.begin(receive, from, context, buf, source, tag, signature, false));
  }

  /** The stage lasts until an operation is done. */
  protected final void await(Operation op) {
    stage.add(op);
    if (op.follow(this)) {
      pending++;
    }
  }

  @Override
  public final void followed() {
    if (--pending == 0 && !isDone()) {
      // Not on the spot: this may be the middle of a frame.
      engine.progress.offerLater(this);
    }
  }

  @Override
  public final boolean advance() {
    try {
      while (pending == 0 && !isDone()) {
        checkStage();
        if (last) {
          engine.progress.complete(this);
        } else {
          last = !next();
        }
      }
    } catch (RuntimeException e) {
      // The error of a message, or of a user's operator: it belongs to whoever waits for this.
      fail(e);
      engine.progress.complete(this);
    } catch (Error e) {
      // A user's operator again; this may be anybody's poll.
      fail(new MpiException(ErrorClass.OTHER, "an operator threw " + e, e));
      engine.progress.complete(this);
    }
    return true;
  }

  /** The messages that are not done. Inside the lock. */
  final List<Operation> underWay() {
    return stage.stream().filter(operation -> !operation.isDone()).toList();
  }

  private void checkStage() {
    for (int i = 0; i < stage.size(); i++) {
      @Nullable RuntimeException error = stage.get(i).error();
      if (error != null) {
        throw error;
      }
    }
    stage.clear();
  }

  @Override
  public Status status() {
    return Status.EMPTY;
  }
}
