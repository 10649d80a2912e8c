package org.purempi.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.purempi.os.fast.DirectSocket;

/** A socket in the clear: one system call for each call. */
public final class PlainPipe implements Pipe {
  private static final byte[] NOTHING = new byte[0];

  private final SocketChannel channel;
  private @Nullable DirectSocket direct;
  private boolean hasLookedForIt;

  /** Over a connected channel that does not block. */
  public PlainPipe(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public SocketChannel channel() {
    return channel;
  }

  @Override
  public @Nullable DirectSocket direct() {
    if (!hasLookedForIt && DirectSocket.isReady()) {
      hasLookedForIt = true;
      try {
        direct = DirectSocket.of(channel);
      } catch (IOException e) {
        direct = null; // the channel was just closed: who reads or writes is told
      }
    }
    return direct;
  }

  @Override
  public boolean open() {
    return true;
  }

  @Override
  public byte[] binding() {
    return NOTHING;
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    return channel.read(to);
  }

  @Override
  public boolean hasMore() {
    return false;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    return channel.write(from);
  }

  @Override
  public boolean flush() {
    return true;
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    // Its descriptor may be another file's from now on.
    hasLookedForIt = true;
    direct = null;
    channel.close();
  }
}
