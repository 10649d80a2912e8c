package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.ThreadLevel;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Section 11.6: several threads of one rank, all calling at once. */
final class ThreadCases {
  private static final int THREADS = 4;

  private ThreadCases() {}

  /** What one of several threads does. */
  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void inThreads(boolean virtual, Work work) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int number = t;
      Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
      threads.add(
          builder
              .name("worker " + t)
              .start(
                  () -> {
                    try {
                      work.run(number);
                    } catch (Throwable e) {
                      failure.set(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new AssertionError("in a thread", failure.get());
    }
  }

  /** What a call throws when another thread makes it; null if nothing. */
  static @Nullable Throwable thrownInAnotherThread(ThrowingCallable call)
      throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread.ofPlatform().start(() -> thrown.set(catchThrowable(call))).join();
    return thrown.get();
  }

  @OnRanks({1, 2})
  static void theThreadLevelIsAlwaysMultiple(Communicator world) throws Exception {
    assertThat(world.mpi().queryThread()).isEqualTo(ThreadLevel.MULTIPLE);
    assertThat(world.mpi().isThreadMain()).isTrue();
    inThreads(false, t -> assertThat(world.mpi().isThreadMain()).isFalse());
  }

  @OnRanks({2, 4})
  static void threadsWaitForDifferentRequests(Communicator world) throws Exception {
    int peer = world.rank() ^ 1;
    byte[][] got = new byte[THREADS][300_000];
    List<Request<Status>> receives = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      receives.add(world.irecv(got[t], peer, t));
    }
    inThreads(
        false,
        t -> {
          // the last thread waits for the message that its peer sends first
          int tag = THREADS - 1 - t;
          world.send(Pattern.bytes(300_000, tag), peer, tag);
          receives.get(t).waitFor();
          Pattern.check(got[t], t);
        });
  }

  @OnRanks({2, 4})
  static void threadsInTheSameBlockingReceiveGetOneMessageEach(Communicator world)
      throws Exception {
    if (world.rank() == 0) {
      for (int i = 1; i <= THREADS; i++) {
        world.recv(new byte[0], 1, 1); // one of them is about to receive
        world.send(new int[] {i}, 1, 0);
      }
    } else if (world.rank() == 1) {
      var sum = new AtomicInteger();
      inThreads(
          false,
          t -> {
            int[] data = new int[1];
            world.send(new byte[0], 0, 1);
            world.recv(data, 0, 0);
            sum.addAndGet(data[0]);
          });
      assertThat(sum.get()).isEqualTo(THREADS * (THREADS + 1) / 2);
    }
  }

  @OnRanks({2, 4})
  static void threadsInTheSameBlockingProbeAllSeeTheMessage(Communicator world) throws Exception {
    if (world.rank() == 0) {
      world.send(new int[3], 1, 5);
    } else if (world.rank() == 1) {
      inThreads(
          false, t -> assertThat(world.probe(Mpi.ANY_SOURCE, 5)).isEqualTo(new Status(0, 5, 12)));
      world.recv(new int[3], 0, 5);
    }
  }

  @OnRanks({2, 4})
  static void eachThreadRunsCollectivesOnItsOwnCommunicator(Communicator world) throws Exception {
    List<Communicator> own = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      own.add(world.dup());
    }
    inThreads(
        false,
        t -> {
          for (int i = 0; i < 50; i++) {
            assertThat(own.get(t).allreduce(t + i, Op.SUM)).isEqualTo((t + i) * world.size());
          }
        });
    own.forEach(Communicator::close);
  }

  @OnRanks({2, 4})
  static void threadsPlayPingPongAtOnceEachWithItsTag(Communicator world) throws Exception {
    pingPong(world, false);
  }

  @OnRanks({2, 4})
  static void virtualThreadsMayCallEverything(Communicator world) throws Exception {
    pingPong(world, true);
  }

  private static void pingPong(Communicator world, boolean virtual) throws Exception {
    int peer = world.rank() ^ 1;
    boolean first = world.rank() < peer;
    inThreads(
        virtual,
        t -> {
          for (int i = 0; i < 100; i++) {
            byte[] data = Pattern.bytes(i * i, 1000L * t + i);
            if (first) {
              world.send(data, peer, t);
            }
            byte[] got = new byte[i * i];
            world.recv(got, peer, t);
            Pattern.check(got, 1000L * t + i);
            if (!first) {
              world.send(data, peer, t);
            }
          }
        });
  }

  @OnRanks({2, 4})
  static void oneThreadSendsWhileAnotherWaits(Communicator world) throws Exception {
    int peer = world.rank() ^ 1;
    Thread waiter = Thread.ofPlatform().start(() -> world.recv(new int[1], peer, 7));
    for (int i = 0; i < 100; i++) {
      int[] data = {i};
      world.sendrecvReplace(data, peer, 8, peer, 8);
      assertThat(data[0]).isEqualTo(i);
    }
    world.send(new int[1], peer, 7);
    waiter.join();
  }

  /** The next receive takes the operation of the one before, which a late cancel must not meet. */
  @OnRanks({1})
  static void cancelMeetsNoOtherReceive(Communicator world) throws Exception {
    AtomicReference<Request<Status>> first = new AtomicReference<>();
    AtomicBoolean over = new AtomicBoolean();
    Thread canceller =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    Request<Status> r = first.getAndSet(null);
                    if (r != null) {
                      r.cancel();
                    }
                  }
                });
    try {
      for (int i = 0; i < 20_000; i++) {
        Request<Status> one = world.irecv(new int[1], 0, 1);
        first.set(one);
        world.send(new int[1], 0, 1);
        boolean isCancelled = one.waitFor().cancelled();
        Request<Status> other = world.irecv(new int[1], 0, 2);
        world.send(new int[1], 0, 2);
        assertThat(other.waitFor().cancelled()).isFalse();
        if (isCancelled) {
          world.recv(new int[1], 0, 1);
        }
      }
    } finally {
      over.set(true);
      canceller.join();
    }
  }

  /** Its message must not be announced before: the receiver would wait for it. */
  @OnRanks({2})
  static void aSendOfAnotherThreadsMemoryIsRefusedAndTheNextOneArrives(Communicator world)
      throws Exception {
    int bytes = 1 << 20;
    if (world.rank() == 1) {
      byte[] got = new byte[bytes];
      world.recv(got, 0, 1);
      assertThat(got[bytes - 1]).isEqualTo((byte) 7);
      return;
    }
    try (Arena own = Arena.ofConfined()) {
      MemorySegment memory = own.allocate(bytes).fill((byte) 7);
      assertThat(thrownInAnotherThread(() -> world.issend(Buf.of(memory), 1, 1)))
          .isInstanceOf(MpiException.class)
          .hasMessageContaining("Arena.ofShared()");
      world.send(Buf.of(memory), 1, 1);
    }
  }
}
