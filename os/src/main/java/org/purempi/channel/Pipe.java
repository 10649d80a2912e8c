package org.purempi.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.purempi.os.fast.DirectSocket;

/** A connected socket that never blocks, in the clear or encrypted. One thread at a time. */
public interface Pipe extends AutoCloseable {
  /** What to select on. */
  SocketChannel channel();

  /**
   * The socket itself, for reading and writing without a buffer between; null if there is none, or
   * not yet. {@link #hasMore} and {@link #flush} have nothing to say of a pipe that has one.
   */
  default @Nullable DirectSocket direct() {
    return null;
  }

  /** Gets ready for bytes, as far as that goes without blocking; whether it is. */
  boolean open() throws IOException;

  /** What both ends of an encrypted channel, and nobody between them, have in common; or empty. */
  byte[] binding();

  /** Whether the other side has yet to say its first byte, for a pipe that it has to open. */
  default boolean isSilent() {
    return false;
  }

  /**
   * Whoever is at the other end has proved who it is: what speeds this pipe up may cost memory now.
   */
  default void trusted() {}

  /** Reads what is there; −1 at the end. */
  int read(ByteBuffer to) throws IOException;

  /** Whether bytes wait in this process, so that a selector does not tell of them. */
  boolean hasMore();

  /** Writes as much as goes; bytes taken are out, or go with {@link #flush}. */
  int write(ByteBuffer from) throws IOException;

  /** Whether everything that {@link #write} took is with the kernel now. */
  boolean flush() throws IOException;

  /** Nothing more will be written; the other side reads its end after the last byte. */
  void shutdownOutput() throws IOException;

  /** Ends both directions at once. */
  @Override
  void close() throws IOException;
}
