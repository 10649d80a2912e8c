package org.purempi.tests.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Group;
import org.purempi.Intercommunicator;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.tests.Pattern;
import org.purempi.tests.Same;

/**
 * A program made by a seed. Several threads of every rank work at once, each on communicators that
 * only they use: messages of every mode and layout, collectives of every form with several under
 * way, communicators that come and go. Thread t of every rank draws the same numbers, so each knows
 * what it must get, to the last byte.
 */
final class RandomMix {
  private static final int THREADS = 3;
  private static final int STEPS = 12; // between two looks at the clock
  private static final int MOST_ROOMS = 5;
  private static final int FAILED = 1;

  private final SplittableRandom plan;
  private final SplittableRandom own; // no other rank draws from it
  private final long endNanos;
  private final Communicator base;
  private final List<@Nullable Communicator> rooms = new ArrayList<>();
  private int operations;

  private RandomMix(Communicator base, long seed, long endNanos) {
    this.base = base;
    this.endNanos = endNanos;
    plan = new SplittableRandom(seed);
    own = new SplittableRandom(seed * 31 + base.rank());
  }

  /**
   * Runs for a while on all ranks.
   *
   * @return the operations of this rank
   */
  static int run(Communicator world, long seed, Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    List<RandomMix> mixes = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      RandomMix mix = new RandomMix(world.dup(), seed + t, end);
      mixes.add(mix);
      String name = "seed " + seed + ", rank " + world.rank() + ", thread " + t;
      threads.add(Thread.ofPlatform().name(name).start(() -> mix.workOrAbort(world)));
    }
    for (Thread t : threads) {
      t.join();
    }
    mixes.forEach(m -> m.base.close());
    return mixes.stream().mapToInt(m -> m.operations).sum();
  }

  private void workOrAbort(Communicator world) {
    try {
      work();
    } catch (Throwable e) { // the others wait for this one: end them, too
      System.err.println(Thread.currentThread().getName() + ", operation " + operations);
      e.printStackTrace();
      throw world.abort(FAILED);
    }
  }

  private void work() {
    enter(base);
    while (base.allreduce(System.nanoTime() < endNanos ? 1 : 0, Op.MIN) == 1) {
      for (int i = 0; i < STEPS; i++) {
        SplittableRandom p = new SplittableRandom(plan.nextLong());
        Communicator room = rooms.get(plan.nextInt(rooms.size()));
        int what = plan.nextInt(10);
        if (what == 0) {
          enter(another(p));
        } else if (room == null) {
          continue; // this rank is not in it
        } else if (what < 5) {
          messages(room, p);
        } else if (what == 5) {
          fromAnyone(room, p);
        } else {
          collectives(room, p);
        }
        operations++;
      }
    }
    while (!rooms.isEmpty()) {
      leave(rooms.size() - 1);
    }
  }

  private void enter(@Nullable Communicator room) {
    if (room != null) {
      room.attachBufferAutomatic();
    }
    rooms.add(room);
    if (rooms.size() > MOST_ROOMS) {
      leave(1 + plan.nextInt(MOST_ROOMS - 1));
    }
  }

  private void leave(int index) {
    Communicator room = rooms.remove(index);
    if (room != null) {
      room.detachBuffer();
      if (room != base) {
        room.close();
      }
    }
  }

  /** A new communicator of all ranks of this thread's first one, or of some. */
  private @Nullable Communicator another(SplittableRandom p) {
    int n = base.size();
    return switch (p.nextInt(n > 1 ? 6 : 2)) {
      case 0 -> base.dup();
      case 1 -> {
        Request<Communicator> dup = base.idup();
        base.barrier();
        yield dup.waitFor();
      }
      case 2 -> base.split(base.rank() % 2, -base.rank());
      case 3 -> base.split(base.rank() == p.nextInt(n) ? Mpi.UNDEFINED : 0, p.nextInt());
      case 4 -> {
        Group group = base.group().excl(p.nextInt(n));
        if (group.rank() == Mpi.UNDEFINED) {
          yield null;
        }
        yield base.createGroup(group, 5);
      }
      default -> overABridge(p);
    };
  }

  /** Two sides meet, exchange something and merge. */
  private Communicator overABridge(SplittableRandom p) {
    int side = base.rank() % 2;
    int length = length(p);
    long seed = p.nextLong();
    try (Communicator half = Objects.requireNonNull(base.split(side, 0));
        Intercommunicator bridge = half.intercommCreate(0, base, 1 - side, 3)) {
      byte[] all = new byte[length * bridge.remoteSize()];
      bridge.allgather(Pattern.bytes(length, seed + base.rank()), all);
      for (int r = 0; r < bridge.remoteSize(); r++) {
        int there = 2 * r + 1 - side;
        Pattern.check(Arrays.copyOfRange(all, r * length, (r + 1) * length), seed + there);
      }
      return bridge.merge(side == 0);
    }
  }

  private static int length(SplittableRandom p) {
    int length = Pattern.LENGTHS.get(p.nextInt(Pattern.LENGTHS.size()));
    return p.nextInt(3) > 0 ? length / 16 : p.nextInt(length / 4 + 1);
  }

  /** One message: both sides know it. */
  private record Planned(
      int from, int to, int tag, long seed, int mode, Scattered out, Scattered in) {
    static Planned of(SplittableRandom p, int size) {
      int length = length(p);
      return new Planned(
          p.nextInt(size),
          p.nextInt(size),
          p.nextInt(4),
          p.nextLong(),
          p.nextInt(5),
          Scattered.of(length, p),
          Scattered.of(length, p));
    }
  }

  /** Some messages between any ranks; a receive is posted before or after the sends, or probed. */
  private void messages(Communicator room, SplittableRandom p) {
    List<Planned> planned = new ArrayList<>();
    for (int left = 1 + p.nextInt(3 * room.size()); left > 0; left--) {
      planned.add(Planned.of(p, room.size()));
    }
    List<Planned> expected = planned.stream().filter(m -> m.to == room.rank()).toList();
    List<Request<?>> requests = new ArrayList<>();
    List<PersistentRequest> kept = new ArrayList<>();
    List<byte[]> memories = new ArrayList<>();
    int posted = own.nextInt(expected.size() + 1);
    for (Planned m : expected.subList(0, posted)) {
      requests.add(receive(room, m, memories, false));
    }
    for (Planned m : planned) {
      if (m.from == room.rank()) {
        requests.add(send(room, m, kept));
      }
    }
    for (Planned m : expected.subList(posted, expected.size())) {
      requests.add(receive(room, m, memories, own.nextBoolean()));
    }
    Request.waitAll(requests);
    kept.forEach(Request::free);
    for (int i = 0; i < expected.size(); i++) {
      expected.get(i).in.check(memories.get(i), expected.get(i).seed);
    }
  }

  private static Request<?> send(Communicator room, Planned m, List<PersistentRequest> kept) {
    Buf data = m.out.in(m.out.filled(m.seed));
    return switch (m.mode) {
      case 0 -> room.issend(data, m.to, m.tag);
      case 1 -> room.ibsend(data, m.to, m.tag);
      case 2 -> {
        PersistentRequest request = room.sendInit(data, m.to, m.tag);
        kept.add(request);
        request.start();
        yield request;
      }
      default -> room.isend(data, m.to, m.tag);
    };
  }

  private static Request<?> receive(
      Communicator room, Planned m, List<byte[]> memories, boolean probed) {
    byte[] memory = m.in.empty();
    memories.add(memory);
    return probed
        ? room.mprobe(m.from, m.tag).imrecv(m.in.in(memory))
        : room.irecv(m.in.in(memory), m.from, m.tag);
  }

  /** Everyone sends to one, who takes them as they come. */
  private static void fromAnyone(Communicator room, SplittableRandom p) {
    int root = p.nextInt(room.size());
    long seed = p.nextLong();
    int[] lengths = new int[room.size()];
    Arrays.setAll(lengths, i -> length(p));
    byte[] mine = Pattern.bytes(lengths[room.rank()], seed + room.rank());
    Request<Status> send = room.isend(mine, root, 10 + room.rank());
    for (int i = 0; room.rank() == root && i < lengths.length; i++) {
      Message message = room.mprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      int from = message.status().source();
      byte[] got = new byte[lengths[from]];
      Status status = message.mrecv(Buf.of(got));
      if (status.tag() != 10 + from || status.bytes() != lengths[from]) {
        throw new AssertionError(status + " instead of " + lengths[from] + " bytes");
      }
      Pattern.check(got, seed + from);
    }
    send.waitFor();
    room.barrier(); // else a wildcard would take what comes next
  }

  /** Something that was started, and what to look at when it is complete. */
  private record Pending(@Nullable Request<?> request, Runnable check) {}

  private void collectives(Communicator room, SplittableRandom p) {
    List<Pending> pending = new ArrayList<>();
    for (int left = 1 + p.nextInt(4); left > 0; left--) {
      pending.add(collective(room, p));
    }
    while (!pending.isEmpty()) {
      Pending next = pending.remove(own.nextInt(pending.size()));
      if (next.request != null) {
        next.request.waitFor();
        if (next.request instanceof PersistentRequest kept) {
          kept.free();
        }
      }
      next.check.run();
    }
  }

  private static Pending inForm(
      int form,
      Runnable blocking,
      Supplier<Request<Status>> nonblocking,
      Supplier<PersistentRequest> persistent,
      Runnable check) {
    return switch (form) {
      case 0 -> {
        blocking.run();
        yield new Pending(null, check);
      }
      case 1 -> {
        PersistentRequest kept = persistent.get();
        kept.start();
        yield new Pending(kept, check);
      }
      default -> new Pending(nonblocking.get(), check);
    };
  }

  private static Pending collective(Communicator room, SplittableRandom p) {
    int n = room.size();
    int me = room.rank();
    int root = p.nextInt(n);
    int form = p.nextInt(4);
    int length = length(p);
    long seed = p.nextLong();
    switch (p.nextInt(5)) {
      case 0 -> {
        Scattered layout = Scattered.of(length, new SplittableRandom(seed + me));
        byte[] a = me == root ? layout.filled(seed) : layout.empty();
        Buf buf = layout.in(a);
        return inForm(
            form,
            () -> room.bcast(buf, root),
            () -> room.ibcast(buf, root),
            () -> room.bcastInit(buf, root),
            () -> layout.check(a, seed));
      }
      case 1 -> {
        byte[] all = new byte[n * length];
        Buf mine = Buf.of(Pattern.bytes(length, seed + me));
        return inForm(
            form,
            () -> room.allgather(mine, Buf.of(all)),
            () -> room.iallgather(mine, Buf.of(all)),
            () -> room.allgatherInit(mine, Buf.of(all)),
            () -> {
              for (int r = 0; r < n; r++) {
                Pattern.check(Arrays.copyOfRange(all, r * length, (r + 1) * length), seed + r);
              }
            });
      }
      case 2 -> {
        return alltoallv(room, form, length, seed);
      }
      case 3 -> {
        long[] sum = new long[length / Long.BYTES];
        Arrays.setAll(sum, i -> seed * i + me);
        Buf buf = Buf.of(sum);
        return inForm(
            form,
            () -> room.allreduce(Buf.IN_PLACE, buf, Op.SUM),
            () -> room.iallreduce(Buf.IN_PLACE, buf, Op.SUM),
            () -> room.allreduceInit(Buf.IN_PLACE, buf, Op.SUM),
            () -> Same.at(sum, i -> n * seed * i + n * (n - 1L) / 2));
      }
      default -> {
        long[] mine = new long[length / Long.BYTES];
        Arrays.fill(mine, me + 1);
        long[] upToMe = new long[mine.length];
        Buf in = Buf.of(mine);
        Buf out = Buf.of(upToMe);
        return inForm(
            form,
            () -> room.scan(in, out, Op.SUM),
            () -> room.iscan(in, out, Op.SUM),
            () -> room.scanInit(in, out, Op.SUM),
            () -> Same.everywhere(upToMe, (me + 1) * (me + 2L) / 2));
      }
    }
  }

  /** Rank i sends (i + 2 j) mod 5 parts of {@code length} to rank j. */
  private static Pending alltoallv(Communicator room, int form, int length, long seed) {
    int n = room.size();
    int me = room.rank();
    int part = length / 8;
    long[] out = new long[n];
    long[] in = new long[n];
    Arrays.setAll(out, j -> (long) part * ((me + 2 * j) % 5));
    Arrays.setAll(in, j -> (long) part * ((j + 2 * me) % 5));
    byte[] send = new byte[(int) Arrays.stream(out).sum()];
    byte[] receive = new byte[(int) Arrays.stream(in).sum()];
    VBuf from = VBuf.of(Buf.of(send), out);
    VBuf to = VBuf.of(Buf.of(receive), in);
    for (int j = 0; j < n; j++) {
      byte[] block = Pattern.bytes((int) out[j], seed + me * 100L + j);
      System.arraycopy(block, 0, send, (int) from.displ(j), block.length);
    }
    return inForm(
        form,
        () -> room.alltoallv(from, to),
        () -> room.ialltoallv(from, to),
        () -> room.alltoallvInit(from, to),
        () -> {
          for (int j = 0; j < n; j++) {
            int at = (int) to.displ(j);
            Pattern.check(Arrays.copyOfRange(receive, at, at + (int) in[j]), seed + j * 100L + me);
          }
        });
  }
}
