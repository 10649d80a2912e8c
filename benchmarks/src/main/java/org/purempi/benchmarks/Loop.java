package org.purempi.benchmarks;

import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * What one iteration of a benchmark does on this rank.
 *
 * @param messages in one iteration of a pair, for BANDWIDTH and RATE
 * @param body the iteration; for EXPOSED and SPAWN only its beginning
 * @param end for EXPOSED and SPAWN the end of the iteration
 */
record Loop(Kind kind, int messages, Runnable body, Runnable end) {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_MILLI = 1e3;

  /** After which all ranks have left a barrier. */
  private static final double PAUSE_MICROS = 10;

  /** How iterations are timed and what is reported. */
  enum Kind {
    /** Every call apart, with a barrier between calls: microseconds. */
    CALL,
    /** Half of a ping-pong: microseconds. */
    LATENCY,
    /** Bytes per microsecond. */
    BANDWIDTH,
    /** Messages per microsecond. */
    RATE,
    /** How much of a communication computation does not hide: percent. */
    EXPOSED,
    /** One call after the other, of senders only: microseconds. */
    ORIGIN,
    /** Every call of senders apart, when all have left the barrier before it: microseconds. */
    PASSIVE,
    /** One call after the other, of all ranks: microseconds. */
    TOGETHER,
    /** Every call of senders apart, without its end: milliseconds. */
    SPAWN
  }

  Loop(Kind kind, int messages, Runnable body) {
    this(kind, messages, body, () -> {});
  }

  /**
   * The loop of this name with buffers for its size; {@code bytes} means what it means in loops.c.
   */
  static Loop named(String name, int bytes, Communicator world, Memory memory) {
    Buf layout = Layouts.named(name, memory, bytes);
    if (layout != null) {
      // From and into the same memory, as a halo exchange does.
      return new PairLoops(world, layout, layout, Buf.EMPTY).named(PairLoops.LATENCY);
    }
    Loop oneSided = WindowLoops.named(name, bytes, world, memory);
    if (oneSided != null) {
      return oneSided;
    }
    Loop ofFile = FileLoops.named(name, bytes, world, memory);
    if (ofFile != null) {
      return ofFile;
    }
    Loop ofWorld = WorldLoops.named(name, bytes, world, memory);
    if (ofWorld != null) {
      return ofWorld;
    }
    return switch (name) {
      case PairLoops.LATENCY, "bandwidth", "bibandwidth", "message_rate" ->
          new PairLoops(world, memory.bytes(bytes), memory.bytes(bytes), memory.bytes(1))
              .named(name);
      case "overlap_ibcast", "overlap_iallreduce", "overlap_ialltoall" ->
          new Overlap(world).named(name, memory, bytes);
      case "reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan" ->
          call(reduction(name, world, memory, bytes / Double.BYTES));
      default -> call(exchange(name, world, memory, bytes));
    };
  }

  /**
   * Runs n iterations and returns this rank's own time for them, in microseconds.
   *
   * @param barrier between calls that are timed apart
   */
  double micros(int n, Runnable barrier) {
    return switch (kind) {
      case CALL, PASSIVE, SPAWN -> calls(n, barrier);
      default -> stream(n);
    };
  }

  private double calls(int n, Runnable barrier) {
    long own = 0;
    for (int i = 0; i < n; i++) {
      if (kind == Kind.PASSIVE) {
        Overlap.compute(PAUSE_MICROS);
      }
      long begin = System.nanoTime();
      body.run();
      own += System.nanoTime() - begin;
      end.run();
      barrier.run();
    }
    return own / NANOS_PER_MICRO;
  }

  private double stream(int n) {
    long begin = System.nanoTime();
    for (int i = 0; i < n; i++) {
      body.run();
    }
    return (System.nanoTime() - begin) / NANOS_PER_MICRO;
  }

  /** A rank's share in what is reported for n iterations of so many bytes; the sum counts. */
  double share(int n, double ownMicros, int bytes, int rank, int ranks) {
    int pairs = Math.max(1, ranks / 2);
    boolean sender = rank < pairs;
    return switch (kind) {
      case CALL, EXPOSED, TOGETHER -> ownMicros / n / ranks;
      case LATENCY -> sender ? ownMicros / n / 2 / pairs : 0;
      case ORIGIN, PASSIVE -> sender ? ownMicros / n / pairs : 0;
      case SPAWN -> sender ? ownMicros / n / MICROS_PER_MILLI / pairs : 0;
      case BANDWIDTH -> sender ? (double) messages * bytes * n / ownMicros : 0;
      case RATE -> sender ? (double) messages * n / ownMicros : 0;
    };
  }

  private static Loop call(Runnable body) {
    return new Loop(Kind.CALL, 0, body);
  }

  private static Runnable reduction(String name, Communicator world, Memory memory, int count) {
    Buf send = memory.doubles(count);
    Buf recv = memory.doubles(count);
    return switch (name) {
      case "reduce" -> () -> world.reduce(send, recv, Op.SUM, 0);
      case "allreduce" -> () -> world.allreduce(send, recv, Op.SUM);
      case "scan" -> () -> world.scan(send, recv, Op.SUM);
      case "exscan" -> () -> world.exscan(send, recv, Op.SUM);
      case "reduce_scatter" -> {
        long[] parts = parts(count, world.size());
        Buf part = recv.slice(0, parts[world.rank()]);
        yield () -> world.reduceScatter(send, part, parts, Op.SUM);
      }
      default -> {
        int each = count / world.size();
        Buf whole = send.slice(0, (long) each * world.size());
        Buf part = recv.slice(0, each);
        yield () -> world.reduceScatterBlock(whole, part, Op.SUM);
      }
    };
  }

  /** As even as whole doubles allow, the first ranks get one more. */
  private static long[] parts(int count, int ranks) {
    long[] parts = new long[ranks];
    for (int r = 0; r < ranks; r++) {
      parts[r] = (long) count / ranks + (r < count % ranks ? 1 : 0);
    }
    return parts;
  }

  private static Runnable exchange(String name, Communicator world, Memory memory, int bytes) {
    long all = (long) bytes * world.size();
    long[] counts = new long[world.size()];
    Arrays.fill(counts, bytes);
    Buf one = memory.bytes(bytes);
    return switch (name) {
      case "barrier" -> world::barrier;
      case "bcast" -> () -> world.bcast(one, 0);
      case "gather" -> {
        Buf recv = memory.bytes(all);
        yield () -> world.gather(one, recv, 0);
      }
      case "gatherv" -> {
        VBuf recv = VBuf.of(memory.bytes(all), counts);
        yield () -> world.gatherv(one, recv, 0);
      }
      case "scatter" -> {
        Buf send = memory.bytes(all);
        yield () -> world.scatter(send, one, 0);
      }
      case "scatterv" -> {
        VBuf send = VBuf.of(memory.bytes(all), counts);
        yield () -> world.scatterv(send, one, 0);
      }
      case "allgather" -> {
        Buf recv = memory.bytes(all);
        yield () -> world.allgather(one, recv);
      }
      case "allgatherv" -> {
        VBuf recv = VBuf.of(memory.bytes(all), counts);
        yield () -> world.allgatherv(one, recv);
      }
      default -> totalExchange(name, world, memory.bytes(all), memory.bytes(all), counts);
    };
  }

  private static Runnable totalExchange(
      String name, Communicator world, Buf send, Buf recv, long[] counts) {
    return switch (name) {
      case "alltoall" -> () -> world.alltoall(send, recv);
      case "alltoallv" -> {
        VBuf sendBlocks = VBuf.of(send, counts);
        VBuf recvBlocks = VBuf.of(recv, counts);
        yield () -> world.alltoallv(sendBlocks, recvBlocks);
      }
      case "alltoallw" -> {
        WBuf sendBlocks = blocks(send, counts);
        WBuf recvBlocks = blocks(recv, counts);
        yield () -> world.alltoallw(sendBlocks, recvBlocks);
      }
      default -> throw new IllegalArgumentException("no benchmark is called '" + name + "'");
    };
  }

  private static WBuf blocks(Buf whole, long[] counts) {
    Buf[] blocks = new Buf[counts.length];
    for (int r = 0; r < counts.length; r++) {
      blocks[r] = whole.slice(r * counts[r], counts[r]);
    }
    return WBuf.of(blocks);
  }
}
