package org.purempi.transport.tcp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.purempi.channel.Pipe;

/** A pipe whose incoming bytes a test decides, piece by piece, and whose outgoing it sees. */
final class ScriptedPipe implements Pipe {
  private final Deque<ByteBuffer> incoming = new ArrayDeque<>();
  private final ByteArrayOutputStream outgoing = new ByteArrayOutputStream();
  private boolean isAtEnd;
  private boolean isClosed;

  /** How much the other side takes before it is full. */
  int room = Integer.MAX_VALUE;

  /** One read delivers at most this piece. */
  void arrives(byte[] bytes, int from, int length) {
    if (length > 0) {
      incoming.add(ByteBuffer.wrap(bytes.clone(), from, length));
    }
  }

  /** The other side hangs up after what has arrived. */
  void hangsUp() {
    isAtEnd = true;
  }

  boolean isClosed() {
    return isClosed;
  }

  boolean isEmpty() {
    return incoming.isEmpty();
  }

  /** What was written since it was asked last. */
  byte[] written() {
    byte[] all = outgoing.toByteArray();
    outgoing.reset();
    return all;
  }

  @Override
  public SocketChannel channel() {
    throw new IllegalStateException("there is no socket");
  }

  @Override
  public boolean open() {
    return true;
  }

  @Override
  public byte[] binding() {
    return new byte[0];
  }

  @Override
  public int read(ByteBuffer to) {
    ByteBuffer next = incoming.peekFirst();
    if (next == null) {
      return isAtEnd ? -1 : 0;
    }
    int bytes = Math.min(next.remaining(), to.remaining());
    to.put(next.slice().limit(bytes));
    next.position(next.position() + bytes);
    if (!next.hasRemaining()) {
      incoming.removeFirst();
    }
    return bytes;
  }

  @Override
  public boolean hasMore() {
    return false;
  }

  @Override
  public int write(ByteBuffer from) {
    int bytes = Math.min(from.remaining(), room);
    byte[] taken = new byte[bytes];
    from.get(taken);
    outgoing.writeBytes(taken);
    room -= bytes;
    return bytes;
  }

  @Override
  public boolean flush() {
    return true;
  }

  @Override
  public void shutdownOutput() {}

  @Override
  public void close() {
    isClosed = true;
  }
}
