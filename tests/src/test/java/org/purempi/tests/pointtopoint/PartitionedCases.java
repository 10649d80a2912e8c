package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiTruncationException;
import org.purempi.PartitionedRequest;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pause;
import org.purempi.tests.Same;

/** Chapter 4: messages in partitions. */
final class PartitionedCases {
  private static final int TAG = 3;

  private PartitionedCases() {}

  private static int[] counted(int length, int first) {
    int[] a = new int[length];
    Arrays.setAll(a, i -> first + i);
    return a;
  }

  @OnRanks({2, 4})
  static void partitionsArriveInAnyOrderOfReadiness(Communicator world) {
    int peer = world.rank() ^ 1;
    for (int length : new int[] {12, 12_000, 300_000}) {
      for (int[] sides : new int[][] {{4, 4}, {6, 2}, {2, 6}, {1, 12}, {3, 4}}) {
        exchange(world, peer, length, sides[0], sides[1]);
      }
    }
  }

  private static void exchange(Communicator world, int peer, int length, int theirs, int mine) {
    int[] out = new int[length];
    int[] in = new int[length];
    PartitionedRequest send = world.psendInit(Buf.of(out), theirs, peer, TAG);
    PartitionedRequest receive = world.precvInit(Buf.of(in), mine, peer, TAG);
    assertThat(send.partitions()).isEqualTo(theirs);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < theirs; i++) {
      order.add(i);
    }
    for (int round = 0; round < 3; round++) {
      System.arraycopy(counted(length, 100 * round + world.rank()), 0, out, 0, length);
      Arrays.fill(in, -1);
      receive.start();
      send.start();
      Collections.shuffle(order, new Random(round));
      order.forEach(send::pready);
      send.waitFor();
      assertThat(receive.waitFor())
          .isEqualTo(new Status(peer, TAG, 4L * length, false, ErrorClass.SUCCESS));
      assertThat(in).isEqualTo(counted(length, 100 * round + peer));
    }
    send.free();
    receive.free();
  }

  @OnRanks({2})
  static void theReceiverSeesEachPartitionArrive(Communicator world) {
    int[] data = new int[8];
    if (world.rank() == 0) {
      PartitionedRequest send = world.psendInit(Buf.of(data), 4, 1, TAG);
      assertThatThrownBy(() -> send.pready(0)).isInstanceOf(MpiArgumentException.class);
      send.start();
      Arrays.setAll(data, i -> i);
      send.preadyRange(1, 2);
      world.recv(new int[0], 1, 9);
      assertThat(send.test()).isEmpty();
      assertThatThrownBy(() -> send.pready(1)).isInstanceOf(MpiArgumentException.class);
      assertThatThrownBy(() -> send.pready(4)).isInstanceOf(MpiArgumentException.class);
      send.preadyList(3, 0);
      send.waitFor();
    } else {
      PartitionedRequest receive = world.precvInit(Buf.of(data), 4, 0, TAG);
      assertThat(receive.parrived(0)).as("of an inactive request").isTrue();
      receive.start();
      while (!receive.parrived(1) || !receive.parrived(2)) {
        Pause.briefly();
      }
      assertThat(receive.parrived(0)).isFalse();
      assertThat(receive.parrived(3)).isFalse();
      assertThat(Arrays.copyOfRange(data, 2, 6)).containsExactly(2, 3, 4, 5);
      world.send(new int[0], 0, 9);
      receive.waitFor();
      assertThat(data).isEqualTo(counted(8, 0));
      assertThatThrownBy(() -> receive.parrived(4)).isInstanceOf(MpiArgumentException.class);
    }
  }

  @OnRanks({2})
  static void manyThreadsMakePartitionsReady(Communicator world) throws InterruptedException {
    int partitions = 32;
    int peer = 1 - world.rank();
    int[] out = new int[partitions * 1000];
    int[] in = new int[out.length];
    PartitionedRequest send = world.psendInit(Buf.of(out), partitions, peer, TAG);
    PartitionedRequest receive = world.precvInit(Buf.of(in), partitions, peer, TAG);
    for (int round = 0; round < 5; round++) {
      receive.start();
      send.start();
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int from = t;
        int value = round;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int p = from; p < partitions; p += 4) {
                        Arrays.fill(out, p * 1000, (p + 1) * 1000, value);
                        send.pready(p);
                      }
                    }));
      }
      for (Thread t : threads) {
        t.join();
      }
      send.waitFor();
      receive.waitFor();
      Same.everywhere(in, round);
      world.barrier();
    }
  }

  @OnRanks({2})
  static void aPartitionThatCouldNotBeReadIsNotReady(Communicator world) throws Exception {
    if (world.rank() == 1) {
      byte[] got = new byte[4];
      PartitionedRequest receive = world.precvInit(Buf.of(got), 2, 0, TAG);
      receive.start();
      receive.waitFor();
      assertThat(got).containsExactly(7, 7, 7, 7);
      return;
    }
    try (Arena own = Arena.ofConfined()) {
      PartitionedRequest send = world.psendInit(Buf.of(own.allocate(4).fill((byte) 7)), 2, 1, TAG);
      send.start();
      assertThat(ThreadCases.thrownInAnotherThread(() -> send.pready(0))).isNotNull();
      send.preadyRange(0, 1);
      send.waitFor();
    }
  }

  @OnRanks({2})
  static void theyMatchInTheOrderOfSetUpAndNoOtherMessage(Communicator world) {
    int[] a = new int[2];
    int[] b = new int[2];
    int[] plain = new int[2];
    if (world.rank() == 0) {
      PartitionedRequest first = world.psendInit(Buf.of(new int[] {1, 1}), 2, 1, TAG);
      PartitionedRequest second = world.psendInit(Buf.of(new int[] {2, 2}), 1, 1, TAG);
      world.send(new int[] {9, 9}, 1, TAG);
      second.start();
      second.pready(0);
      first.start();
      first.preadyRange(0, 1);
      first.waitFor();
      second.waitFor();
    } else {
      PartitionedRequest first = world.precvInit(Buf.of(a), 1, 0, TAG);
      PartitionedRequest second = world.precvInit(Buf.of(b), 2, 0, TAG);
      world.recv(plain, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      first.start();
      second.start();
      first.waitFor();
      second.waitFor();
      Same.everywhere(a, 1);
      Same.everywhere(b, 2);
      Same.everywhere(plain, 9);
    }
  }

  /** Five bytes with a gap in eight. */
  public record Gappy(int a, byte b) {}

  @OnRanks({2})
  static void partitionsMayEndInsideTheReceiversElements(Communicator world) {
    // Two records of five bytes, sent as ten bytes in five partitions.
    byte[] bytes = {1, 0, 0, 0, 7, 2, 0, 0, 0, 8};
    var type = org.purempi.Datatype.of(Gappy.class);
    if (world.rank() == 0) {
      PartitionedRequest send = world.psendInit(Buf.of(bytes), 5, 1, TAG);
      send.start();
      send.preadyList(4, 3, 2, 1, 0);
      send.waitFor();
    } else {
      byte[] memory = new byte[16];
      Buf records = Buf.of(memory, 0, 2L, type);
      PartitionedRequest receive = world.precvInit(records, 2, 0, TAG);
      receive.start();
      receive.waitFor();
      assertThat(memory).containsExactly(1, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 8, 0, 0, 0);
    }
  }

  @OnRanks({2})
  static void noPartnerAndWrongArguments(Communicator world) {
    Buf three = Buf.of(new int[3]);
    PartitionedRequest nobody = world.psendInit(three, 3, Mpi.PROC_NULL, TAG);
    nobody.start();
    nobody.preadyRange(0, 2);
    nobody.waitFor();
    PartitionedRequest none = world.precvInit(three, 1, Mpi.PROC_NULL, TAG);
    none.start();
    assertThat(none.parrived(0)).isTrue();
    assertThat(none.waitFor()).isEqualTo(Status.PROC_NULL);
    Runnable[] wrong = {
      () -> world.psendInit(three, 2, 0, TAG),
      () -> world.psendInit(three, 0, 0, TAG),
      () -> world.precvInit(three, 1, Mpi.ANY_SOURCE, TAG),
      () -> world.precvInit(three, 1, 0, Mpi.ANY_TAG),
    };
    for (Runnable w : wrong) {
      assertThatThrownBy(w::run).isInstanceOf(MpiArgumentException.class);
    }
  }

  @OnRanks({2})
  static void aMessageThatIsTooLongIsTheReceiversError(Communicator world) {
    if (world.rank() == 0) {
      PartitionedRequest send = world.psendInit(Buf.of(new int[4]), 2, 1, TAG);
      send.start();
      send.preadyRange(0, 1);
      send.waitFor();
    } else {
      PartitionedRequest receive = world.precvInit(Buf.of(new int[2]), 2, 0, TAG);
      receive.start();
      assertThatThrownBy(receive::waitFor).isInstanceOf(MpiTruncationException.class);
    }
    world.barrier();
  }
}
