package org.purempi.channel;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A socket over which everything travels in records of TLS 1.3. It costs next to nothing until the
 * other side has begun to talk, and little, on the collector's heap, until it is {@link #trusted}.
 */
public final class TlsPipe implements Pipe {
  /** So many records are read or written by one system call. */
  private static final int RECORDS = 4;

  /** A wrap may want the room of a whole record for a few bytes behind those that wait. */
  private static final int OUT_BEFORE_TRUST = 2;

  /** A handshake has some ten records. */
  private static final int MOST_HANDSHAKE_STEPS = 1000;

  private static final int RECORD_HEADER_BYTES = 5;
  private static final int RECORD_LENGTH_AT = 3;

  /** RFC 9266: what both ends of one TLS channel have in common, and nobody between them. */
  private static final String BINDING_LABEL = "EXPORTER-Channel-Binding";

  private static final int BINDING_BYTES = 32;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final TlsContext tls;
  private final boolean isCaller;
  private @Nullable SSLEngine started;
  private int recordBytes;
  private int plainBytes;

  /** Records as they came, from 0 to position. */
  private ByteBuffer cipherIn = NOTHING;

  /** Records that wait for the kernel, from 0 to position. */
  private ByteBuffer cipherOut = NOTHING;

  /** What was in a record and found no room, from 0 to position. */
  private ByteBuffer plainIn = NOTHING;

  private int handshakeSteps;
  private boolean isAtEnd;

  /**
   * Over a connected channel that does not block.
   *
   * @param tls makes the engine, at the first {@link #open}
   * @param isCaller which end this is
   */
  public TlsPipe(SocketChannel channel, TlsContext tls, boolean isCaller) {
    this.channel = channel;
    this.tls = tls;
    this.isCaller = isCaller;
  }

  private SSLEngine engine() {
    return Objects.requireNonNull(started, "open comes first");
  }

  /** From now on more records at once, in buffers that the kernel takes as they are. */
  @Override
  public void trusted() {
    cipherIn = moved(cipherIn, RECORDS * recordBytes);
    cipherOut = moved(cipherOut, RECORDS * recordBytes);
    plainIn = moved(plainIn, plainBytes);
  }

  private static ByteBuffer moved(ByteBuffer from, int bytes) {
    return ByteBuffer.allocateDirect(bytes).put(from.flip());
  }

  @Override
  public SocketChannel channel() {
    return channel;
  }

  @Override
  public boolean open() throws IOException {
    if (isSilent() && !isSpokenTo()) {
      return false;
    }
    SSLEngine engine = engine();
    while (true) {
      if (!flush()) {
        return false;
      }
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> wrap(NOTHING);
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!takeRecord()) {
            return false;
          }
        }
        default -> {
          return true;
        }
      }
    }
  }

  /** Begins with the first byte that comes, or at once where the other side waits for ours. */
  private boolean isSpokenTo() throws IOException {
    ByteBuffer first = ByteBuffer.allocate(1);
    int bytes = isCaller ? 0 : channel.read(first);
    if (bytes < 0) {
      throw new EOFException("the other side closed the connection before it sent anything");
    }
    if (bytes == 0 && !isCaller) {
      return false;
    }
    SSLEngine engine = tls.engine(isCaller);
    recordBytes = engine.getSession().getPacketBufferSize();
    plainBytes = engine.getSession().getApplicationBufferSize();
    cipherIn = ByteBuffer.allocate(recordBytes).put(first.flip());
    cipherOut = ByteBuffer.allocate(OUT_BEFORE_TRUST * recordBytes);
    plainIn = ByteBuffer.allocate(plainBytes);
    started = engine;
    engine.beginHandshake();
    return true;
  }

  /** Whether nothing has come yet, as far as {@link #open} has looked. */
  @Override
  public boolean isSilent() {
    return started == null;
  }

  /**
   * One record of the handshake; false if it is not there yet. There may be records that bring it
   * no further, but not for ever.
   */
  private boolean takeRecord() throws IOException {
    if (++handshakeSteps > MOST_HANDSHAKE_STEPS) {
      throw new IOException("the other side sends too much while encryption is agreed");
    }
    if (unwrap(plainIn)) {
      return true;
    }
    int bytes = isAtEnd ? -1 : channel.read(cipherIn);
    if (bytes < 0) {
      throw new EOFException("the other side closed the connection while encryption was agreed");
    }
    return bytes > 0;
  }

  private void runTasks() {
    SSLEngine engine = engine();
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  @Override
  public byte[] binding() {
    return binding(engine().getSession());
  }

  /** What both ends of a channel have in common, for one whose handshake is over. */
  public static byte[] binding(SSLSession session) {
    try {
      return ((ExtendedSSLSession) session)
          .exportKeyingMaterialData(BINDING_LABEL, new byte[0], BINDING_BYTES);
    } catch (SSLException e) {
      throw new IllegalStateException("TLS 1.3 has exporters", e);
    }
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    int before = to.position();
    boolean mayRead = true;
    while (to.hasRemaining()) {
      if (plainIn.position() > 0) {
        drain(to);
      } else if (unwrap(to.remaining() >= plainBytes ? to : plainIn)) {
        answer();
      } else if (mayRead && !isAtEnd) {
        mayRead = false;
        isAtEnd = channel.read(cipherIn) < 0;
      } else {
        break;
      }
    }
    int bytes = to.position() - before;
    return bytes == 0 && isAtEnd ? -1 : bytes;
  }

  private void drain(ByteBuffer to) {
    plainIn.flip();
    int end = plainIn.limit();
    plainIn.limit(Math.min(end, to.remaining()));
    to.put(plainIn);
    plainIn.limit(end);
    plainIn.compact();
  }

  /** Opens one record; false if none is complete. */
  private boolean unwrap(ByteBuffer to) throws IOException {
    if (cipherIn.position() == 0) {
      return false;
    }
    cipherIn.flip();
    SSLEngineResult result;
    try {
      result = engine().unwrap(cipherIn, to);
    } finally {
      cipherIn.compact();
    }
    isAtEnd |= result.getStatus() == Status.CLOSED;
    return result.getStatus() == Status.OK;
  }

  /** Does what the other side's record demands of this one, such as new keys. */
  private void answer() throws IOException {
    HandshakeStatus status = engine().getHandshakeStatus();
    if (status == HandshakeStatus.NEED_TASK) {
      runTasks();
    } else if (status == HandshakeStatus.NEED_WRAP && cipherOut.remaining() >= recordBytes) {
      wrap(NOTHING);
      flush();
    }
  }

  /** Whether a record, or what was in one, waits here. */
  @Override
  public boolean hasMore() {
    if (plainIn.position() > 0) {
      return true;
    }
    if (cipherIn.position() < RECORD_HEADER_BYTES) {
      return false;
    }
    int length = cipherIn.getShort(RECORD_LENGTH_AT) & 0xffff;
    return cipherIn.position() >= RECORD_HEADER_BYTES + length;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int before = from.position();
    while (from.hasRemaining()) {
      if (cipherOut.remaining() < recordBytes) {
        flush();
        if (cipherOut.remaining() < recordBytes) {
          break;
        }
      }
      wrap(from);
    }
    flush();
    return from.position() - before;
  }

  private void wrap(ByteBuffer from) throws IOException {
    SSLEngineResult result = engine().wrap(from, cipherOut);
    if (result.getStatus() == Status.CLOSED && from.hasRemaining()) {
      throw new EOFException("the encrypted channel is closed");
    }
  }

  @Override
  public boolean flush() throws IOException {
    if (cipherOut.position() > 0) {
      cipherOut.flip();
      try {
        channel.write(cipherOut);
      } finally {
        cipherOut.compact();
      }
    }
    return cipherOut.position() == 0;
  }

  @Override
  public void shutdownOutput() throws IOException {
    SSLEngine engine = started;
    if (engine != null) {
      engine.closeOutbound();
    }
    if (engine != null && cipherOut.remaining() >= recordBytes) {
      wrap(NOTHING);
    }
    flush();
    channel.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
