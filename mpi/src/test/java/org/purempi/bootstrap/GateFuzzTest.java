package org.purempi.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.pmi.LauncherWatch;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiLine;
import org.purempi.transport.tcp.Introduction;
import org.purempi.transport.tcp.JobKey;

/** Whoever calls at the gate and whatever they say: the ranks meet there all the same. */
@Timeout(300)
class GateFuzzTest {
  private static final int MILLION = 1_000_000;
  private static final int SIZE = 3;
  private static final String TOKEN = "t";
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final JobKey KEY = JobKey.derived("the secret of this test", GateLines.PURPOSE);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private static final String[] PIECES = {
    "cmd=",
    "meet",
    "met",
    "later",
    " ",
    "=",
    "version=1",
    "version=2",
    "rank=0",
    "rank=1",
    "rank=-1",
    "rank=99999999999",
    "size=3",
    "size=4",
    "host=h",
    "host=",
    "token=u",
    "rank",
    "\0",
    "\n",
    "\u00ff",
    "\"",
    "x".repeat(500),
    "cmd=meet version=1 rank=2 size=3 ",
  };

  /** Hears why a world has ended. */
  private static final class Watch implements LauncherWatch {
    final CompletableFuture<String> why = new CompletableFuture<>();

    @Override
    public void lost(String reason) {
      why.complete("lost: " + reason);
    }

    @Override
    public void ended(int exitCode, String reason) {
      why.complete(reason);
    }
  }

  private final ExecutorService ranks = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    ranks.shutdownNow();
  }

  private static Gate gate() throws IOException {
    return Gate.open(
        List.of(LOOPBACK), 0, 0, SIZE, new Gate.Terms(KEY, true, TOKEN, LIMIT_NANOS, 0));
  }

  private static byte[] random(Random random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    byte[] bytes = text.append('\n').toString().getBytes(StandardCharsets.ISO_8859_1);
    for (int i = random.nextInt(3); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static void lines(int count) {
    long seed = System.nanoTime();
    var random = new Random(seed);
    int understood = 0;
    for (int i = 0; i < count; i++) {
      var read = ByteBuffer.allocate(GateLines.MOST_BYTES);
      byte[] bytes = random(random);
      read.put(bytes, 0, Math.min(bytes.length, read.capacity()));
      try {
        PmiLine line = GateLines.line(read);
        understood += line == null ? 0 : 1;
      } catch (IOException refused) {
        assertThat(refused.getMessage()).as("seed %d", seed).isNotBlank();
      } catch (RuntimeException e) {
        throw new AssertionError("seed %d, line %d".formatted(seed, i), e);
      }
    }
    assertThat(understood).as("seed %d", seed).isBetween(count / 100, count);
  }

  @Test
  void randomLines() {
    lines(5_000);
  }

  @Test
  @Tag("full")
  void aMillionRandomLines() {
    lines(MILLION);
  }

  /** One that proves itself, then says something. */
  private static SocketChannel proven(InetSocketAddress at, int rank) throws IOException {
    SocketChannel channel = SocketChannel.open(at);
    channel.configureBlocking(false);
    try (var wait = new Wait(channel)) {
      long deadlineNanos = System.nanoTime() + LIMIT_NANOS;
      var introduction =
          Introduction.ofCaller(channel, rank, GateLines.PURPOSE, KEY, deadlineNanos);
      while (!introduction.advance()) {
        wait.until(introduction.interest(), deadlineNanos);
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return channel;
  }

  private static void strange(InetSocketAddress at, Random random) {
    boolean knowsTheSecret = random.nextInt(4) == 0;
    // Not as a rank: that would be there, and the ranks themselves would be refused.
    try (SocketChannel channel = knowsTheSecret ? proven(at, 1) : SocketChannel.open(at)) {
      byte[] bytes = new byte[random.nextInt(3000)];
      random.nextBytes(bytes);
      channel.write(ByteBuffer.wrap(knowsTheSecret ? random(random) : bytes));
      if (knowsTheSecret && random.nextBoolean()) {
        try (var wait = new Wait(channel)) { // its answer, or the end
          wait.until(SelectionKey.OP_READ, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5));
        }
      }
    } catch (IOException e) {
      // The gate has had enough of it.
    }
  }

  private void strangers(int count) throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    Gate gate = gate();
    for (int i = 0; i < count; i++) {
      strange(gate.address(), random);
    }
    for (Future<String> one : meet(gate, SIZE)) {
      assertThat(one.get(20, TimeUnit.SECONDS)).as("seed %d", seed).isEqualTo("met");
    }
    assertThat(gate.awaitDone(LIMIT_NANOS)).as("seed %d", seed).isTrue();
  }

  private static PmiLine words(int rank) {
    return PmiLine.of(GateLines.MEET)
        .with("version", GateLines.VERSION)
        .with("rank", rank)
        .with("size", SIZE)
        .with("host", "here")
        .with("token", TOKEN);
  }

  /** The first so many ranks, each on its way into the world and out of it again. */
  private List<Future<String>> meet(Gate gate, int count) {
    List<Future<String>> all = new ArrayList<>();
    for (int rank = 0; rank < count; rank++) {
      int me = rank;
      all.add(ranks.submit(() -> meets(gate, me)));
    }
    return all;
  }

  /** How it went: met, or why not. */
  private static String meets(Gate gate, int rank) throws Exception {
    var client = new GateClient(words(rank), KEY, true, LIMIT_NANOS);
    SocketChannel channel = client.meet("127.0.0.1", gate.address().getPort());
    var watch = new Watch();
    PmiClient pmi = PmiClient.over(channel, rank, watch);
    try {
      pmi.barrier();
      pmi.finish();
      return "met";
    } catch (PmiException e) {
      return watch.why.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void strangersWhoSayNothingKeepNobodyOut() throws Exception {
    Gate gate = gate();
    List<SocketChannel> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        silent.add(SocketChannel.open(gate.address()));
      }
      for (Future<String> one : meet(gate, SIZE)) {
        assertThat(one.get(20, TimeUnit.SECONDS)).isEqualTo("met");
      }
    } finally {
      for (SocketChannel one : silent) {
        one.close();
      }
    }
  }

  @Test
  void whoHasSpokenDoesNotLeaveForThoseWhoSayNothing() throws Exception {
    int many = 300;
    Gate gate = gate();
    List<SocketChannel> silent = new ArrayList<>();
    try (SocketChannel channel = SocketChannel.open(gate.address())) {
      channel.configureBlocking(false);
      long deadlineNanos = System.nanoTime() + LIMIT_NANOS;
      var introduction = Introduction.ofCaller(channel, 1, GateLines.PURPOSE, KEY, deadlineNanos);
      assertThat(introduction.advance()).isFalse(); // it has said who it is
      for (int i = 0; i < many; i++) {
        silent.add(SocketChannel.open(gate.address()));
      }
      SocketChannel oneOfTheLastToLeave = silent.get(many / 2);
      assertThat(oneOfTheLastToLeave.read(ByteBuffer.allocate(1))).isNegative();
      try (var wait = new Wait(channel)) {
        while (!introduction.advance()) {
          wait.until(introduction.interest(), deadlineNanos);
        }
      }
      for (Future<String> one : meet(gate, SIZE)) {
        assertThat(one.get(20, TimeUnit.SECONDS)).isEqualTo("met");
      }
    } finally {
      for (SocketChannel one : silent) {
        one.close();
      }
    }
  }

  /** As one does whose host is gone: its connection stays. */
  @Test
  @Tag("full")
  void aRankThatFallsSilentAsAllMeetIsNamed() throws Exception {
    Gate gate = gate();
    int last = SIZE - 1;
    try (SocketChannel silent = proven(gate.address(), last)) {
      silent.write(GateLines.bytes(words(last)));
      for (Future<String> one : meet(gate, last)) {
        assertThat(one.get(2 * WorldServer.SILENCE_NANOS, TimeUnit.NANOSECONDS))
            .startsWith("rank 2 on here (127.0.0.1:")
            .endsWith("): silent since all have met");
      }
      assertThat(gate.awaitDone(LIMIT_NANOS)).isTrue();
    }
  }

  @Test
  void ranksMeetThoughStrangersSayAnything() throws Exception {
    strangers(200);
  }

  @Test
  @Tag("full")
  void ranksMeetThoughManyStrangersSayAnything() throws Exception {
    strangers(20_000);
  }
}
