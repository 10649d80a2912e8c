package org.purempi.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Window;

/**
 * One-sided communication: the loops of windows.c, which tells what they are. Rank r of the first
 * half accesses the part of rank r of the second half.
 */
final class WindowLoops {
  private static final int WINDOW = PairLoops.WINDOW;
  private static final int TAG = 2;
  private static final int TABLE_WORDS = 1 << 17;
  private static final double COMPUTE_MICROS = 100;
  private static final String RANDOM_UPDATES = "random_updates";
  private static final String PUT_IN_START = "put_in_start";

  private final Communicator world;
  private final Memory memory;
  private final boolean sender;
  private final int peer;
  private final int left;
  private final int right;

  private WindowLoops(Communicator world, Memory memory) {
    int ranks = world.size();
    int rank = world.rank();
    int pairs = ranks / 2;
    this.world = world;
    this.memory = memory;
    this.sender = rank < pairs;
    this.peer = sender ? rank + pairs : rank - pairs;
    this.left = (rank + ranks - 1) % ranks;
    this.right = (rank + 1) % ranks;
  }

  /** The loop of this name over a window of its own; null if there is none. */
  static @Nullable Loop named(String name, int bytes, Communicator world, Memory memory) {
    var loops = new WindowLoops(world, memory);
    return switch (name) {
      case "put", "get", "put_bandwidth", "get_bandwidth", "put_to_busy" ->
          loops.transfer(name, bytes, loops.locked(loops.allocated(bytes)));
      case "put_shared", "get_shared" ->
          loops.transfer(name, bytes, loops.locked(loops.shared(bytes)));
      case "put_own", "get_own" ->
          loops.transfer(
              name,
              bytes,
              loops.locked(loops.kept(Window.create(world, memory.bytes(bytes), 1, Info.EMPTY))));
      case "accumulate" -> loops.accumulate(bytes, loops.locked(loops.allocated(bytes)));
      case "fetch_and_op", "counter" -> loops.word(name, loops.locked(loops.allocated(bytes)));
      case "compare_and_swap" -> loops.word(name, loops.locked(loops.shared(bytes)));
      case RANDOM_UPDATES -> loops.randomUpdates();
      case "put_in_fence", PUT_IN_START, "put_in_lock" ->
          loops.epoch(name, memory.bytes(bytes), loops.allocated(bytes));
      case "halo_in_fence", "halo_in_start" ->
          loops.halo(name, memory.bytes(bytes), bytes, loops.allocated(2L * bytes));
      case "halo_by_messages" -> loops.messages(bytes);
      default -> null;
    };
  }

  private Window allocated(long bytes) {
    return kept(Window.allocate(world, bytes, 1));
  }

  private Window shared(long bytes) {
    return kept(Window.allocateShared(world, bytes, 1));
  }

  private Window kept(Window window) {
    memory.atEnd(window::close);
    return window;
  }

  /** The window, in an epoch for as long as it is there. */
  private Window locked(Window window) {
    memory.atEnd(window.lockAll()::close);
    return window;
  }

  private Loop ofSender(Runnable body) {
    return new Loop(Loop.Kind.ORIGIN, 0, sender ? body : () -> {});
  }

  private static Loop ofAll(Runnable body) {
    return new Loop(Loop.Kind.TOGETHER, 0, body);
  }

  private Loop transfer(String name, int bytes, Window window) {
    Buf origin = memory.bytes(bytes);
    Runnable one =
        name.startsWith("put")
            ? () -> window.put(origin, peer, 0)
            : () -> window.get(origin, peer, 0);
    if (name.endsWith("bandwidth")) {
      Runnable many =
          () -> {
            for (int i = 0; i < WINDOW; i++) {
              one.run();
            }
            window.flush(peer);
          };
      return new Loop(Loop.Kind.BANDWIDTH, WINDOW, sender ? many : () -> {});
    }
    Runnable flushed =
        () -> {
          one.run();
          window.flush(peer);
        };
    if (name.equals("put_to_busy")) {
      Runnable busy = () -> Overlap.compute(COMPUTE_MICROS);
      return new Loop(Loop.Kind.PASSIVE, 0, sender ? flushed : busy);
    }
    return ofSender(flushed);
  }

  private Loop accumulate(int bytes, Window window) {
    Buf origin = memory.doubles(bytes / Double.BYTES);
    return ofSender(
        () -> {
          window.accumulate(origin, peer, 0, Op.SUM);
          window.flush(peer);
        });
  }

  private Loop word(String name, Window window) {
    Buf origin = memory.longs(1);
    Buf expected = memory.longs(1);
    Buf result = memory.longs(1);
    return switch (name) {
      case "counter" -> ofAll(() -> fetchAndAdd(window, origin, result, 0));
      case "fetch_and_op" -> ofSender(() -> fetchAndAdd(window, origin, result, peer));
      default ->
          ofSender(
              () -> {
                window.compareAndSwap(origin, expected, result, peer, 0);
                window.flush(peer);
              });
    };
  }

  private static void fetchAndAdd(Window window, Buf origin, Buf result, int target) {
    window.fetchAndOp(origin, result, target, 0, Op.SUM);
    window.flush(target);
  }

  private Loop randomUpdates() {
    Window window = locked(allocated((long) TABLE_WORDS * Long.BYTES));
    Buf bits = memory.longs(1);
    long words = (long) TABLE_WORDS * world.size();
    long[] seed = {1 + world.rank()};
    return ofAll(
        () -> {
          for (int i = 0; i < WINDOW; i++) {
            seed[0] = seed[0] * 6364136223846793005L + 1442695040888963407L;
            long place = (seed[0] >>> 32) % words;
            int target = (int) (place / TABLE_WORDS);
            window.accumulate(bits, target, place % TABLE_WORDS * Long.BYTES, Op.BXOR);
          }
          window.flushAll();
        });
  }

  private Loop epoch(String name, Buf origin, Window window) {
    return switch (name) {
      case PUT_IN_START -> {
        Group other = world.group().incl(peer);
        yield ofAll(
            () -> {
              if (sender) {
                window.start(other);
                window.put(origin, peer, 0);
                window.complete();
              } else {
                window.post(other);
                window.waitFor();
              }
            });
      }
      case "put_in_lock" ->
          ofSender(
              () -> {
                window.lock(LockType.EXCLUSIVE, peer);
                window.put(origin, peer, 0);
                window.unlock(peer);
              });
      default -> {
        window.fence();
        yield ofAll(
            () -> {
              if (sender) {
                window.put(origin, peer, 0);
              }
              window.fence();
            });
      }
    };
  }

  private Loop halo(String name, Buf origin, int bytes, Window window) {
    Runnable puts =
        () -> {
          window.put(origin, right, 0);
          window.put(origin, left, bytes);
        };
    return switch (name) {
      case "halo_in_start" -> {
        Group neighbours =
            left == right ? world.group().incl(left) : world.group().incl(left, right);
        yield ofAll(
            () -> {
              window.post(neighbours);
              window.start(neighbours);
              puts.run();
              window.complete();
              window.waitFor();
            });
      }
      default -> {
        window.fence();
        yield ofAll(
            () -> {
              puts.run();
              window.fence();
            });
      }
    };
  }

  private Loop messages(int bytes) {
    Buf origin = memory.bytes(bytes);
    Buf fromLeft = memory.bytes(bytes);
    Buf fromRight = memory.bytes(bytes);
    List<Request<?>> requests = new ArrayList<>(4);
    return ofAll(
        () -> {
          requests.clear();
          requests.add(world.irecv(fromLeft, left, TAG));
          requests.add(world.irecv(fromRight, right, TAG + 1));
          requests.add(world.isend(origin, right, TAG));
          requests.add(world.isend(origin, left, TAG + 1));
          Request.waitAll(requests);
        });
  }
}
