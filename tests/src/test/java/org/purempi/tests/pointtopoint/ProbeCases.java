package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;
import org.purempi.tests.Pause;

/** Section 3.8: probes, and probes that take the message. */
final class ProbeCases {
  private ProbeCases() {}

  @OnRanks({2, 3, 4})
  static void theMessageThatWasProbedIsTheOneReceived(Communicator world) {
    if (world.rank() != 0) {
      for (int length : Pattern.LENGTHS) {
        world.send(Pattern.bytes(length, world.rank()), 0, world.rank() * 10);
      }
      return;
    }
    int[] next = new int[world.size()];
    for (int i = 0; i < Pattern.LENGTHS.size() * (world.size() - 1); i++) {
      Status probed = world.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      int from = probed.source();
      assertThat(probed).isEqualTo(new Status(from, from * 10, Pattern.LENGTHS.get(next[from]++)));
      byte[] data = new byte[Math.toIntExact(probed.bytes())];
      assertThat(world.recv(data, from, probed.tag())).isEqualTo(probed);
      Pattern.check(data, from);
    }
  }

  @OnRanks({2, 4})
  static void aProbeSeesALargeMessageWhoseSenderStillWaits(Communicator world) {
    if (world.rank() == 0) {
      world.ssend(Pattern.bytes(Pattern.LARGE_BYTES, 3), 1, 4);
    } else if (world.rank() == 1) {
      assertThat(world.probe(0, 4)).isEqualTo(new Status(0, 4, Pattern.LARGE_BYTES));
      assertThat(world.iprobe(0, 4)).contains(new Status(0, 4, Pattern.LARGE_BYTES));
      byte[] data = new byte[Pattern.LARGE_BYTES];
      world.recv(data, 0, 4);
      Pattern.check(data, 3);
      assertThat(world.iprobe(0, 4)).isEmpty();
    }
  }

  @OnRanks({2, 4})
  static void aLoopOfIprobeMakesProgress(Communicator world) {
    if (world.rank() == 0) {
      Optional<Status> found = world.iprobe(1, 2);
      while (found.isEmpty()) {
        Pause.briefly();
        found = world.iprobe(1, 2);
      }
      world.recv(new byte[Pattern.LARGE_BYTES], 1, 2);
    } else if (world.rank() == 1) {
      world.send(new byte[Pattern.LARGE_BYTES], 0, 2);
    }
  }

  @OnRanks({2, 4})
  static void iprobeFindsNothingOfAnotherTagSourceOrCommunicator(Communicator world) {
    try (Communicator other = world.dup()) {
      if (world.rank() == 0) {
        world.send(new int[1], 1, 1);
        world.send(new int[1], 1, 2);
      } else if (world.rank() == 1) {
        world.probe(0, 2); // so the first one is here too
        assertThat(world.iprobe(0, 3)).isEmpty();
        assertThat(world.iprobe(1, 1)).isEmpty();
        assertThat(other.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isEmpty();
        assertThat(world.iprobe(0, 1)).contains(new Status(0, 1, 4));
        world.recv(new int[1], 0, 1);
        world.recv(new int[1], 0, 2);
      }
    }
  }

  @OnRanks({2, 4})
  static void aMatchedProbeTakesTheMessageOutOfTheQueue(Communicator world) {
    if (world.rank() == 0) {
      world.send(Pattern.bytes(Pattern.SMALL_BYTES, 1), 1, 5);
      var large = world.isend(Pattern.bytes(Pattern.LARGE_BYTES, 2), 1, 5);
      world.send(Pattern.bytes(Pattern.SMALL_BYTES, 3), 1, 5);
      large.waitFor();
    } else if (world.rank() == 1) {
      Message first = world.mprobe(0, 5);
      Message second = world.mprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      byte[] third = new byte[Pattern.SMALL_BYTES];
      world.recv(third, 0, 5);
      Pattern.check(third, 3);
      assertThat(second.status()).isEqualTo(new Status(0, 5, Pattern.LARGE_BYTES));
      byte[] large = new byte[Pattern.LARGE_BYTES];
      assertThat(second.imrecv(Buf.of(large)).waitFor().bytes()).isEqualTo(large.length);
      Pattern.check(large, 2);
      byte[] small = new byte[Pattern.SMALL_BYTES];
      assertThat(first.mrecv(Buf.of(small))).isEqualTo(new Status(0, 5, small.length));
      Pattern.check(small, 1);
      assertThat(world.improbe(Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isEmpty();
    }
  }

  @OnRanks({2, 4})
  static void aMessageCanBeReceivedOnlyOnce(Communicator world) {
    if (world.rank() == 0) {
      world.send(new int[] {1}, 1, 0);
    } else if (world.rank() == 1) {
      Message message = world.mprobe(0, 0);
      Buf readOnly = Buf.of(MemorySegment.ofArray(new int[1]).asReadOnly());
      assertThatThrownBy(() -> message.mrecv(readOnly)).isInstanceOf(MpiArgumentException.class);
      message.mrecv(Buf.of(new int[1]));
      assertThatThrownBy(() -> message.mrecv(Buf.of(new int[1])))
          .isInstanceOfSatisfying(
              MpiArgumentException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.REQUEST));
    }
  }

  @OnRanks({2, 4})
  static void threadsWithMatchedProbesReceiveEachMessageExactlyOnce(Communicator world)
      throws Exception {
    int threads = 4;
    int each = 100;
    if (world.rank() == 0) {
      for (int i = 0; i < threads * each; i++) {
        world.send(new int[] {i}, 1, i % 3);
      }
    } else if (world.rank() == 1) {
      var seen = new AtomicIntegerArray(threads * each);
      List<Thread> receivers = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        receivers.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      int[] data = new int[1];
                      for (int i = 0; i < each; i++) {
                        world.mprobe(0, Mpi.ANY_TAG).mrecv(Buf.of(data));
                        seen.incrementAndGet(data[0]);
                      }
                    }));
      }
      for (Thread receiver : receivers) {
        receiver.join();
      }
      for (int i = 0; i < threads * each; i++) {
        assertThat(seen.get(i)).as("times message %d was received", i).isEqualTo(1);
      }
    }
  }
}
