package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.MpiTruncationException;
import org.purempi.layout.ContiguousCursor;
import org.purempi.progress.Patience;
import org.purempi.transport.Offer;
import org.purempi.transport.Transport;
import org.purempi.transport.shm.ShmTransport;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpListener;
import org.purempi.transport.tcp.TcpSettings;
import org.purempi.transport.tcp.TcpTransport;
import org.purempi.transport.thread.ThreadHub;

/** A peer that has proved itself, and sends what no rank sends. */
@Timeout(120)
class MalformedFramesTest {
  private static final long CONTEXT = 4;
  private static final int RANKS = 3;
  private static final int ROUNDS = 40;
  private static final int FRAMES = 60;

  /** Makes the transports of two ranks of one job of three. */
  interface Pair {
    List<Transport> open() throws IOException;
  }

  private static List<Transport> threads() {
    var hub = new ThreadHub(RANKS);
    return List.of(hub.transport(0), hub.transport(1));
  }

  private static List<Transport> shm() throws IOException {
    String address = ShmTransport.create(RANKS);
    var all = new ArrayList<Transport>();
    for (int rank = 0; rank < RANKS; rank++) {
      all.add(ShmTransport.open(address, rank, RANKS));
    }
    return all;
  }

  private static List<Transport> tcp() throws IOException {
    JobKey key = JobKey.random();
    var settings = TcpSettings.loopback();
    var doors = new ArrayList<TcpListener>();
    for (int rank = 0; rank < 2; rank++) {
      doors.add(TcpListener.open(settings));
    }
    List<String> cards = doors.stream().map(TcpListener::card).toList();
    var all = new ArrayList<Transport>();
    for (int rank = 0; rank < 2; rank++) {
      all.add(TcpTransport.open(doors.get(rank), rank, RANKS, "a job", key, cards::get));
    }
    return all;
  }

  static Stream<Pair> transports() {
    return Stream.of(
        MalformedFramesTest::threads, MalformedFramesTest::shm, MalformedFramesTest::tcp);
  }

  private static Engine engine(Transport transport) {
    return new Engine(transport, new Patience(1, 1), 1 << 20);
  }

  private static void offer(
      Transport from, long word0, long word1, long word2, byte[] payload, Engine receiver) {
    var endpoint = from.endpoint(0);
    int bytes = Math.min(payload.length, endpoint.maxPayloadBytes());
    var cursor = new ContiguousCursor().reset(payload, 0, payload.length);
    long deadlineNanos = System.nanoTime() + 10_000_000_000L;
    while (System.nanoTime() - deadlineNanos < 0) {
      cursor.reset(payload, 0, payload.length);
      if (endpoint.offer(word0, word1, word2, cursor, bytes) != Offer.BUSY) {
        return;
      }
      from.poll((peer, w0, w1, w2, memory, offset, length) -> {});
      poll(receiver);
    }
    throw new AssertionError("a frame that never goes");
  }

  private static void poll(Engine receiver) {
    receiver.locked(receiver.progress()::poll);
  }

  /** Words as they can be, with some that cannot. */
  private static long word0(Random random) {
    int kind = random.nextInt(4) == 0 ? random.nextInt(16) : 1 + random.nextInt(11);
    int id = random.nextBoolean() ? random.nextInt(4) : random.nextInt();
    int tag = random.nextBoolean() ? random.nextInt(3) : random.nextInt();
    return ((long) tag << 32) | ((id << 8) & 0xFFFF_FFFFL) | kind | random.nextInt(16) << 4;
  }

  private static long word1(Random random) {
    long context = random.nextInt(3) > 0 ? CONTEXT : random.nextLong() & (1L << 44) - 1;
    long source = random.nextInt(3) > 0 ? 1 : random.nextInt(1 << 20);
    return random.nextInt(5) == 0 ? random.nextInt(5) : source << 44 | context;
  }

  private static long word2(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextInt();
      case 2 -> Integer.MAX_VALUE - random.nextInt(16);
      default -> random.nextInt(200);
    };
  }

  /** Only MPI's errors come out, each names the peer; and nothing hangs, and no memory is lost. */
  @ParameterizedTest
  @MethodSource("transports")
  void whateverAPeerSendsIsOneKindOfErrorThatNamesIt(Pair pair) throws Exception {
    long seed = ThreadLocalRandom.current().nextLong();
    var random = new Random(seed);
    System.out.println("MalformedFramesTest seed " + seed);
    int failed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Transport> all = pair.open();
      Engine zero = engine(all.get(0));
      Peers world = new Peers(zero, null, RANKS, 0, CONTEXT, "MPI_COMM_WORLD");
      try {
        failed += attack(zero, world, all.get(1), random);
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + " round " + round, e);
      } finally {
        all.forEach(Transport::close);
      }
    }
    assertThat(failed).as("seed " + seed).isPositive();
  }

  private static int attack(Engine zero, Peers world, Transport one, Random random) {
    List<Operation> waiting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int source = i % 2 == 0 ? Mpi.ANY_SOURCE : 1;
      waiting.add(zero.receiving().start(world, CONTEXT, Buf.of(new byte[64]), source, i % 3));
    }
    waiting.add(
        zero.sending().start(world, CONTEXT, Buf.of(new byte[300_000]), 1, 5, Urgency.SYNCHRONOUS));
    for (int i = 0; i < FRAMES; i++) {
      byte[] payload = new byte[random.nextInt(3) == 0 ? 8 : random.nextInt(300)];
      random.nextBytes(payload);
      offer(one, word0(random), word1(random), word2(random), payload, zero);
      poll(zero);
      if (i % 10 == 9) {
        waiting.add(
            zero.receiving().start(world, CONTEXT, Buf.of(new byte[64]), Mpi.ANY_SOURCE, 0));
      }
    }
    int failed = 0;
    for (int i = 0; i < 200; i++) {
      poll(zero);
    }
    for (Operation op : waiting) {
      if (op.isDone() && op.error() != null) {
        failed++;
        assertThat(op.error()).isInstanceOf(MpiException.class);
        if (!(op.error() instanceof MpiTruncationException)) { // it may say that it is rank 0
          assertThat(op.error()).message().containsPattern("(rank|process) 1\\b");
        }
      }
    }
    return failed;
  }

  @ParameterizedTest
  @MethodSource("transports")
  void whoWaitsForAPeerThatSendsNonsenseIsToldAndOthersAreNot(Pair pair) throws Exception {
    List<Transport> all = pair.open();
    try {
      Engine zero = engine(all.get(0));
      Peers world = new Peers(zero, null, RANKS, 0, CONTEXT, "MPI_COMM_WORLD");
      Operation fromOne = zero.receiving().start(world, CONTEXT, Buf.of(new byte[8]), 1, 0);
      Operation fromTwo = zero.receiving().start(world, CONTEXT, Buf.of(new byte[8]), 2, 0);
      offer(all.get(1), 15, 0, 0, new byte[0], zero);
      for (int i = 0; i < 100_000 && !fromOne.isDone(); i++) {
        all.get(1).poll((peer, w0, w1, w2, memory, offset, length) -> {});
        poll(zero);
      }
      assertThatThrownBy(() -> zero.waiting().waitFor(fromOne))
          .isInstanceOfSatisfying(
              MpiException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.PROC_ABORTED))
          .hasMessageContaining("rank 1 ")
          .hasMessageContaining("are not a frame of purempi (a message of unknown kind 15)");
      assertThat(fromTwo.isDone()).isFalse();
      assertThat(all.get(0).endpoint(1).offer(1, 0, 0, new ContiguousCursor(), 0))
          .isEqualTo(Offer.FAILED);
      if (all.get(0) instanceof TcpTransport tcp) {
        assertThat(tcp.counters().malformed()).isEqualTo(1);
      }
    } finally {
      all.forEach(Transport::close);
    }
  }

  @Test
  void aMessageOfTwoGigabytesThatIsOnlyAnnouncedCostsNoMemory() {
    List<Transport> all = threads();
    Engine zero = engine(all.get(0));
    for (int i = 0; i < 100; i++) {
      long total = Integer.MAX_VALUE - 8L;
      offer(all.get(1), Header.HEAD, 1L << 44 | CONTEXT, total, new byte[100], zero);
      poll(zero);
    }
    assertThat(zero.probes().probeNow(CONTEXT, 1, 0)).isNotNull();
  }
}
