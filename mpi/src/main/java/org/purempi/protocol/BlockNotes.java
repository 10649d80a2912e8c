package org.purempi.protocol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Mpi;
import org.purempi.check.BlockNote;

/**
 * How the checker compares blocks of collective calls in which each may be another: who sends one
 * tells its receiver, in a message that nobody waits for. All but the constructor inside the lock.
 */
final class BlockNotes {
  static final int TAG = 3; // CallNotes and MessageOrder have the others

  private final Peers peers;
  private final Engine engine;
  private final Map<Long, BlockNote> mine = new HashMap<>();
  private final Map<Long, BlockNote> theirs = new HashMap<>();
  private final byte[] message = new byte[BlockNote.MOST_BYTES];
  private @Nullable ReceiveOperation receive;
  private boolean isClosed;

  BlockNotes(Peers peers) {
    this.peers = peers;
    this.engine = peers.engine();
  }

  private static long key(int call, int from) {
    return (long) call << Integer.SIZE | from;
  }

  /** This rank receives a block. */
  void receives(BlockNote block, int from) {
    mine.put(key(block.call(), from), block);
    listen();
    compare(block.call(), from);
  }

  private void listen() {
    while (true) {
      ReceiveOperation open = receive;
      if (open != null) {
        if (!open.isDone()) {
          return;
        }
        if (open.error() != null) {
          return; // a rank has failed
        }
        int from = open.status().source();
        BlockNote sent = BlockNote.decoded(Arrays.copyOf(message, (int) open.status().bytes()));
        theirs.put(key(sent.call(), from), sent);
        receive = null;
        compare(sent.call(), from);
      }
      if (isClosed && mine.isEmpty()) {
        return;
      }
      ReceiveOperation next = new ReceiveOperation(peers, false);
      receive = next;
      long context = peers.announcedContext();
      Buf into = Buf.of(message);
      engine.receiving().begin(next, peers, context, into, Mpi.ANY_SOURCE, TAG, 0, false);
      if (next.follow(this::listen)) {
        return;
      }
    }
  }

  private void compare(int call, int from) {
    long key = key(call, from);
    BlockNote here = mine.get(key);
    BlockNote there = theirs.get(key);
    if (here != null && there != null) {
      mine.remove(key);
      theirs.remove(key);
      engine.checker().compare(here, there, from, peers.label());
    }
  }

  /** The communicator is closed here: as soon as all that was sent is known, nothing is kept. */
  void close() {
    isClosed = true;
    ReceiveOperation open = receive;
    if (mine.isEmpty() && open != null && open.slot.withdraw()) {
      receive = null;
    }
  }
}
