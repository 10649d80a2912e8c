package org.purempi.launch.daemon;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.purempi.channel.Pipe;

/** A pipe whose incoming bytes a test decides and whose outgoing bytes it sees. */
final class FakePipe implements Pipe {
  static final byte[] BINDING = {1, 2, 3};

  private ByteBuffer incoming = ByteBuffer.allocate(0);
  private final ByteArrayOutputStream outgoing = new ByteArrayOutputStream();
  private boolean isAtEnd;

  void receive(byte[] bytes) {
    var both = ByteBuffer.allocate(incoming.remaining() + bytes.length);
    both.put(incoming).put(bytes).flip();
    incoming = both;
  }

  void hangUp() {
    isAtEnd = true;
  }

  /** What has been written since the last call. */
  byte[] sent() {
    byte[] bytes = outgoing.toByteArray();
    outgoing.reset();
    return bytes;
  }

  @Override
  public SocketChannel channel() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean open() {
    return true;
  }

  @Override
  public byte[] binding() {
    return BINDING;
  }

  @Override
  public int read(ByteBuffer to) {
    int bytes = Math.min(to.remaining(), incoming.remaining());
    to.put(incoming.slice(incoming.position(), bytes));
    incoming.position(incoming.position() + bytes);
    return bytes == 0 && isAtEnd ? -1 : bytes;
  }

  @Override
  public boolean hasMore() {
    return incoming.hasRemaining();
  }

  @Override
  public int write(ByteBuffer from) {
    int bytes = from.remaining();
    while (from.hasRemaining()) {
      outgoing.write(from.get());
    }
    return bytes;
  }

  @Override
  public boolean flush() {
    return true;
  }

  @Override
  public void shutdownOutput() {}

  @Override
  public void close() {}
}
