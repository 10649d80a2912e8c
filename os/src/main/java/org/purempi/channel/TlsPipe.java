package org.purempi.channel;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;

/** A socket over which everything travels in records of TLS 1.3. */
public final class TlsPipe implements Pipe {
  /** So many records are read or written by one system call. */
  private static final int RECORDS = 4;

  /** A handshake has some ten records. */
  private static final int MOST_HANDSHAKE_STEPS = 1000;

  private static final int RECORD_HEADER_BYTES = 5;
  private static final int RECORD_LENGTH_AT = 3;

  /** RFC 9266: what both ends of one TLS channel have in common, and nobody between them. */
  private static final String BINDING_LABEL = "EXPORTER-Channel-Binding";

  private static final int BINDING_BYTES = 32;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final SSLEngine engine;
  private final int recordBytes;
  private final int plainBytes;

  /** Records as they came, from 0 to position. */
  private final ByteBuffer cipherIn;

  /** Records that wait for the kernel, from 0 to position. */
  private final ByteBuffer cipherOut;

  /** What was in a record and found no room, from 0 to position. */
  private final ByteBuffer plainIn;

  private boolean isStarted;
  private int handshakeSteps;
  private boolean isAtEnd;

  /** Over a connected channel that does not block; the engine is one of {@link TlsContext}. */
  public TlsPipe(SocketChannel channel, SSLEngine engine) {
    this.channel = channel;
    this.engine = engine;
    this.recordBytes = engine.getSession().getPacketBufferSize();
    this.plainBytes = engine.getSession().getApplicationBufferSize();
    this.cipherIn = ByteBuffer.allocateDirect(RECORDS * recordBytes);
    this.cipherOut = ByteBuffer.allocateDirect(RECORDS * recordBytes);
    this.plainIn = ByteBuffer.allocateDirect(plainBytes);
  }

  @Override
  public SocketChannel channel() {
    return channel;
  }

  @Override
  public boolean open() throws IOException {
    if (!isStarted) {
      isStarted = true;
      engine.beginHandshake();
    }
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

  /**
   * One record of the handshake; false if it is not there yet. There may be records that bring it
   * no further, but not for ever.
   */
  private boolean takeRecord() throws IOException {
    if (++handshakeSteps > MOST_HANDSHAKE_STEPS) {
      throw new IOException("the other side talks on and on while encryption is agreed");
    }
    if (unwrap(plainIn)) {
      return true;
    }
    int bytes = isAtEnd ? -1 : channel.read(cipherIn);
    if (bytes < 0) {
      throw new EOFException("the other side hung up while encryption was agreed");
    }
    return bytes > 0;
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  @Override
  public byte[] binding() {
    return binding(engine.getSession());
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
      result = engine.unwrap(cipherIn, to);
    } finally {
      cipherIn.compact();
    }
    isAtEnd |= result.getStatus() == Status.CLOSED;
    return result.getStatus() == Status.OK;
  }

  /** Does what the other side's record demands of this one, such as new keys. */
  private void answer() throws IOException {
    HandshakeStatus status = engine.getHandshakeStatus();
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
    SSLEngineResult result = engine.wrap(from, cipherOut);
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
    engine.closeOutbound();
    if (cipherOut.remaining() >= recordBytes) {
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
