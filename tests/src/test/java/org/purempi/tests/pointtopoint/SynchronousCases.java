package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Section 3.4: synchronous and ready sends; section 3.8.4: cancel. */
final class SynchronousCases {
  private static final int[] LENGTHS = {1, 5000, Pattern.LARGE_BYTES};

  private SynchronousCases() {}

  @OnRanks({2, 4})
  static void aSynchronousSendCompletesOnlyAfterItsReceiveHasStarted(Communicator world)
      throws Exception {
    for (int length : LENGTHS) {
      if (world.rank() == 0) {
        Request<Status> send = world.issend(Buf.of(Pattern.bytes(length, 1)), 1, 1);
        for (int i = 0; i < 20; i++) {
          Thread.sleep(1);
          assertThat(send.test()).as("complete before its receive was posted").isEmpty();
        }
        world.send(new byte[0], 1, 2);
        send.waitFor();
      } else if (world.rank() == 1) {
        world.recv(new byte[0], 0, 2);
        byte[] data = new byte[length];
        world.recv(data, 0, 1);
        Pattern.check(data, 1);
      }
    }
  }

  @OnRanks({2, 4})
  static void aBlockingSynchronousSendReturnsWhenItsReceiveIsThere(Communicator world) {
    for (int length : LENGTHS) {
      if (world.rank() == 0) {
        world.ssend(Pattern.bytes(length, 2), 1, 1);
      } else if (world.rank() == 1) {
        byte[] data = new byte[length];
        world.recv(data, 0, 1);
        Pattern.check(data, 2);
      }
    }
  }

  @OnRanks({1, 2})
  static void aSynchronousSendToOneselfMeetsAReceivePostedBefore(Communicator world) {
    for (int length : LENGTHS) {
      byte[] data = new byte[length];
      Request<Status> receive = world.irecv(data, world.rank(), 3);
      world.ssend(Pattern.bytes(length, 3), world.rank(), 3);
      assertThat(receive.waitFor()).isEqualTo(new Status(world.rank(), 3, length));
      Pattern.check(data, 3);
    }
  }

  @OnRanks({1, 2})
  static void aSynchronousSendToOneselfIsNotCompleteBeforeItsReceive(Communicator world) {
    for (int length : LENGTHS) {
      Request<Status> send = world.issend(Buf.of(Pattern.bytes(length, 4)), world.rank(), 4);
      for (int i = 0; i < 20; i++) {
        assertThat(send.test()).as("complete before its receive was posted").isEmpty();
      }
      byte[] data = new byte[length];
      world.recv(data, world.rank(), 4);
      send.waitFor();
      Pattern.check(data, 4);
    }
  }

  @OnRanks({2, 4})
  static void aReadySendArrivesAtAReceivePostedBefore(Communicator world) {
    if (world.rank() == 0) {
      world.recv(new byte[0], 1, 0);
      world.rsend(Buf.of(Pattern.bytes(Pattern.SMALL_BYTES, 1)), 1, 1);
      world.irsend(Buf.of(Pattern.bytes(Pattern.LARGE_BYTES, 2)), 1, 2).waitFor();
    } else if (world.rank() == 1) {
      byte[] small = new byte[Pattern.SMALL_BYTES];
      byte[] large = new byte[Pattern.LARGE_BYTES];
      var a = world.irecv(small, 0, 1);
      var b = world.irecv(large, 0, 2);
      world.send(new byte[0], 0, 0);
      Request.waitAll(a, b);
      Pattern.check(small, 1);
      Pattern.check(large, 2);
    }
  }

  @OnRanks({2, 4})
  static void aReceiveThatHasNotMatchedCanBeCancelledAndTakesNothing(Communicator world) {
    if (world.rank() == 1) {
      int[] never = {7};
      Request<Status> receive = world.irecv(never, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      receive.cancel();
      assertThat(receive.waitFor().cancelled()).isTrue();
      world.send(new byte[0], 0, 0);
      int[] data = new int[1];
      assertThat(world.recv(data, 0, 1).cancelled()).isFalse();
      assertThat(data[0]).isEqualTo(42);
      assertThat(never[0]).isEqualTo(7);
    } else if (world.rank() == 0) {
      world.recv(new byte[0], 1, 0);
      world.send(new int[] {42}, 1, 1);
    }
  }

  @OnRanks({2, 4})
  static void cancelAfterTheMatchChangesNothing(Communicator world) {
    if (world.rank() == 0) {
      world.send(new int[] {5}, 1, 1);
    } else if (world.rank() == 1) {
      int[] data = new int[1];
      world.probe(0, 1);
      Request<Status> receive = world.irecv(data, 0, 1);
      receive.cancel();
      assertThat(receive.waitFor()).isEqualTo(new Status(0, 1, 4));
      assertThat(data[0]).isEqualTo(5);
    }
  }

  @OnRanks({2, 4})
  static void aSendIsNeverCancelledAndStillCompletes(Communicator world) {
    if (world.rank() == 0) {
      Request<Status> send = world.issend(Buf.of(Pattern.bytes(Pattern.LARGE_BYTES, 4)), 1, 1);
      send.cancel();
      world.send(new byte[0], 1, 2);
      assertThat(send.waitFor().cancelled()).isFalse();
    } else if (world.rank() == 1) {
      world.recv(new byte[0], 0, 2);
      byte[] data = new byte[Pattern.LARGE_BYTES];
      world.recv(data, 0, 1);
      Pattern.check(data, 4);
    }
  }
}
