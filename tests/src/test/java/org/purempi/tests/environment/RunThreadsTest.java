package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Requests;

/**
 * Ranks as threads: how they start, and how all end when one fails. An interrupt alone would not
 * end a test that hangs: run() answers it with an abort and goes on waiting for its ranks.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunThreadsTest {
  private static final int RANKS = 4;
  private static final int SECRET = 42;

  /** The calls that a rank can be blocked in. */
  enum Blocked {
    RECV,
    SSEND,
    LARGE_SEND,
    PROBE,
    MPROBE,
    BARRIER,
    ALLREDUCE,
    SPLIT,
    WAIT_ANY,
    SCOPE;

    void call(Communicator world) {
      int next = (world.rank() + 1) % RANKS;
      switch (this) {
        case RECV -> world.recv(new int[1], Mpi.ANY_SOURCE, 7);
        case SSEND -> world.ssend(new int[1], next, 7);
        case LARGE_SEND -> world.send(new int[10_000_000], next, 7);
        case PROBE -> world.probe(Mpi.ANY_SOURCE, 7);
        case MPROBE -> world.mprobe(0, 7);
        case BARRIER -> world.barrier();
        case ALLREDUCE -> world.allreduce(new double[100_000], Op.SUM);
        case SPLIT -> world.split(0, 0);
        case WAIT_ANY ->
            Request.waitAny(world.irecv(new int[1], 0, 7), world.irecv(new int[1], 1, 7));
        case SCOPE -> {
          try (var requests = new Requests()) {
            requests.add(world.irecv(new int[1], 0, 7));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anExceptionOfOneRankReleasesTheOthersAndIsThrownWithItsRank(Blocked blocked) {
    AtomicInteger released = new AtomicInteger();
    MpiException e =
        catchThrowableOfType(
            MpiException.class,
            () ->
                Mpi.runThreads(
                    RANKS,
                    world -> {
                      if (world.rank() == 2) {
                        Thread.sleep(20); // the others are blocked by now
                        throw new IllegalStateException("boom");
                      }
                      try {
                        blocked.call(world);
                      } finally {
                        released.incrementAndGet();
                      }
                    }));
    assertThat(e).hasMessageContaining("rank 2").hasRootCauseMessage("boom");
    assertThat(released.get()).isEqualTo(RANKS - 1);
  }

  @ParameterizedTest
  @EnumSource
  void abortReleasesEveryBlockedRankAndMakesRunThrow(Blocked blocked) {
    Set<Integer> codes = ConcurrentHashMap.newKeySet();
    MpiAbortException e =
        catchThrowableOfType(
            MpiAbortException.class,
            () ->
                Mpi.runThreads(
                    RANKS,
                    world -> {
                      if (world.rank() == 1) {
                        Thread.sleep(20);
                        throw world.abort(SECRET);
                      }
                      try {
                        blocked.call(world);
                      } catch (MpiAbortException released) {
                        codes.add(released.errorCode());
                        throw released;
                      }
                    }));
    assertThat(e).isNotNull();
    assertThat(e.errorCode()).isEqualTo(SECRET);
    assertThat(codes).containsExactly(SECRET);
  }

  @Test
  void anExceptionInsideNestedTryBlocksIsTheOneReported() {
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    RANKS,
                    world -> {
                      try (Communicator dup = world.dup();
                          Communicator part = world.split(world.rank() / 2, 0)) {
                        dup.irecv(new int[1], (world.rank() + 1) % RANKS, 0);
                        world.isend(new int[10_000_000], 0, 9);
                        if (world.rank() == 1) {
                          throw new IOException("disk full");
                        }
                        dup.barrier();
                        assertThat(part).as("never reached").isNull();
                      }
                    }))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("rank 1")
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessage("disk full");
  }

  @Test
  void anErrorIsReportedAsAnExceptionIs() {
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    2,
                    world -> {
                      if (world.rank() == 0) {
                        throw new AssertionError("not so");
                      }
                      world.barrier();
                    }))
        .hasMessageContaining("rank 0")
        .hasRootCauseMessage("not so");
  }

  @Test
  void aWorldThatFailedLeavesNothingBehindForTheNext() {
    for (int i = 0; i < 20; i++) {
      int failing = i % RANKS;
      assertThatThrownBy(
              () ->
                  Mpi.runThreads(
                      RANKS,
                      world -> {
                        world.isend(new int[1], failing, 0);
                        if (world.rank() == failing) {
                          throw new IllegalStateException("boom");
                        }
                        world.barrier();
                      }))
          .hasMessageContaining("rank " + failing);
      Mpi.runThreads(RANKS, world -> assertThat(world.allreduce(1, Op.SUM)).isEqualTo(RANKS));
    }
  }

  @Test
  void severalWorldsRunAtOnce() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] jobs = new Thread[3];
    for (int j = 0; j < jobs.length; j++) {
      int job = j;
      jobs[j] =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      Mpi.runThreads(
                          3,
                          world -> {
                            for (int i = 0; i < 50; i++) {
                              assertThat(world.allreduce(job, Op.SUM)).isEqualTo(3 * job);
                            }
                          });
                    } catch (Throwable t) {
                      failure.set(t);
                    }
                  });
    }
    for (Thread job : jobs) {
      job.join();
    }
    assertThat(failure.get()).isNull();
  }

  @Test
  void ranksAreVirtualThreadsIfAsked() {
    Mpi.runThreads(2, true, w -> assertThat(Thread.currentThread().isVirtual()).isTrue());
    Mpi.runThreads(2, w -> assertThat(Thread.currentThread().isVirtual()).isFalse());
  }

  @Test
  void startedPlainlyRunMakesThreads() {
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    Mpi.run(3, world -> seen.add(world.rank() * 10 + world.size()));
    assertThat(seen).containsExactlyInAnyOrder(3, 13, 23);
  }

  @Test
  void fewerThanOneRankIsAnError() {
    for (int ranks : new int[] {0, -1}) {
      assertThatThrownBy(() -> Mpi.runThreads(ranks, world -> {}))
          .isInstanceOf(MpiArgumentException.class)
          .hasMessageContaining("" + ranks);
    }
  }

  @Test
  void whatIsSentBeforeTheEndArrivesAfterIt() {
    Mpi.runThreads(
        2,
        world -> {
          int[] data = new int[1000];
          if (world.rank() == 0) {
            data[0] = SECRET;
            world.send(data, 1, 0); // and rank 0 is over
          } else {
            Thread.sleep(50);
            world.recv(data, 0, 0);
            assertThat(data[0]).isEqualTo(SECRET);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRankThatSleepsIsInterruptedWhenAnotherFails(boolean virtual) {
    AtomicReference<Throwable> woken = new AtomicReference<>();
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    2,
                    virtual,
                    world -> {
                      if (world.rank() == 0) {
                        throw new IllegalStateException("boom");
                      }
                      try {
                        Thread.sleep(Long.MAX_VALUE);
                      } catch (InterruptedException e) {
                        woken.set(e);
                        throw e;
                      }
                    }))
        .hasMessage("rank 0 of 2 failed: java.lang.IllegalStateException: boom")
        .hasNoSuppressedExceptions();
    assertThat(woken.get()).isInstanceOf(InterruptedException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRankThatCannotBeEndedIsLeftAloneAndNamedWithItsStack(boolean virtual) {
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean keepsTheJvm = new AtomicBoolean(true);
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    3,
                    virtual,
                    world -> {
                      if (world.rank() == 2) {
                        throw new IllegalStateException("boom");
                      }
                      if (world.rank() == 1) {
                        keepsTheJvm.set(!Thread.currentThread().isDaemon());
                        spin(over);
                      }
                      world.barrier();
                    }))
        .hasMessage(
            "rank 2 of 3 failed: java.lang.IllegalStateException: boom;"
                + " the thread of rank 1 has not ended")
        .extracting(e -> e.getSuppressed()[0].getStackTrace())
        .asInstanceOf(InstanceOfAssertFactories.array(StackTraceElement[].class))
        .anyMatch(frame -> frame.getMethodName().equals("spin"));
    over.set(true);
    assertThat(keepsTheJvm).isFalse();
  }

  private static void spin(AtomicBoolean over) {
    while (!over.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatOtherRanksThrowAtTheSameTimeIsSuppressed() {
    CyclicBarrier all = new CyclicBarrier(3);
    Throwable e =
        catchThrowable(
            () ->
                Mpi.runThreads(
                    4,
                    world -> {
                      if (world.rank() == 3) {
                        try {
                          world.recv(new int[1], 0, 0);
                        } catch (MpiException released) {
                          throw new IllegalStateException("a consequence", released);
                        }
                      }
                      all.await();
                      throw new IllegalStateException("boom " + world.rank());
                    }));
    assertThat(e).hasMessageMatching("rank [012] of 4 failed: .*boom [012]");
    List<String> causes = new ArrayList<>();
    causes.add(cause(e));
    for (Throwable other : e.getSuppressed()) {
      causes.add(cause(other));
    }
    assertThat(causes).containsExactlyInAnyOrder("boom 0", "boom 1", "boom 2");
  }

  private static String cause(Throwable t) {
    return String.valueOf(Objects.requireNonNull(t.getCause()).getMessage());
  }

  /** How a rank may start a thread of its own. */
  enum Helper {
    PLATFORM {
      @Override
      void start(Runnable body) {
        new Thread(body).start();
      }
    },
    VIRTUAL {
      @Override
      void start(Runnable body) {
        Thread.startVirtualThread(body);
      }
    },
    POOL {
      @Override
      void start(Runnable body) {
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
          pool.execute(body);
        }
      }
    };

    abstract void start(Runnable body);
  }

  @ParameterizedTest
  @EnumSource
  void aThreadThatARankHasStartedEndsTheJobWhenItThrows(Helper helper) {
    for (boolean virtual : new boolean[] {false, true}) {
      assertThatThrownBy(
              () ->
                  Mpi.runThreads(
                      RANKS,
                      virtual,
                      world -> {
                        if (world.rank() == 2) {
                          helper.start(
                              () -> {
                                throw new IllegalStateException("boom");
                              });
                        }
                        world.recv(new int[1], Mpi.ANY_SOURCE, 7);
                      }))
          .hasMessage("rank 2 of 4 failed: java.lang.IllegalStateException: boom");
    }
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNull();
  }

  @Test
  void afterTheEndEveryCallFailsAndSaysWhy() {
    AtomicReference<Communicator> kept = new AtomicReference<>();
    Mpi.runThreads(1, kept::set);
    Communicator world = Objects.requireNonNull(kept.get());
    assertThat(world.mpi().isFinalized()).isTrue();
    for (Runnable call :
        new Runnable[] {
          () -> world.send(Buf.EMPTY, 0, 0),
          () -> world.irecv(Buf.EMPTY, 0, 0),
          world::barrier,
          world::dup,
          () -> world.mpi().allocMem(8)
        }) {
      assertThatThrownBy(call::run)
          .isInstanceOf(MpiError.class)
          .hasMessageContaining("MPI_Finalize");
    }
  }
}
