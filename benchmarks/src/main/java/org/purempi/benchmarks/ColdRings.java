package org.purempi.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The floor of the cold race: two processes, a ring in shared memory each way, and nothing else.
 * What any MPI in plain Java takes at least while its JVMs begin to compile.
 */
public final class ColdRings extends Cold {

  private static final int RANKS = 2;
  private static final int CAPACITY_BYTES = 1 << 18;

  /** A long message is read while it is still written. */
  private static final int MOST_AT_ONCE_BYTES = 1 << 14;

  private static final int RING_BYTES = 2 * CAPACITY_BYTES;

  private final Ring out;
  private final Ring in;
  private final boolean sender;

  private ColdRings(MappedByteBuffer memory, int rank, PrintStream out) {
    super(rank, RANKS, out);
    this.out = new Ring(memory.slice(rank * RING_BYTES, RING_BYTES));
    this.in = new Ring(memory.slice((1 - rank) * RING_BYTES, RING_BYTES));
    this.sender = rank == 0;
  }

  /** One of the two ranks that share this file, which is empty at first. */
  static ColdRings open(Path file, int rank, PrintStream out) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long bytes = (long) RANKS * RING_BYTES;
      return new ColdRings(channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes), rank, out);
    }
  }

  /**
   * Runs one benchmark.
   *
   * @param arguments as cold.c has them, then the file in which the rings are, and the rank
   */
  public static void main(String[] arguments) throws IOException {
    int rest = arguments.length - 2;
    open(Path.of(arguments[rest]), Integer.parseInt(arguments[rest + 1]), System.out)
        .run(Arrays.copyOf(arguments, rest));
  }

  /** Bytes on their way from one process to the other. */
  private static final class Ring {

    /** How many bytes have been written and read, each number on a cache line of its own. */
    private static final int WRITTEN = 0;

    private static final int READ = 128;
    private static final int DATA = 256;

    private final ByteBuffer memory;

    /** Of the two numbers, the one that this side counts. */
    private long own;

    Ring(ByteBuffer memory) {
      this.memory = memory.order(ByteOrder.nativeOrder());
    }

    void write(byte[] bytes) {
      for (int done = 0; done < bytes.length; ) {
        int part = part(CAPACITY_BYTES - (int) (own - number(READ)), bytes.length - done);
        memory.put(place(), bytes, done, part);
        done += part;
        advance(WRITTEN, part);
      }
    }

    void read(byte[] bytes) {
      for (int done = 0; done < bytes.length; ) {
        int part = part((int) (number(WRITTEN) - own), bytes.length - done);
        memory.get(place(), bytes, done, part);
        done += part;
        advance(READ, part);
      }
    }

    private int place() {
      return DATA + (int) (own % CAPACITY_BYTES);
    }

    /** How much can be copied now; nothing if there is no room, or nothing to read. */
    private int part(int room, int left) {
      if (room == 0) {
        Thread.onSpinWait();
      }
      int end = CAPACITY_BYTES - (int) (own % CAPACITY_BYTES);
      return Math.min(Math.min(room, end), Math.min(left, MOST_AT_ONCE_BYTES));
    }

    /** What the other side has counted; its copying has come before. */
    private long number(int place) {
      long number = memory.getLong(place);
      VarHandle.acquireFence();
      return number;
    }

    private void advance(int place, int bytes) {
      if (bytes > 0) {
        own += bytes;
        VarHandle.releaseFence();
        memory.putLong(place, own);
      }
    }
  }

  @Override
  Loop loop(String name, int bytes) {
    if (!name.equals(PairLoops.LATENCY)) {
      throw new IllegalArgumentException("rings know nothing of '" + name + "'");
    }
    byte[] to = new byte[bytes];
    byte[] from = new byte[bytes];
    return new Loop(Loop.Kind.LATENCY, 0, () -> pingPong(to, from));
  }

  private void pingPong(byte[] to, byte[] from) {
    if (sender) {
      out.write(to);
      in.read(from);
    } else {
      in.read(from);
      out.write(to);
    }
  }

  @Override
  void barrier() {
    byte[] word = new byte[1];
    pingPong(word, word);
  }

  @Override
  double[] sum(double[] mine) {
    byte[] theirs = new byte[mine.length * Double.BYTES];
    byte[] ours = theirs.clone();
    ByteBuffer.wrap(ours).asDoubleBuffer().put(mine);
    pingPong(ours, theirs);
    double[] all = new double[mine.length];
    Arrays.setAll(all, i -> mine[i] + ByteBuffer.wrap(theirs).getDouble(i * Double.BYTES));
    return all;
  }
}
