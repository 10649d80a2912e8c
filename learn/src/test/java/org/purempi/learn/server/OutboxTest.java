package org.purempi.learn.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.junit.Ranks;

/** In which order answers go, and what they carry. Rank 0 is server and worker. */
class OutboxTest {
  private static final int ME = 0;

  private static Snapshot values(float... numbers) {
    return new Snapshot(MemorySegment.ofArray(numbers), new ArrayDeque<>());
  }

  private static List<Integer> tagsOf(Communicator world, int messages) {
    List<Integer> tags = new ArrayList<>();
    for (int i = 0; i < messages; i++) {
      Message next = world.mprobe(ME, Mpi.ANY_TAG);
      tags.add(next.status().tag());
      next.mrecv(Buf.of(new byte[64]));
    }
    return tags;
  }

  @Test
  @Ranks(value = 1, seconds = 90)
  void valuesOfFrontLayersGoFirstAndWordsBeforeThem(Communicator world) {
    var outbox = new Outbox(world);
    outbox.add(ME, 1, -2, values(1));
    outbox.add(ME, 2, 0, values(2));
    outbox.add(ME, 3, -1, values(3));
    outbox.add(ME, 4, 0, values(4));
    outbox.add(ME, 5, Buf.EMPTY);
    outbox.finish();
    assertThat(tagsOf(world, 5)).containsExactly(5, 2, 4, 3, 1);
  }

  @Test
  @Ranks(value = 2, seconds = 90)
  void whoHasLeftIsSentNothing(Communicator world) {
    if (world.rank() == ME) {
      var outbox = new Outbox(world);
      Snapshot wanted = values(1);
      outbox.add(ME, 1, 0, wanted);
      outbox.add(1, 2, 1, wanted);
      outbox.forget(1);
      outbox.finish();
      assertThat(tagsOf(world, 1)).containsExactly(1);
      assertThat(wanted.isRead()).isFalse();
    }
    world.barrier();
    assertThat(world.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isEmpty();
  }

  /** A pull that is answered late does not see what came after it. */
  @Test
  @Ranks(value = 1, seconds = 90)
  void anAnswerCarriesTheValuesOfItsTime(Communicator world) {
    var outbox = new Outbox(world);
    var here = new BitSet();
    here.set(ME);
    var terms = new ServerTerms(UpdateRule.ADD, Consistency.ASP, true, 1 << 20);
    var shard = new Shard(terms, here, 1, outbox, 0, 2 * Float.BYTES);
    int pull = Wire.tag(Wire.Kind.PULL, 7);
    shard.offer(ME, Wire.tag(Wire.Kind.INIT, 7), MemorySegment.ofArray(new float[] {1, 2}));
    shard.awaitValues(ME, pull);
    shard.push(ME, shard.room().copyFrom(MemorySegment.ofArray(new float[] {10, 20})));
    shard.awaitValues(ME, pull);
    outbox.finish();
    float[] values = new float[2];
    for (float[] expected : new float[][] {{1, 2}, {1, 2}, {11, 22}}) {
      world.recv(values, ME, Mpi.ANY_TAG);
      assertThat(values).containsExactly(expected);
    }
  }
}
