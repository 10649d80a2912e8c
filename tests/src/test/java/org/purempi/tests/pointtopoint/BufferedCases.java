package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiError;
import org.purempi.PersistentRequest;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;
import org.purempi.tests.Pause;

/** Section 3.6: buffered sends. */
final class BufferedCases {
  private static final int MESSAGE_BYTES = 100_000;
  private static final int SPACE_FOR_THREE = 3 * (MESSAGE_BYTES + Mpi.BSEND_OVERHEAD);

  private BufferedCases() {}

  private static void isBufferError(Throwable t) {
    assertThat(t).isInstanceOf(MpiError.class);
    assertThat(((MpiError) t).errorClass()).isEqualTo(ErrorClass.BUFFER);
  }

  @OnRanks({2, 4})
  static void aBufferedSendReturnsWithoutAReceiver(Communicator world) {
    if (world.rank() == 0) {
      MemorySegment space = Arena.ofAuto().allocate(SPACE_FOR_THREE);
      world.mpi().bufferAttach(space);
      for (int i = 0; i < 3; i++) {
        byte[] data = Pattern.bytes(MESSAGE_BYTES, i);
        world.bsend(data, 1, i);
        java.util.Arrays.fill(data, (byte) 0); // the message has its own copy
      }
      world.send(new byte[0], 1, 9);
      assertThat(world.mpi().bufferDetach()).contains(space);
    } else if (world.rank() == 1) {
      world.recv(new byte[0], 0, 9);
      for (int i = 2; i >= 0; i--) {
        byte[] data = new byte[MESSAGE_BYTES];
        world.recv(data, 0, i);
        Pattern.check(data, i);
      }
    }
  }

  @OnRanks({2, 4})
  static void detachingWaitsUntilTheMessagesHaveLeftTheBuffer(Communicator world) {
    if (world.rank() == 0) {
      MemorySegment space = Arena.ofAuto().allocate(Pattern.LARGE_BYTES + Mpi.BSEND_OVERHEAD);
      world.mpi().bufferAttach(space);
      world.bsend(Pattern.bytes(Pattern.LARGE_BYTES, 1), 1, 0);
      world.send(new byte[0], 1, 2);
      assertThat(world.mpi().bufferDetach()).contains(space);
      long detached = System.nanoTime();
      space.fill((byte) 0); // it is this rank's again
      long[] received = new long[1];
      world.recv(received, 1, 1);
      // One host: one clock.
      assertThat(detached - received[0]).as("after the receive began").isPositive();
    } else if (world.rank() == 1) {
      world.recv(new byte[0], 0, 2); // it detaches now
      for (int i = 0; i < 500; i++) {
        Pause.briefly();
      }
      long[] begins = {System.nanoTime()};
      byte[] data = new byte[Pattern.LARGE_BYTES];
      world.recv(data, 0, 0);
      Pattern.check(data, 1);
      world.send(begins, 0, 1);
    }
  }

  @OnRanks({2, 4})
  static void aFullBufferIsAnErrorAndItsSpaceIsUsedAgain(Communicator world) {
    if (world.rank() == 0) {
      world.mpi().bufferAttach(MemorySegment.ofArray(new byte[SPACE_FOR_THREE]));
      for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 3; i++) {
          world.bsend(new byte[MESSAGE_BYTES], 1, 0);
        }
        if (round == 0) {
          assertThatThrownBy(() -> world.bsend(new byte[MESSAGE_BYTES], 1, 0))
              .satisfies(BufferedCases::isBufferError);
          world.send(new byte[0], 1, 1);
        }
        world.mpi().bufferFlush();
      }
      world.mpi().bufferDetach();
    } else if (world.rank() == 1) {
      world.recv(new byte[0], 0, 1);
      for (int i = 0; i < 15; i++) {
        world.recv(new byte[MESSAGE_BYTES], 0, 0);
      }
      assertThat(world.iprobe(0, 0)).isEmpty();
    }
  }

  @OnRanks({1, 2})
  static void withoutABufferABufferedSendIsAnError(Communicator world) {
    assertThatThrownBy(() -> world.bsend(new byte[1], 0, 0))
        .satisfies(BufferedCases::isBufferError)
        .hasMessageContaining("attach");
  }

  @OnRanks({1, 2})
  static void onlyOneBufferCanBeAttached(Communicator world) {
    Mpi mpi = world.mpi();
    MemorySegment space = MemorySegment.ofArray(new byte[1000]);
    mpi.bufferAttach(space);
    assertThatThrownBy(() -> mpi.bufferAttach(MemorySegment.ofArray(new byte[10])))
        .satisfies(BufferedCases::isBufferError);
    assertThat(mpi.bufferDetach()).contains(space);
    assertThatThrownBy(mpi::bufferDetach).satisfies(BufferedCases::isBufferError);
  }

  @OnRanks({2, 4})
  static void automaticBufferingTakesWhateverIsSent(Communicator world) {
    if (world.rank() == 0) {
      world.mpi().bufferAttachAutomatic();
      for (int i = 0; i < 20; i++) {
        world.bsend(Pattern.bytes(MESSAGE_BYTES, i), 1, 0);
      }
      world.send(new byte[0], 1, 1);
      assertThat(world.mpi().bufferDetach()).isEmpty();
    } else if (world.rank() == 1) {
      world.recv(new byte[0], 0, 1);
      for (int i = 0; i < 20; i++) {
        byte[] data = new byte[MESSAGE_BYTES];
        world.recv(data, 0, 0);
        Pattern.check(data, i);
      }
    }
  }

  @OnRanks({2, 4})
  static void aCommunicatorsOwnBufferComesFirst(Communicator world) {
    try (Communicator other = world.dup()) {
      if (world.rank() == 0) {
        MemorySegment space = MemorySegment.ofArray(new byte[SPACE_FOR_THREE]);
        other.attachBuffer(space);
        other.bsend(Pattern.bytes(MESSAGE_BYTES, 1), 1, 0);
        assertThatThrownBy(() -> world.bsend(new byte[1], 1, 0))
            .satisfies(BufferedCases::isBufferError);
        other.send(new byte[0], 1, 1);
        other.flushBuffer();
        assertThat(other.detachBuffer()).contains(space);
        other.attachBufferAutomatic();
        other.ibsend(Buf.of(new int[] {5}), 1, 0).waitFor();
        assertThat(other.detachBuffer()).isEmpty();
      } else if (world.rank() == 1) {
        other.recv(new byte[0], 0, 1);
        byte[] data = new byte[MESSAGE_BYTES];
        other.recv(data, 0, 0);
        Pattern.check(data, 1);
        other.recv(new int[1], 0, 0);
      }
    }
  }

  @OnRanks({2, 4})
  static void aPersistentBufferedSendTakesTheDataAtEachStart(Communicator world) {
    if (world.rank() == 0) {
      world.mpi().bufferAttachAutomatic();
      int[] data = new int[1];
      PersistentRequest send = world.bsendInit(Buf.of(data), 1, 0);
      for (int i = 0; i < 10; i++) {
        data[0] = i;
        send.start();
        send.waitFor();
      }
      world.mpi().bufferDetach();
    } else if (world.rank() == 1) {
      int[] data = new int[1];
      for (int i = 0; i < 10; i++) {
        world.recv(data, 0, 0);
        assertThat(data[0]).isEqualTo(i);
      }
    }
  }
}
