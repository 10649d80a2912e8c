package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
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

  private static void tellsElementBytes(Communicator world, int expected, Buf buf) {
    List<Consumer<Integer>> ways =
        List.of(
            tag -> world.send(buf, 1, tag),
            tag -> world.ssend(buf, 1, tag),
            tag -> world.bsend(buf, 1, tag),
            tag -> world.isend(buf, 1, tag).waitFor(),
            tag -> world.sendrecvReplace(buf, 1, tag, Mpi.PROC_NULL, tag));
    for (int tag = 0; tag < ways.size(); tag++) {
      if (world.rank() == 0) {
        ways.get(tag).accept(tag);
      } else if (world.rank() == 1) {
        Status probed = world.probe(0, tag);
        boolean isCopy = tag == 2 || tag == 4;
        boolean isKept = !isCopy || buf.datatype() instanceof BasicDatatype;
        assertThat(probed.elementBytes()).isEqualTo(isKept ? expected : 0);
        assertThat(world.iprobe(0, tag).orElseThrow().elementBytes())
            .isEqualTo(probed.elementBytes());
        Message message = world.mprobe(0, tag);
        assertThat(message.status().elementBytes()).isEqualTo(probed.elementBytes());
        Status received = message.mrecv(Buf.of(new byte[Math.toIntExact(buf.bytes())]));
        assertThat(received).isEqualTo(probed).hasSameHashCodeAs(probed);
        assertThat(received.elementBytes()).isZero();
      }
    }
  }

  @OnRanks({2, 4})
  static void aProbeTellsTheSizeOfTheBasicElementsThatWereSent(Communicator world) {
    for (int n : List.of(2, 2000, 400_000)) {
      if (n == 2) {
        world.mpi().bufferAttach(MemorySegment.ofArray(new byte[1 << 16]));
      } else {
        world.mpi().bufferAttachAutomatic();
      }
      tellsElementBytes(world, 1, Buf.of(new byte[n]));
      tellsElementBytes(world, 2, Buf.of(new char[n]));
      tellsElementBytes(world, 4, Buf.of(new float[n]));
      tellsElementBytes(world, 8, Buf.of(new double[n]));
      tellsElementBytes(world, 16, Buf.of(new double[n], 0, n / 2, Datatype.C_DOUBLE_COMPLEX));
      tellsElementBytes(world, 0, Buf.of(new byte[n], 0, n, Datatype.PACKED));
      Datatype everyOther = Datatype.vector(n / 2, 1, 2, Datatype.INT);
      tellsElementBytes(world, 4, Buf.of(new int[n], 0, 1, everyOther));
      Datatype nested = Datatype.contiguous(1, Datatype.contiguous(n, Datatype.SHORT));
      tellsElementBytes(world, 2, Buf.of(new short[n], 0, 1, nested));
      Datatype mixed =
          Datatype.struct(new long[] {1, 1}, new long[] {0, 8}, Datatype.BYTE, Datatype.DOUBLE);
      tellsElementBytes(world, 0, Buf.of(new byte[n * 16], 0, n, mixed));
      world.mpi().bufferDetach();
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
