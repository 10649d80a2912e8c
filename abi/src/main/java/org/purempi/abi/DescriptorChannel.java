package org.purempi.abi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/**
 * A socket of the program, known by its file descriptor, as far as {@link
 * org.purempi.PortCalls#join} needs it: bytes are read, no more than are asked for, and written. It
 * stays open, and stays as blocking as it is: each call waits until the socket is ready.
 */
final class DescriptorChannel extends SocketChannel {
  private static final MemorySegment POLL = function("poll");
  private static final MemorySegment RECV = function("recv");
  private static final MemorySegment SEND = function("send");
  private static final int POLLIN = 1;
  private static final int POLLOUT = 4;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MOST_BYTES = 1 << 16;

  private final int descriptor;
  private final Socket socket = new Streams();
  private volatile int timeoutMillis;

  DescriptorChannel(int descriptor) {
    super(SelectorProvider.provider());
    if (descriptor < 0) {
      throw new MpiArgumentException(ErrorClass.ARG, descriptor + " is no file descriptor");
    }
    this.descriptor = descriptor;
  }

  private static MemorySegment function(String name) {
    return Linker.nativeLinker().defaultLookup().findOrThrow(name);
  }

  /** The streams of the channel. */
  private final class Streams extends Socket {
    @Override
    public InputStream getInputStream() {
      return Channels.newInputStream(DescriptorChannel.this);
    }

    @Override
    public OutputStream getOutputStream() {
      return Channels.newOutputStream(DescriptorChannel.this);
    }

    @Override
    public void setSoTimeout(int millis) {
      timeoutMillis = millis;
    }
  }

  // ---- what is needed

  @Override
  public int read(ByteBuffer into) throws IOException {
    int wanted = Math.min(into.remaining(), MOST_BYTES);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(wanted);
      await(arena, POLLIN, timeoutMillis == 0 ? -1 : timeoutMillis);
      int got = transfer(RECV, bytes, wanted);
      into.put(bytes.asSlice(0, got).asByteBuffer());
      return got == 0 && wanted > 0 ? -1 : got;
    }
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int wanted = Math.min(from.remaining(), MOST_BYTES);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(wanted);
      bytes.asByteBuffer().put(from.slice().limit(wanted));
      await(arena, POLLOUT, -1);
      int done = transfer(SEND, bytes, wanted);
      from.position(from.position() + done);
      return done;
    }
  }

  /** Waits until the socket is ready; a signal does not end that. */
  private void await(Arena arena, int events, int millis) throws IOException {
    MemorySegment asked = arena.allocate(Long.BYTES, Integer.BYTES);
    Native.putInt(asked.address(), descriptor);
    Native.putInt(asked.address() + Integer.BYTES, events);
    int ready = -1;
    while (ready < 0) {
      try {
        ready = (int) Helpers.call("illi").invokeExact(POLL, asked.address(), 1L, millis);
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
    }
    if (ready == 0) {
      throw new SocketTimeoutException("nothing has come for " + millis + " ms");
    }
  }

  private int transfer(MemorySegment function, MemorySegment bytes, int wanted) throws IOException {
    long done;
    try {
      done =
          (long)
              Helpers.call("lilli")
                  .invokeExact(function, descriptor, bytes.address(), (long) wanted, MSG_NOSIGNAL);
    } catch (Throwable e) {
      throw Helpers.unexpected(e);
    }
    if (done < 0) {
      throw new IOException("file descriptor " + descriptor + " is no socket that is connected");
    }
    return (int) done;
  }

  @Override
  public Socket socket() {
    return socket;
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isConnectionPending() {
    return false;
  }

  @Override
  protected void implCloseSelectableChannel() {
    // the program closes its socket
  }

  @Override
  protected void implConfigureBlocking(boolean block) {
    // each call waits, however the socket is
  }

  // ---- what is not

  private static UnsupportedOperationException unneeded() {
    return new UnsupportedOperationException(
        "a descriptor of the program is read and written only");
  }

  @Override
  public long read(ByteBuffer[] into, int offset, int length) {
    throw unneeded();
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    throw unneeded();
  }

  @Override
  public SocketChannel bind(SocketAddress local) {
    throw unneeded();
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    throw unneeded();
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    throw unneeded();
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public SocketChannel shutdownInput() {
    throw unneeded();
  }

  @Override
  public SocketChannel shutdownOutput() {
    throw unneeded();
  }

  @Override
  public boolean connect(SocketAddress remote) {
    throw unneeded();
  }

  @Override
  public boolean finishConnect() {
    throw unneeded();
  }

  @Override
  public SocketAddress getRemoteAddress() {
    throw unneeded();
  }

  @Override
  public SocketAddress getLocalAddress() {
    throw unneeded();
  }
}
