package org.purempi.world;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOError;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Standard input of a JVM that holds many ranks: one of them reads it, or each reads all of it, as
 * mpiexec's {@code -stdin} says; for the others it is at its end. Public because programs' calls of
 * {@code IO.readln} come here; not for users.
 */
public final class RankInput extends InputStream {
  private static final int CHUNK_BYTES = 1 << 16;

  /** How lines are read for programs that ask for lines; one of each rank, as in a process. */
  private static final Map<Seat, BufferedReader> LINES = new ConcurrentHashMap<>();

  private final ReadableByteChannel in;
  private final ThreadGroup group = Thread.currentThread().getThreadGroup();
  private final Map<Integer, InputQueue> queues = new TreeMap<>();
  private boolean reads;

  /** What {@code in} gives is for these ranks. */
  RankInput(ReadableByteChannel in, Collection<Integer> ranks) {
    this.in = in;
    ranks.forEach(rank -> queues.put(rank, new InputQueue(ranks.size() > 1)));
  }

  /** Puts it in the place of this JVM's. */
  static RankInput install(Collection<Integer> ranks) {
    var input = new RankInput(new FileInputStream(FileDescriptor.in).getChannel(), ranks);
    System.setIn(input);
    return input;
  }

  /** In the place of {@link IO#readln()}. */
  public static @Nullable String readln() {
    Seat seat = Seat.mine();
    if (seat == null) {
      return IO.readln(); // a thread that belongs to no rank
    }
    try {
      return LINES.computeIfAbsent(seat, unused -> lines()).readLine();
    } catch (IOException e) {
      throw new IOError(e);
    }
  }

  /** In the place of {@link IO#readln(String)}. */
  public static @Nullable String readln(String prompt) {
    System.out.print(prompt);
    System.out.flush();
    return readln();
  }

  private static BufferedReader lines() {
    String name = System.getProperty("stdin.encoding");
    Charset charset = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
    return new BufferedReader(new InputStreamReader(System.in, charset));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    InputQueue mine = mine();
    if (mine == null) {
      return length == 0 ? 0 : -1;
    }
    return mine.read(bytes, offset, length);
  }

  @Override
  public int available() throws IOException {
    InputQueue mine = mine();
    return mine == null ? 0 : mine.available();
  }

  /** For the rank that closes it. */
  @Override
  public void close() {
    InputQueue mine = mine();
    if (mine != null) {
      mine.close();
    }
  }

  /** A rank's program has ended: it does not hold up the others any more. */
  void leave(int rank) {
    InputQueue queue = queues.get(rank);
    if (queue != null) {
      queue.leave();
    }
  }

  /** The JVM is about to end: it would wait for a thread that is reading. */
  void closeAll() throws IOException {
    in.close();
  }

  private @Nullable InputQueue mine() {
    Seat seat = Seat.mine();
    InputQueue mine = seat == null ? null : queues.get(seat.rank());
    if (mine != null) {
      start();
    }
    return mine;
  }

  /** From the first question on a thread reads, so that a rank can be interrupted that waits. */
  private synchronized void start() {
    if (!reads) {
      reads = true;
      Thread.ofPlatform()
          .daemon()
          .group(group) // it acts for no rank
          .inheritInheritableThreadLocals(false)
          .name("purempi stdin")
          .start(this::run);
    }
  }

  private void run() {
    IOException broken = null;
    try {
      ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
      while (isWanted() && in.read(chunk.clear()) >= 0) {
        byte[] bytes = Arrays.copyOf(chunk.array(), chunk.position());
        queues.values().forEach(queue -> queue.add(bytes));
      }
    } catch (IOException e) {
      broken = e;
    } catch (InterruptedException e) {
      broken = new ClosedByInterruptException();
    }
    for (InputQueue queue : queues.values()) {
      queue.end(broken);
    }
  }

  /** Waits until all have room; false when nobody reads any more. */
  private boolean isWanted() throws InterruptedException {
    boolean wanted = false;
    for (InputQueue queue : queues.values()) {
      wanted |= queue.awaitRoom();
    }
    return wanted;
  }
}
