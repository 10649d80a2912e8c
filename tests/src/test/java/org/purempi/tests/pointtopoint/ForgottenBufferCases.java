package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.purempi.Communicator;
import org.purempi.MpiTruncationException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pause;

/** What is complete keeps no buffer alive: its memory is the program's again (section 3.7.3). */
final class ForgottenBufferCases {
  private static final int BYTES = 100_000;

  private ForgottenBufferCases() {}

  @FunctionalInterface
  private interface Receive {
    void into(byte[] buffer) throws Exception;
  }

  /** In a frame of its own, which is gone when the collector looks. */
  private static WeakReference<byte[]> bufferOf(Receive receive) throws Exception {
    byte[] buffer = new byte[BYTES];
    receive.into(buffer);
    return new WeakReference<>(buffer);
  }

  private static void isForgotten(Communicator world, WeakReference<byte[]> buffer) {
    world.sendrecv(new byte[1], world.rank(), 9, new byte[1], world.rank(), 9);
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (buffer.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Pause.briefly();
    }
    assertThat(buffer.get() == null).as("the buffer is garbage").isTrue();
  }

  @OnRanks({1})
  static void thatOfAReceive(Communicator world) throws Exception {
    isForgotten(
        world,
        bufferOf(
            buffer -> {
              Request<?> receive = world.irecv(buffer, 0, 1);
              world.send(new byte[BYTES], 0, 1);
              receive.waitFor();
            }));
  }

  @OnRanks({1})
  static void thatOfAReceiveWithAFuture(Communicator world) throws Exception {
    isForgotten(
        world,
        bufferOf(
            buffer -> {
              var future = world.irecv(buffer, 0, 1).toCompletableFuture();
              world.send(new byte[BYTES], 0, 1);
              future.get(10, TimeUnit.SECONDS);
            }));
  }

  @OnRanks({1})
  static void thatOfAReceiveThatHasFailed(Communicator world) throws Exception {
    isForgotten(
        world,
        bufferOf(
            buffer -> {
              Request<?> receive = world.irecv(buffer, 0, 1);
              world.send(new byte[BYTES + 1], 0, 1);
              assertThatThrownBy(receive::waitFor).isInstanceOf(MpiTruncationException.class);
            }));
  }

  @OnRanks({2})
  static void thoseOfANonBlockingCollective(Communicator world) throws Exception {
    WeakReference<byte[]> received =
        bufferOf(buffer -> world.iallreduce(new byte[BYTES], buffer, Op.BXOR).waitFor());
    world.barrier();
    isForgotten(world, received);
  }
}
