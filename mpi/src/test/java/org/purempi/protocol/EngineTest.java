package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Status;
import org.purempi.progress.Patience;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/** Two ranks in one JVM, several threads on each. */
@Timeout(60)
class EngineTest {
  /** A flood that has not gone on for so long is held. */
  private static final long STANDS_NANOS = 200_000_000;

  private static final int THREADS = 4;
  private static final int MESSAGES = 500;
  private static final int FIRST_MEETINGS = 200;
  private static final int LONG_BYTES = 30_000;

  private static void send(Peers p, int tag, byte... data) {
    p.engine().sending().send(p, p.context(), Buf.of(data), 1 - p.rank(), tag);
  }

  private static Status receive(Peers p, int tag, byte[] into) {
    return p.engine().receiving().receive(p, p.context(), into, 0, into.length, 1 - p.rank(), tag);
  }

  @Test
  void severalThreadsOfARankWaitAtOnceAndEachGetsItsMessage() throws Exception {
    Pair pair = Pair.of(1 << 20);
    List<Callable<Boolean>> work = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int tag = t;
      for (int r = 0; r < 2; r++) {
        Peers me = pair.rank(r);
        work.add(() -> exchange(me, tag));
      }
    }
    try (var pool = Executors.newFixedThreadPool(work.size())) {
      for (Future<Boolean> f : pool.invokeAll(work)) {
        assertThat(f.get()).isTrue();
      }
    }
  }

  /**
   * Both meet the other process at the same moment. Memory of one thread is not lent, so that a
   * message is made of several frames, and frames of two messages must not be mixed.
   */
  @Test
  void twoThreadsSendTheFirstMessageToAPeerAtOnce() throws Exception {
    try (var pool = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < FIRST_MEETINGS; i++) {
        Pair pair = Pair.of(1 << 20);
        var ready = new AtomicInteger();
        for (var sent :
            pool.invokeAll(
                List.of(
                    () -> sendWithAnother(pair.zero(), 1, ready),
                    () -> sendWithAnother(pair.zero(), 2, ready)))) {
          sent.get();
        }
        for (int tag = 1; tag <= 2; tag++) {
          byte[] into = new byte[LONG_BYTES];
          receive(pair.one(), tag, into);
          assertThat(into).containsOnly(tag);
        }
      }
    }
  }

  private static boolean sendWithAnother(Peers me, int tag, AtomicInteger ready) {
    try (Arena own = Arena.ofConfined()) {
      Buf data = Buf.of(own.allocate(LONG_BYTES).fill((byte) tag));
      ready.incrementAndGet();
      while (ready.get() < 2) { // closer together than who is woken
        Thread.onSpinWait();
      }
      me.engine().sending().send(me, me.context(), data, 1, tag);
      return true;
    }
  }

  @Test
  void whoOnlyWaitsForItsSendsOrHasAWindowOfThemLendsNothingWhereItsBufferIsFreeSoonerIfSent() {
    var hub = new ThreadHub(2);
    var loans = new AtomicInteger();
    var sender = new Engine(hurried(hub.transport(0), loans), new Patience(10, 10), 1 << 20);
    var receiver = new Engine(hub.transport(1), new Patience(10, 10), 1 << 20);
    Peers from = new Peers(sender, null, 2, 0, 0, "pair");
    Peers to = new Peers(receiver, null, 2, 1, 0, "pair");
    Buf data = Buf.of(new byte[LONG_BYTES]);

    sender.sending().send(from, 0, data, 1, 0);
    Operation distributed = sender.sending().start(from, 0, data, 1, 0, Urgency.AWAITED);
    Operation ofWindow = sender.sending().start(from, 0, data, 1, 0, Urgency.SOON);
    assertThat(distributed.isDone()).isTrue();
    assertThat(ofWindow.isDone()).isTrue();
    assertThat(loans).hasValue(0);

    Operation exchanged = sender.sending().start(from, 0, data, 1, 0, Urgency.AT_ONCE);
    Buf longer = Buf.of(new byte[(32 << 10) + 1]);
    Operation longOfWindow = sender.sending().start(from, 0, longer, 1, 0, Urgency.SOON);
    assertThat(exchanged.isDone()).isFalse();
    assertThat(longOfWindow.isDone()).isFalse();
    assertThat(loans).hasValue(2);
    for (int i = 0; i < 4; i++) {
      assertThat(receive(to, 0, new byte[LONG_BYTES]).count(Datatype.BYTE)).isEqualTo(LONG_BYTES);
    }
    receive(to, 0, new byte[(int) longer.bytes()]);
    sender.waiting().waitFor(exchanged);
    sender.waiting().waitFor(longOfWindow);
  }

  /** A transport on which every buffer is free sooner if it is sent; counts those that are lent. */
  private static Transport hurried(Transport transport, AtomicInteger loans) {
    Endpoint endpoint =
        proxy(
            Endpoint.class,
            transport.endpoint(1),
            (method, otherwise) -> {
              if (method.equals("lend")) {
                loans.incrementAndGet();
              }
              return method.equals("isFreeSoonerIfSent") ? true : otherwise.call();
            });
    return proxy(
        Transport.class,
        transport,
        (method, otherwise) -> method.equals("endpoint") ? endpoint : otherwise.call());
  }

  private interface Instead {
    @Nullable Object call(String method, Callable<@Nullable Object> otherwise) throws Exception;
  }

  private static <T> T proxy(Class<T> type, T sound, Instead instead) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                instead.call(method.getName(), () -> method.invoke(sound, arguments)));
    return type.cast(proxy);
  }

  private static boolean exchange(Peers me, int tag) {
    for (int i = 0; i < MESSAGES; i++) {
      byte[] data = new byte[1 + i * 97 % 20_000];
      data[data.length - 1] = (byte) i;
      byte[] into = new byte[20_000];
      if (me.rank() == 0) {
        send(me, tag, data);
        receive(me, tag, into);
      } else {
        receive(me, tag, into);
        send(me, tag, data);
      }
      if (into[data.length - 1] != (byte) i) {
        return false;
      }
    }
    return true;
  }

  @Test
  void whatCameBeforeItsReceiveKeepsItsContentThoughItsRoomWasAnothersBefore() {
    Pair pair = Pair.of(1 << 20);
    int most = SpareArrivals.SHORT_BYTES;
    for (int length : new int[] {most, 3, 0, most + 1, 1, most}) {
      for (int tag = 0; tag < 3; tag++) {
        byte[] data = new byte[length];
        java.util.Arrays.fill(data, (byte) (100 * tag + length));
        send(pair.zero(), tag, data);
      }
      Status seen = pair.one().engine().probes().probe(pair.one().context(), 0, 1);
      assertThat(seen).isEqualTo(new Status(0, 1, length));
      for (int tag = 2; tag >= 0; tag--) {
        byte[] got = new byte[most + 1];
        assertThat(receive(pair.one(), tag, got)).isEqualTo(new Status(0, tag, length));
        for (int i = 0; i < got.length; i++) {
          assertThat(got[i]).isEqualTo((byte) (i < length ? 100 * tag + length : 0));
        }
      }
    }
  }

  @Test
  void aFloodStopsAtTheCreditAndLosesNothing() throws Exception {
    Pair pair = Pair.of(10_000);
    int floods = 5_000;
    var sent = new AtomicInteger();
    FutureTask<Void> sender =
        new FutureTask<>(
            () -> {
              for (int i = 0; i < floods; i++) {
                send(pair.zero(), 1, new byte[] {(byte) i, (byte) (i >> 8), 0, 0, 0, 0, 0, 0});
                sent.set(i + 1);
              }
              send(pair.zero(), 2, (byte) 7);
            },
            null);
    Thread.ofPlatform().daemon().start(sender); // nobody waits for it if this fails
    byte[] into = new byte[8];
    // Who looks for another message takes in all that comes, until it has told the sender to hold.
    long standsSince = System.nanoTime();
    for (int before = 0; System.nanoTime() - standsSince < STANDS_NANOS; ) {
      assertThat(pair.one().engine().probes().probeNow(0, 0, 2)).isNull();
      int now = sent.get();
      standsSince = now == before && now > 0 ? standsSince : System.nanoTime();
      before = now;
    }
    assertThat(sent).hasValueBetween(1, floods / 2);
    for (int i = 0; i < floods; i++) {
      receive(pair.one(), 1, into);
      assertThat((into[0] & 0xFF) | (into[1] & 0xFF) << 8).isEqualTo(i);
    }
    assertThat(receive(pair.one(), 2, into).bytes()).isEqualTo(1);
    sender.get();
  }

  @Test
  void messagesOfAllSizesKeepTheirOrder() throws Exception {
    Pair pair = Pair.of(1 << 20);
    int[] sizes = {0, 1, 96, 97, 8_192, 8_193, 65_536, 65_537, 300_000, 8, 70_000, 3};
    try (var pool = Executors.newFixedThreadPool(1)) {
      Future<?> sender =
          pool.submit(
              () -> {
                List<Operation> sends = new ArrayList<>();
                Peers me = pair.zero();
                for (int size : sizes) {
                  byte[] data = new byte[size];
                  java.util.Arrays.fill(data, (byte) size);
                  sends.add(me.engine().sending().start(me, 0, Buf.of(data), 1, 3));
                }
                sends.forEach(me.engine().waiting()::waitFor);
              });
      for (int size : sizes) {
        byte[] into = new byte[400_000];
        assertThat(receive(pair.one(), 3, into).bytes()).isEqualTo(size);
        for (int i = 0; i < size; i++) {
          assertThat(into[i]).isEqualTo((byte) size);
        }
        assertThat(into[size]).isZero();
      }
      sender.get();
    }
  }
}
