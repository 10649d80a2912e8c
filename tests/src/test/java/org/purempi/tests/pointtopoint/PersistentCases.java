package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Completed;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Section 3.9: communications that are started again and again. */
final class PersistentCases {
  private PersistentCases() {}

  @OnRanks({2, 4})
  static void anInactiveRequestCompletesAtOnceWithTheEmptyStatus(Communicator world) {
    PersistentRequest receive = world.recvInit(Buf.of(new int[1]), Mpi.ANY_SOURCE, 0);
    assertThat(receive.active()).isFalse();
    assertThat(receive.waitFor()).isEqualTo(Status.EMPTY);
    assertThat(receive.test()).contains(Status.EMPTY);
    assertThat(receive.getStatus()).contains(Status.EMPTY);
    assertThat(Request.waitAny(receive)).isEqualTo(Completed.NONE);
    assertThat(Request.waitSome(List.of(receive))).isEmpty();
    assertThat(Request.waitAll(receive)).containsExactly(Status.EMPTY);
    assertThat(Status.EMPTY)
        .isEqualTo(new Status(Mpi.ANY_SOURCE, Mpi.ANY_TAG, 0, false, ErrorClass.SUCCESS));
    receive.free();
  }

  @OnRanks({2, 4})
  static void everyKindOfSendCanBeStartedManyTimes(Communicator world) {
    int[] data = new int[1000];
    if (world.rank() == 0) {
      Buf buf = Buf.of(data);
      List<PersistentRequest> sends =
          List.of(
              world.sendInit(buf, 1, 0), world.ssendInit(buf, 1, 1), world.rsendInit(buf, 1, 2));
      for (int round = 0; round < 50; round++) {
        data[999] = round;
        world.recv(new byte[0], 1, 9); // the receives are posted
        PersistentRequest.startAll(sends);
        assertThat(Request.waitAll(sends)).hasSize(3);
        assertThat(sends).noneMatch(Request::active);
      }
      sends.forEach(Request::free);
    } else if (world.rank() == 1) {
      int[][] got = new int[3][1000];
      List<PersistentRequest> receives =
          List.of(
              world.recvInit(Buf.of(got[0]), 0, 0),
              world.recvInit(Buf.of(got[1]), 0, 1),
              world.recvInit(Buf.of(got[2]), Mpi.ANY_SOURCE, 2));
      for (int round = 0; round < 50; round++) {
        PersistentRequest.startAll(receives);
        world.send(new byte[0], 0, 9);
        assertThat(Request.waitAll(receives))
            .containsExactly(
                new Status(0, 0, 4000), new Status(0, 1, 4000), new Status(0, 2, 4000));
        for (int[] one : got) {
          assertThat(one[999]).isEqualTo(round);
        }
      }
      receives.forEach(Request::free);
    }
  }

  @OnRanks({2, 4})
  static void largePersistentMessagesArriveEachTime(Communicator world) {
    byte[] data = new byte[Pattern.LARGE_BYTES];
    if (world.rank() == 0) {
      PersistentRequest send = world.sendInit(Buf.of(data), 1, 0);
      for (int round = 0; round < 3; round++) {
        System.arraycopy(Pattern.bytes(data.length, round), 0, data, 0, data.length);
        send.start();
        send.waitFor();
      }
    } else if (world.rank() == 1) {
      PersistentRequest receive = world.recvInit(Buf.of(data), 0, 0);
      for (int round = 0; round < 3; round++) {
        receive.start();
        receive.waitFor();
        Pattern.check(data, round);
      }
    }
  }

  @OnRanks({2, 4})
  static void anActiveOrFreedRequestCannotBeStarted(Communicator world) {
    PersistentRequest receive = world.recvInit(Buf.of(new int[1]), Mpi.ANY_SOURCE, 77);
    receive.start();
    assertThatThrownBy(receive::start)
        .isInstanceOfSatisfying(
            MpiArgumentException.class,
            e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.REQUEST));
    receive.cancel();
    assertThat(receive.waitFor().cancelled()).isTrue();
    receive.start(); // after a cancel it is as good as new
    receive.cancel();
    receive.waitFor();
    receive.free();
    assertThatThrownBy(receive::start)
        .isInstanceOfSatisfying(
            MpiArgumentException.class,
            e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.REQUEST));
  }

  @OnRanks({2, 4})
  static void whatIsUnderWayWhenItsRequestIsFreedArrivesAllTheSame(Communicator world) {
    byte[] data = Pattern.bytes(Pattern.LARGE_BYTES, 1);
    if (world.rank() == 0) {
      PersistentRequest send = world.sendInit(Buf.of(data), 1, 0);
      send.start();
      send.free();
      world.recv(new byte[0], 1, 1); // only now may the buffer be written again
    } else if (world.rank() == 1) {
      byte[] got = new byte[Pattern.LARGE_BYTES];
      world.recv(got, 0, 0);
      Pattern.check(got, 1);
      world.send(new byte[0], 0, 1);
    }
  }

  @OnRanks({2, 4})
  static void aRequestCanBeStartedAfterItsCommunicatorWasClosed(Communicator world) {
    int peer = world.rank() ^ 1;
    int[] got = {0};
    PersistentRequest send;
    PersistentRequest receive;
    try (Communicator other = world.dup()) {
      send = other.sendInit(Buf.of(new int[] {world.rank() + 1}), peer, 0);
      receive = other.recvInit(Buf.of(got), peer, 0);
    }
    PersistentRequest.startAll(List.of(receive, send));
    Request.waitAll(send, receive);
    assertThat(got).containsExactly(peer + 1);
  }

  @OnRanks({2, 4})
  static void aWrongArgumentIsNoticedWhenTheRequestIsMade(Communicator world) {
    assertThatThrownBy(() -> world.sendInit(Buf.of(new int[1]), world.size(), 0))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("rank");
  }
}
