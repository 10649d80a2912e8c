package org.purempi.tests.scale;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.junit.Ranks;

/** A message larger than an array can be. */
@Tag("full")
class HugeMessageTest {
  private static final long COUNT = (1L << 31) / Long.BYTES + 1000; // 2 GiB and a little
  private static final long STEP = 100_003;

  @Test
  @Ranks(value = 2, seconds = 180)
  void aMessageOfMoreThanTwoGibibytesArrivesWhole(Communicator world) {
    arrivesWhole(world);
  }

  @Test
  @Ranks(value = 2, processes = true, seconds = 180)
  void aMessageOfMoreThanTwoGibibytesArrivesWholeInAnotherProcess(Communicator world) {
    arrivesWhole(world);
  }

  /** Objects travel in chunks of 256 MiB. */
  @Test
  @Ranks(value = 2, seconds = 180)
  void anObjectOfSeveralChunksArrivesWhole(Communicator world) {
    int longs = (300 << 20) / Long.BYTES;
    if (world.rank() == 0) {
      long[] object = new long[longs];
      Arrays.setAll(object, i -> i * STEP);
      world.sendObject(object, 1, 0);
    } else {
      long[] object = world.recvObject(long[].class, 0, 0).value();
      assertThat(object).hasSize(longs);
      for (int i = 0; i < longs; i += 1009) {
        assertThat(object[i]).isEqualTo(i * STEP);
      }
      assertThat(object[longs - 1]).isEqualTo((longs - 1) * STEP);
    }
  }

  /** Each thread's object, whichever came first, is one thread's of the sender. */
  @Test
  @Ranks(value = 2, processes = true, seconds = 180)
  void threadsThatSendObjectsWithOneTagDoNotMixTheirChunks(Communicator world) throws Exception {
    int longs = (300 << 20) / Long.BYTES;
    List<Long> seen = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<?>> both =
          List.of(
              threads.submit(() -> exchange(world, longs, 1, seen)),
              threads.submit(() -> exchange(world, longs, 2, seen)));
      for (Future<?> one : both) {
        one.get();
      }
    }
    assertThat(seen).containsExactlyInAnyOrder(1L, 2L);
  }

  private static void exchange(Communicator world, int longs, long id, List<Long> seen) {
    long[] object;
    if (world.rank() == 0) {
      object = new long[longs];
      Arrays.fill(object, id);
      world.sendObject(object, 1, 0);
    } else {
      object = world.recvObject(long[].class, 0, 0).value();
      assertThat(LongStream.of(object).distinct().toArray()).containsExactly(object[0]);
    }
    seen.add(object[0]);
  }

  private static void arrivesWhole(Communicator world) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(JAVA_LONG, COUNT);
      if (world.rank() == 0) {
        for (long i = 0; i < COUNT; i += STEP) {
          memory.setAtIndex(JAVA_LONG, i, i);
        }
        memory.setAtIndex(JAVA_LONG, COUNT - 1, -1);
        world.send(Buf.of(memory, COUNT, Datatype.LONG), 1, 0);
      } else {
        var status = world.recv(Buf.of(memory, COUNT, Datatype.LONG), 0, 0);
        assertThat(status.count(Datatype.LONG)).isEqualTo(COUNT);
        for (long i = 0; i < COUNT; i += STEP) {
          assertThat(memory.getAtIndex(JAVA_LONG, i)).isEqualTo(i);
        }
        assertThat(memory.getAtIndex(JAVA_LONG, COUNT - 1)).isEqualTo(-1);
      }
    }
  }
}
