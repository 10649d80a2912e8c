package org.purempi.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.progress.Patience;
import org.purempi.protocol.Engine;
import org.purempi.transport.Doorbell;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/** What is taken for a hang, and what is not. */
@Timeout(60)
class HangWatchTest {
  private static final int LOOKS = 50;

  private final Transport transport = new ThreadHub(1).transport(0);
  private volatile boolean hasCore = true;
  private volatile boolean starves;
  private final Engine engine =
      new Engine(
          with(Transport.class, transport, "doorbell", this::doorbell),
          new Patience(1, 1),
          1 << 20);
  private volatile boolean released;
  private final ThreadGroup group = new ThreadGroup("rank");
  private final Thread rank = Thread.ofPlatform().group(group).daemon().unstarted(this::waits);
  private volatile boolean seemsBusy;

  private final HangWatch watch =
      new HangWatch(
          new HangWatch.Ranks() {
            @Override
            public int size() {
              return 1;
            }

            @Override
            public boolean isHere(int of) {
              return rank.isAlive();
            }

            @Override
            public @Nullable ThreadGroup group(int of) {
              return group;
            }

            @Override
            public Badge.Helpers helpers() {
              return new Badge.Helpers();
            }

            @Override
            public Thread thread(int of) {
              return rank;
            }

            @Override
            public RankWatch watch(int of) {
              return new RankWatch(of, engine, seemsBusy ? Thread.currentThread() : rank);
            }
          });

  /** What {@code real} is, but for one method. */
  private static <T> T with(
      Class<T> type, T real, String name, Function<Object[], @Nullable Object> other) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) ->
                method.getName().equals(name) ? other.apply(args) : method.invoke(real, args));
    return type.cast(proxy);
  }

  /** Who sleeps there may not get a core when it is rung. */
  private Object doorbell(Object[] none) {
    Doorbell real = transport.doorbell();
    return with(
        Doorbell.class,
        real,
        "sleep",
        args -> {
          real.sleep((long) args[0]);
          while (!hasCore) {
            starves = true;
            LockSupport.parkNanos(1_000_000);
          }
          return null;
        });
  }

  private void waits() {
    engine.waiting().await(() -> released);
  }

  @AfterEach
  void release() throws InterruptedException {
    hasCore = true;
    released = true;
    rank.join();
  }

  /** Looks until a hang is found. */
  private void find() throws InterruptedException {
    while (!watch.look()) {
      Thread.sleep(1);
    }
  }

  private void findsNothing() throws InterruptedException {
    for (int i = 0; i < LOOKS; i++) {
      assertThat(watch.look()).isFalse();
      Thread.sleep(1);
    }
  }

  @Test
  void aRankThatHasAThreadThatMayStillActIsNotInAHang() throws InterruptedException {
    rank.start();
    Thread helper = Thread.ofPlatform().group(group).daemon().start(LockSupport::park);
    findsNothing();
    helper.interrupt();
    helper.join();
    find();
  }

  @Test
  void aThreadThatWaitsInMpiItselfIsNoHelp() throws InterruptedException {
    rank.start();
    Thread helper = Thread.ofPlatform().group(group).daemon().start(this::waits);
    find();
    release();
    helper.join();
  }

  @Test
  void aRankThatSeemsBusyIsNotInAHang() throws InterruptedException {
    rank.start();
    seemsBusy = true;
    findsNothing();
    seemsBusy = false;
    find();
  }

  @Test
  void aRankThatHasNoCoreToLookAroundIsNotInAHang() throws InterruptedException {
    rank.start();
    hasCore = false;
    while (!starves) {
      Thread.sleep(1);
    }
    findsNothing();
    hasCore = true;
    find();
  }
}
