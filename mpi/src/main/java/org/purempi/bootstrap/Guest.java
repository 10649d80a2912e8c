package org.purempi.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.purempi.pmi.PmiLine;
import org.purempi.transport.tcp.Introduction;

/** Somebody at the gate: first a stranger, then a rank that waits. The gate's thread only. */
final class Guest {
  private static final int NOBODY = -1;

  final SocketChannel channel;
  private final SelectionKey key;
  private final Introduction introduction;
  private final String address;
  private final ByteBuffer read = ByteBuffer.allocate(GateLines.MOST_BYTES);
  private boolean isKnown;
  private int rank = NOBODY;
  private String host = "";

  Guest(SocketChannel channel, SelectionKey key, Introduction introduction) throws IOException {
    this.channel = channel;
    this.key = key;
    this.introduction = introduction;
    this.address = String.valueOf(channel.getRemoteAddress()).replaceFirst("^.*/", "");
  }

  /** Whether it has said who it is. */
  boolean isWaiting() {
    return rank != NOBODY;
  }

  /** Whether it has begun to prove itself. */
  boolean hasSpoken() {
    return introduction.hasSpoken();
  }

  int rank() {
    return rank;
  }

  void waitsAs(int its, String name) {
    rank = its;
    host = name;
  }

  long deadlineNanos() {
    return introduction.deadlineNanos();
  }

  /** For messages. */
  String where() {
    return host.isEmpty() ? address : host + " (" + address + ")";
  }

  /**
   * What it says of itself, as soon as it has proved itself and said it; null before.
   *
   * @throws EOFException when it has hung up
   */
  @Nullable PmiLine hear() throws IOException {
    if (!isKnown) {
      isKnown = introduction.advance();
      key.interestOps(isKnown ? SelectionKey.OP_READ : introduction.interest());
      if (!isKnown) {
        return null;
      }
    }
    if (channel.read(read) < 0) {
      throw new EOFException(isWaiting() ? "it has ended" : "it hung up");
    }
    if (isWaiting() && read.position() > 0) {
      throw new IOException("it speaks out of turn");
    }
    PmiLine line = GateLines.line(read);
    if (line != null) {
      read.clear();
    }
    return line;
  }

  /** Says something short; the system has room for it, as nothing has been said before. */
  void say(PmiLine line) throws IOException {
    channel.write(GateLines.bytes(line));
  }

  /** The channel is somebody else's from now on. */
  void release() {
    key.cancel();
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // Nobody needs it any more, and the other side will notice.
    }
  }
}
