package org.purempi.protocol;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.check.BlockNote;
import org.purempi.check.Check;
import org.purempi.check.CollectiveCall;

/**
 * How the checker compares the collective calls of a communicator's ranks: each tells the next one,
 * in a message that nobody waits for, and compares what it hears of the one before with its own
 * calls. If two ranks differ, some neighbours do, whatever they wait for meanwhile.
 */
public final class CallNotes {
  private static final int TAG = 1; // those of announced messages are negative

  private final Peers peers;
  private final Engine engine;
  private final String ranks;
  private final BlockNotes blocks;
  private int calls;

  // All below belong to the lock.
  private final Deque<CollectiveCall> mine = new ArrayDeque<>();
  private final Deque<CollectiveCall> theirs = new ArrayDeque<>();
  private final byte[] message = new byte[CollectiveCall.MOST_BYTES];
  private @Nullable ReceiveOperation receive;
  private boolean hasDiffered;
  private boolean isClosed;
  private int heard;

  /**
   * Of the ranks of a communicator.
   *
   * @param ranks how they are numbered, for users; empty if they know
   */
  public CallNotes(Peers peers, String ranks) {
    this.peers = peers;
    this.ranks = ranks;
    this.blocks = new BlockNotes(peers);
    this.engine = peers.engine();
    if (peers.size() > 1) {
      engine.checker().atEnd(peers.context(), this::end);
      engine.checker().atClose(peers.context(), this::close);
    }
  }

  /** This rank calls; how often it has before. */
  public int called(CollectiveCall call) {
    int number = calls++;
    if (peers.size() == 1) {
      return number;
    }
    Buf note = Buf.of(call.encoded());
    int next = (peers.rank() + 1) % peers.size();
    Operation unused =
        engine.sending().start(peers, peers.announcedContext(), note, next, TAG, Urgency.AT_ONCE);
    engine.locked(
        () -> {
          mine.add(call);
          listen();
          compare();
        });
    return number;
  }

  /** In that call this rank sends a block to another. */
  public void sends(BlockNote block, int to) {
    Operation unused =
        engine
            .sending()
            .start(
                peers,
                peers.announcedContext(),
                Buf.of(block.encoded()),
                to,
                BlockNotes.TAG,
                Urgency.AT_ONCE);
  }

  /** In that call this rank receives a block from another. */
  public void receives(BlockNote block, int from) {
    engine.locked(() -> blocks.receives(block, from));
  }

  /** Whether a receive is the checker's. */
  static boolean isNote(long context, int tag) {
    return Check.ON
        && (tag == TAG || tag == MessageOrder.TAG || tag == BlockNotes.TAG)
        && (context & Peers.PARTS - 1) == Peers.PARTS - 1;
  }

  /**
   * The communicator is closed here: as soon as the rank before has told of as many calls, nothing
   * is kept of it. Inside the lock.
   */
  private void close() {
    isClosed = true;
    blocks.close();
    ReceiveOperation open = receive;
    if (heard >= calls) {
      if (open != null && open.slot.withdraw()) {
        receive = null;
      }
      engine.checker().notAtEnd(peers.context());
    }
  }

  private String label() {
    return peers.label() + ranks;
  }

  private int before() {
    return (peers.rank() + peers.size() - 1) % peers.size();
  }

  private void listen() {
    while (true) {
      ReceiveOperation open = receive;
      if (open != null) {
        if (!open.isDone()) {
          return;
        }
        if (open.error() != null) {
          return; // the rank before has failed
        }
        heard++;
        theirs.add(CollectiveCall.decoded(Arrays.copyOf(message, (int) open.status().bytes())));
      }
      if (isClosed && heard >= calls) {
        engine.checker().notAtEnd(peers.context());
        return;
      }
      ReceiveOperation next = new ReceiveOperation(peers, false);
      receive = next;
      long context = peers.announcedContext();
      engine.receiving().begin(next, peers, context, Buf.of(message), before(), TAG, 0, false);
      if (next.follow(this::heard)) {
        return;
      }
    }
  }

  private void heard() {
    listen();
    compare();
  }

  private void compare() {
    while (!mine.isEmpty() && !theirs.isEmpty()) {
      CollectiveCall here = mine.remove();
      CollectiveCall there = theirs.remove();
      if (!hasDiffered) {
        hasDiffered = engine.checker().compare(here, there, before(), label());
      }
    }
  }

  /** All ranks have ended: tells of a call that one of both neighbours has not made. */
  private void end() {
    engine.locked(
        () -> {
          listen();
          compare();
          if (!hasDiffered && !engine.leaving().unreceived().hasFailedOn(peers)) {
            engine.checker().alone(mine.peek(), theirs.peek(), before(), label());
          }
        });
  }
}
