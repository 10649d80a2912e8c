package org.purempi.launch.daemon;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.purempi.channel.Pipe;

/**
 * Carries bytes between a caller and its manager, both ways, in two buffers: who does not read is
 * not read from.
 */
final class Relay {
  private static final int BUFFER_BYTES = 1 << 16;

  /** After so many rounds it is another conversation's turn. */
  private static final int MOST_ROUNDS = 16;

  private final Pipe caller;
  private final SocketChannel manager;

  /** What the manager has yet to be told, from 0 to position. */
  private final ByteBuffer down = ByteBuffer.allocateDirect(BUFFER_BYTES);

  /** What the caller has yet to be told, from 0 to position. */
  private final ByteBuffer up = ByteBuffer.allocateDirect(BUFFER_BYTES);

  private boolean callerEnded;
  private boolean managerEnded;
  private boolean managerDeaf;
  private boolean flushed = true;
  private boolean tired;

  /**
   * @param first what the manager is told before the caller's bytes
   */
  Relay(Pipe caller, SocketChannel manager, byte[] first) {
    this.caller = caller;
    this.manager = manager;
    down.put(first);
  }

  /** Carries what goes without blocking; whether the manager has gone and all is carried. */
  boolean pump() throws IOException {
    int rounds = 0;
    boolean moved = true;
    while (moved && rounds < MOST_ROUNDS) {
      boolean movedDown = down();
      boolean movedUp = up();
      moved = movedDown || movedUp;
      rounds++;
    }
    tired = moved;
    return managerEnded && up.position() == 0 && flushed;
  }

  /** Whether more goes at once: what is buffered here is not told of by a selector. */
  boolean isTired() {
    return tired;
  }

  private boolean down() throws IOException {
    int bytes = 0;
    if (!callerEnded && down.hasRemaining()) {
      bytes = caller.read(down);
      callerEnded = bytes < 0;
    }
    if (managerDeaf) {
      down.clear();
      return bytes > 0;
    }
    try {
      down.flip();
      bytes = Math.max(bytes, 0) + manager.write(down);
      down.compact();
      if (callerEnded && down.position() == 0) {
        managerDeaf = true;
        manager.shutdownOutput();
      }
    } catch (IOException e) {
      // It has gone; what it has said may still be on its way up.
      managerDeaf = true;
      down.clear();
    }
    return bytes > 0;
  }

  private boolean up() throws IOException {
    int bytes = 0;
    if (!managerEnded && up.hasRemaining()) {
      bytes = fromManager();
    }
    up.flip();
    int written = caller.write(up);
    up.compact();
    flushed = caller.flush();
    return bytes > 0 || written > 0;
  }

  private int fromManager() {
    int bytes;
    try {
      bytes = manager.read(up);
    } catch (IOException e) {
      bytes = -1; // killed: the same to us
    }
    managerEnded = bytes < 0;
    return bytes;
  }

  /** What to select on at the caller's side. */
  int callerInterest() {
    boolean reads = !callerEnded && down.hasRemaining();
    boolean writes = up.position() > 0 || !flushed;
    return (reads ? SelectionKey.OP_READ : 0) | (writes ? SelectionKey.OP_WRITE : 0);
  }

  /** What to select on at the manager's side. */
  int managerInterest() {
    boolean reads = !managerEnded && up.hasRemaining();
    boolean writes = down.position() > 0 && !managerDeaf;
    return (reads ? SelectionKey.OP_READ : 0) | (writes ? SelectionKey.OP_WRITE : 0);
  }
}
