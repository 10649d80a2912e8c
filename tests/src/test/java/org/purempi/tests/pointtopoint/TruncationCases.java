package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Completed;
import org.purempi.ErrorClass;
import org.purempi.MpiStatusException;
import org.purempi.MpiTruncationException;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Section 3.2.4: messages longer than the buffer. */
final class TruncationCases {
  private static final byte UNTOUCHED = 0x55;
  private static final int ROOM = 10;

  private TruncationCases() {}

  private static MpiTruncationException truncation(ThrowingCallable call) {
    MpiTruncationException e = catchThrowableOfType(MpiTruncationException.class, call);
    assertThat(e).as("a truncation is reported").isNotNull();
    assertThat(e.errorClass()).isEqualTo(ErrorClass.TRUNCATE);
    return e;
  }

  /** Room for 10 bytes inside a larger array that must not be touched around them. */
  private static byte[] memory() {
    byte[] memory = new byte[3 * ROOM];
    Arrays.fill(memory, UNTOUCHED);
    return memory;
  }

  private static void checkAround(byte[] memory) {
    for (int i = 0; i < ROOM; i++) {
      assertThat(memory[i]).as("byte %d before the buffer", i).isEqualTo(UNTOUCHED);
      assertThat(memory[2 * ROOM + i]).as("byte %d behind the buffer", i).isEqualTo(UNTOUCHED);
    }
  }

  /** The library's frames below the call tell a user nothing (docs/decisions/errors.md). */
  @OnRanks(2)
  static void theTraceOfAnErrorBeginsAtTheCall(Communicator world) {
    if (world.rank() == 0) {
      world.send(new int[4], 1, 5);
    } else {
      StackTraceElement[] trace = truncation(() -> world.recv(new int[2], 0, 5)).getStackTrace();
      assertThat(trace[0].getClassName()).isEqualTo("org.purempi.IntCalls");
      assertThat(trace[0].getMethodName()).isEqualTo("recv");
      assertThat(trace[1].getClassName()).isEqualTo(TruncationCases.class.getName());
    }
  }

  @OnRanks({2, 4})
  static void aMessageLongerThanTheBufferIsTruncatedAndConsumed(Communicator world) {
    for (int length : new int[] {ROOM + 1, 5000, 300_000, Pattern.LARGE_BYTES}) {
      if (world.rank() == 0) {
        world.send(Pattern.bytes(length, 1), 1, 5); // completes all the same
        world.send(new int[] {length}, 1, 5);
      } else if (world.rank() == 1) {
        byte[] memory = memory();
        truncation(() -> world.recv(memory, ROOM, ROOM, 0, 5));
        checkAround(memory);
        int[] next = new int[1];
        world.recv(next, 0, 5); // the next one, unharmed
        assertThat(next[0]).isEqualTo(length);
      }
    }
  }

  @OnRanks({2, 4})
  static void aReceivePostedBeforeTheMessageCameIsTruncatedToo(Communicator world) {
    for (int length : new int[] {ROOM + 1, 300_000, Pattern.LARGE_BYTES}) {
      if (world.rank() == 0) {
        world.recv(new byte[0], 1, 1);
        world.send(Pattern.bytes(length, 1), 1, 5);
      } else if (world.rank() == 1) {
        byte[] memory = memory();
        Request<Status> receive = world.irecv(memory, ROOM, ROOM, 0, 5);
        world.send(new byte[0], 0, 1);
        truncation(receive::waitFor);
        checkAround(memory);
        assertThat(receive.active()).isFalse();
      }
    }
  }

  @OnRanks({2, 4})
  static void theErrorNamesBothSizesThePeerAndTheTag(Communicator world) {
    if (world.rank() == 0) {
      world.send(new double[4], 1, 77);
    } else if (world.rank() == 1) {
      MpiTruncationException e = truncation(() -> world.recv(new double[3], 0, 77));
      assertThat(e.getMessage()).contains("32", "24", "77").containsPattern("rank 0");
    }
  }

  @OnRanks({2, 4})
  static void aSynchronousSendToATooSmallBufferCompletes(Communicator world) {
    if (world.rank() == 0) {
      world.ssend(new byte[100], 1, 0);
      world.ssend(new byte[Pattern.LARGE_BYTES], 1, 0);
    } else if (world.rank() == 1) {
      truncation(() -> world.recv(new byte[1], 0, 0));
      truncation(() -> world.recv(new byte[1], 0, 0));
    }
  }

  @OnRanks({2, 4})
  static void aPersistentReceiveCanBeStartedAgainAfterATruncation(Communicator world) {
    if (world.rank() == 0) {
      world.send(new byte[100], 1, 0);
      world.send(new byte[] {42}, 1, 0);
    } else if (world.rank() == 1) {
      byte[] data = new byte[1];
      PersistentRequest receive = world.recvInit(Buf.of(data), 0, 0);
      receive.start();
      truncation(receive::waitFor);
      receive.start();
      assertThat(receive.waitFor()).isEqualTo(new Status(0, 0, 1));
      assertThat(data[0]).isEqualTo((byte) 42);
    }
  }

  @OnRanks({2, 4})
  static void waitAllReportsTheTruncatedOneInItsStatusAndCompletesTheOthers(Communicator world) {
    if (world.rank() == 0) {
      world.send(new int[] {1}, 1, 1);
      world.send(new int[] {2, 2}, 1, 2);
      world.send(new int[] {3}, 1, 3);
    } else if (world.rank() == 1) {
      int[][] data = new int[3][1];
      List<Request<Status>> receives =
          List.of(
              world.irecv(data[0], 0, 1), world.irecv(data[1], 0, 2), world.irecv(data[2], 0, 3));
      MpiStatusException e =
          catchThrowableOfType(MpiStatusException.class, () -> Request.waitAll(receives));
      assertThat(e).isNotNull();
      assertThat(e.errorClass()).isEqualTo(ErrorClass.IN_STATUS);
      assertThat(e.getCause()).isInstanceOf(MpiTruncationException.class);
      assertThat(e.statuses())
          .extracting(Status::error)
          .containsExactly(ErrorClass.SUCCESS, ErrorClass.TRUNCATE, ErrorClass.SUCCESS);
      assertThat(e.statuses().get(0)).isEqualTo(new Status(0, 1, 4));
      assertThat(data[0][0] + data[2][0]).isEqualTo(4);
    }
  }

  @OnRanks({2, 4})
  static void waitSomeTellsWhichHaveCompletedBesideTheTruncatedOne(Communicator world) {
    if (world.rank() == 0) {
      world.send(new int[] {2, 2}, 1, 2);
      world.send(new int[] {3}, 1, 3);
      world.send(new int[] {1}, 1, 9);
    } else if (world.rank() == 1) {
      Request<Status> never = world.irecv(new int[1], 0, 1);
      List<Request<Status>> receives =
          List.of(never, world.irecv(new int[1], 0, 2), world.irecv(new int[1], 0, 3));
      world.recv(new int[1], 0, 9);
      MpiStatusException e =
          catchThrowableOfType(MpiStatusException.class, () -> Request.waitSome(receives));
      assertThat(e).isNotNull();
      assertThat(e.completed()).extracting(Completed::index).containsExactly(1, 2);
      assertThat(e.completed().get(0).status().error()).isEqualTo(ErrorClass.TRUNCATE);
      never.cancel();
      never.waitFor();
    }
  }

  @OnRanks({2, 4})
  static void aMatchedMessageThatIsTooLongIsConsumed(Communicator world) {
    if (world.rank() == 0) {
      world.send(new byte[Pattern.LARGE_BYTES], 1, 0);
      world.send(new byte[20], 1, 0);
    } else if (world.rank() == 1) {
      truncation(() -> world.mprobe(0, 0).mrecv(Buf.of(new byte[1])));
      truncation(() -> world.mprobe(0, 0).imrecv(Buf.of(new byte[1])).waitFor());
      assertThat(world.iprobe(0, 0)).isEmpty();
    }
  }

  @OnRanks({2, 4})
  static void aBlockLongerThanTheRootOfAGathervExpectsIsTruncated(Communicator world) {
    if (world.rank() != 0) {
      world.gatherv(Buf.of(new byte[world.rank() == 1 ? 2 * ROOM : 0]), null, 0);
    } else {
      byte[] memory = memory();
      long[] counts = new long[world.size()];
      long[] displs = new long[world.size()];
      counts[1] = ROOM;
      displs[1] = ROOM;
      VBuf blocks = VBuf.of(Buf.of(memory), counts, displs);
      truncation(() -> world.gatherv(Buf.IN_PLACE, blocks, 0));
      checkAround(memory);
    }
    assertThat(world.allreduce(1, Op.SUM)).as("the ranks go on").isEqualTo(world.size());
  }
}
