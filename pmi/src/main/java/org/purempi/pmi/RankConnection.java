package org.purempi.pmi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.PeerUser;

/** One accepted connection: bytes in, lines out, replies queued; used by the server's thread. */
final class RankConnection {
  /** Replies a rank may leave unread before its connection is closed. */
  private static final int MAX_UNREAD_BYTES = 1 << 20;

  static final int NOBODY = -1;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final int promised;
  private ByteBuffer input = ByteBuffer.allocate(2 * PmiLine.MAX_BYTES);
  private ByteBuffer output = ByteBuffer.allocate(1024).flip();
  private int rank = NOBODY;
  private boolean closing;
  private @Nullable SpawnRequest spawn;
  private boolean reports;
  private ReportLines report = new ReportLines();

  /**
   * @param promised the rank that its other end has proved to be; {@link #NOBODY} if it may be any
   */
  RankConnection(SocketChannel channel, SelectionKey key, int promised) {
    this.channel = channel;
    this.key = key;
    this.promised = promised;
  }

  /** Who is on the line, or a negative number before it has said so. */
  int rank() {
    return rank;
  }

  void rank(int rank) {
    this.rank = rank;
  }

  /** Whether it may be this rank. */
  boolean mayBe(int other) {
    return promised == NOBODY || promised == other;
  }

  /** Whether its other end has proved to be a rank. */
  boolean isPromised() {
    return promised != NOBODY;
  }

  SocketChannel channel() {
    return channel;
  }

  /** Whose process is at its other end. */
  PeerUser user() throws IOException {
    return PeerUser.of(channel);
  }

  /** From now on nothing is read: what comes is for nobody. */
  void ignore() {
    key.interestOps(0);
  }

  /** Who is on the line, or will be. */
  int expected() {
    return rank == NOBODY ? promised : rank;
  }

  /** The spawn request being read, line by line. */
  @Nullable SpawnRequest spawn() {
    return spawn;
  }

  void spawn(@Nullable SpawnRequest spawn) {
    this.spawn = spawn;
  }

  /** Whether the rank answers questions for reports. */
  boolean reports() {
    return reports;
  }

  void reports(boolean can) {
    reports = can;
  }

  /** The report that is coming in, line by line. */
  ReportLines report() {
    return report;
  }

  /** Forgets a report that has come in. */
  void forgetReport() {
    report = new ReportLines();
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  /** Reads what is there; false at the end of the stream. */
  boolean fill() throws IOException {
    return channel.read(input) >= 0;
  }

  /** The next whole line, or null when none has arrived completely. */
  @Nullable String nextLine() throws PmiException {
    for (int i = 0; i < input.position(); i++) {
      if (input.get(i) == '\n') {
        // One byte a character: whatever a client encodes in a value comes back as it was.
        String line = new String(input.array(), 0, i, StandardCharsets.ISO_8859_1);
        int next = i + 1;
        input.limit(input.position()).position(next);
        input.compact();
        return line;
      }
    }
    int most = spawn != null && spawn.isOpen() ? SpawnRequest.LINE_BYTES : PmiLine.MAX_BYTES;
    if (input.position() > most) {
      throw new PmiException("a PMI line of more than " + most + " bytes");
    }
    if (!input.hasRemaining()) {
      input = ByteBuffer.allocate(2 * input.capacity()).put(input.flip());
    }
    return null;
  }

  /** Queues a reply and sends as much as the connection takes. */
  void send(PmiLine line) throws IOException {
    byte[] bytes = (line.format() + "\n").getBytes(StandardCharsets.ISO_8859_1);
    if (output.remaining() + bytes.length > MAX_UNREAD_BYTES) {
      throw new PmiException("a rank that reads no replies");
    }
    var joined = ByteBuffer.allocate(output.remaining() + bytes.length);
    output = joined.put(output).put(bytes).flip();
    flush();
  }

  /** Sends to a rank other than the one being served: its fault closes its own connection. */
  void sendOrClose(PmiLine line) throws IOException {
    try {
      send(line);
    } catch (IOException e) {
      close();
    }
  }

  void flush() throws IOException {
    channel.write(output);
    if (output.hasRemaining()) {
      key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    } else {
      key.interestOps(SelectionKey.OP_READ);
      if (closing) {
        close();
      }
    }
  }

  /** Closes once every queued reply has been sent. */
  void closeWhenSent() throws IOException {
    closing = true;
    flush();
  }

  void close() throws IOException {
    key.cancel();
    channel.close();
  }
}
