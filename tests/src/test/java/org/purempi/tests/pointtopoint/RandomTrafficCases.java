package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Message;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/**
 * Programs made by a seed: every rank knows all messages of the plan, so each knows what each of
 * its receives must get, whatever the mode, the size, the memory and the moment.
 */
final class RandomTrafficCases {
  private static final int MESSAGES_PER_RANK = 60;
  private static final int PROGRAMS = 3;
  private static final int TAGS = 3;

  private RandomTrafficCases() {}

  /** One message of a plan. */
  private record Planned(int id, int from, int to, int tag, int length, int mode, int memory) {}

  private static List<Planned> plan(long seed, int ranks) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Planned> plan = new ArrayList<>();
    for (int id = 0; id < MESSAGES_PER_RANK * ranks; id++) {
      int length = Pattern.LENGTHS.get(random.nextInt(Pattern.LENGTHS.size()));
      plan.add(
          new Planned(
              id,
              random.nextInt(ranks),
              random.nextInt(ranks),
              random.nextInt(TAGS),
              random.nextInt(4) == 0 ? random.nextInt(length + 1) : length,
              random.nextInt(4),
              random.nextInt(3)));
    }
    return plan;
  }

  @OnRanks({1, 2, 3, 4})
  static void everyReceiveOfARandomProgramGetsItsMessage(Communicator world) {
    for (int program = 0; program < PROGRAMS; program++) {
      try (Arena arena = Arena.ofShared()) {
        run(world, 4711 + program, arena);
      }
      world.barrier();
    }
  }

  private static void run(Communicator world, long seed, Arena arena) {
    int me = world.rank();
    SplittableRandom order = new SplittableRandom(seed * 31 + me);
    List<Planned> sends = new ArrayList<>();
    List<Planned> receives = new ArrayList<>();
    for (Planned p : plan(seed, world.size())) {
      if (p.from() == me) {
        sends.add(p);
      }
      if (p.to() == me) {
        receives.add(p);
      }
    }
    List<Request<Status>> started = new ArrayList<>();
    List<Buf> buffers = new ArrayList<>();
    int posted = 0;
    for (Planned send : sends) { // some receives before, between and behind the sends
      while (posted < receives.size() && order.nextInt(2) == 0) {
        started.add(post(world, receives.get(posted++), buffers, arena));
      }
      started.add(start(world, send, arena));
    }
    for (; posted < receives.size(); posted++) {
      Planned p = receives.get(posted);
      started.add(
          order.nextInt(3) == 0 ? take(world, p, buffers, arena) : post(world, p, buffers, arena));
    }
    Request.waitAll(started);
    for (int i = 0; i < receives.size(); i++) {
      byte[] got = bytes(buffers.get(i));
      assertThat(java.util.Arrays.mismatch(got, Pattern.bytes(got.length, receives.get(i).id())))
          .as("seed %d, rank %d, first wrong byte of %s", seed, me, receives.get(i))
          .isEqualTo(-1);
    }
  }

  private static Request<Status> start(Communicator world, Planned p, Arena arena) {
    Buf buf = memory(world, p, Pattern.bytes(p.length(), p.id()), arena);
    return p.mode() == 0 ? world.issend(buf, p.to(), p.tag()) : world.isend(buf, p.to(), p.tag());
  }

  private static Request<Status> post(
      Communicator world, Planned p, List<Buf> buffers, Arena arena) {
    Buf buf = memory(world, p, new byte[p.length()], arena);
    buffers.add(buf);
    return world.irecv(buf, p.from(), p.tag());
  }

  /** Probes for the message and receives what was found. */
  private static Request<Status> take(
      Communicator world, Planned p, List<Buf> buffers, Arena arena) {
    Message message = world.mprobe(p.from(), p.tag());
    assertThat(message.status()).isEqualTo(new Status(p.from(), p.tag(), p.length()));
    Buf buf = memory(world, p, new byte[p.length()], arena);
    buffers.add(buf);
    return message.imrecv(buf);
  }

  private static Buf memory(Communicator world, Planned p, byte[] data, Arena arena) {
    int kind = (p.memory() + world.rank()) % 3; // not the same on both sides
    if (kind == 0 || data.length == 0) {
      return Buf.of(data);
    }
    MemorySegment segment =
        kind == 1 ? arena.allocate(data.length) : MemorySegment.ofArray(new byte[data.length]);
    segment.copyFrom(MemorySegment.ofArray(data));
    return Buf.of(segment);
  }

  private static byte[] bytes(Buf buf) {
    return buf.base() instanceof MemorySegment segment
        ? segment.toArray(ValueLayout.JAVA_BYTE)
        : (byte[]) buf.base();
  }

  @OnRanks({2, 4})
  static void memoryOfAllocMemCarriesMessagesOfAllSizesBothWays(Communicator world) {
    int peer = world.rank() ^ 1;
    long room = Pattern.LARGE_BYTES;
    MemorySegment out = world.mpi().allocMem(room);
    MemorySegment in = world.mpi().allocMem(room);
    for (int length : Pattern.LENGTHS) {
      out.copyFrom(MemorySegment.ofArray(Pattern.bytes(length, length + world.rank())));
      Buf mine = Buf.of(out.asSlice(0, length));
      Buf theirs = Buf.of(in.asSlice(room - length, length));
      assertThat(world.sendrecv(mine, peer, 0, theirs, peer, 0).bytes()).isEqualTo(length);
      Pattern.check(bytes(theirs), length + peer);
      world.sendrecvReplace(mine, peer, 1, peer, 1); // heap on neither side, in place
      Pattern.check(bytes(mine), length + peer);
    }
    world.barrier();
    world.mpi().freeMem(out);
    world.mpi().freeMem(in);
  }
}
