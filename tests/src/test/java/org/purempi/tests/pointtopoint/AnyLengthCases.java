package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiError;
import org.purempi.Received;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Receives that make their own array when the message is known. */
final class AnyLengthCases {
  private AnyLengthCases() {}

  @OnRanks({2, 4})
  static void messagesOfAnyLengthArriveInTheOrderPosted(Communicator world) {
    if (world.rank() == 0) {
      for (int length : Pattern.LENGTHS) {
        world.send(Pattern.bytes(length, length), 1, 3);
      }
    } else if (world.rank() == 1) {
      List<Request<Received<byte[]>>> posted = new ArrayList<>();
      for (int i = 0; i < Pattern.LENGTHS.size(); i++) {
        posted.add(world.irecvBytes(i % 2 == 0 ? 0 : Mpi.ANY_SOURCE, 3));
      }
      for (int i = 0; i < posted.size(); i++) {
        int length = Pattern.LENGTHS.get(i);
        Received<byte[]> received = posted.get(i).waitFor();
        assertThat(received.status()).isEqualTo(new Status(0, 3, length));
        assertThat(received.value()).hasSize(length);
        Pattern.check(received.value(), length);
      }
    }
  }

  @OnRanks({2, 4})
  static void aMessageThatCameBeforeOrWaitsForItsReceiverIsReceivedWhole(Communicator world) {
    if (world.rank() == 0) {
      world.send(Pattern.bytes(Pattern.SMALL_BYTES, 1), 1, 0);
      world.ssend(Pattern.bytes(Pattern.LARGE_BYTES, 2), 1, 1);
    } else if (world.rank() == 1) {
      world.probe(0, 1);
      Pattern.check(world.recvBytes(0, 0).value(), 1);
      byte[] large = world.recvBytes(Mpi.ANY_SOURCE, Mpi.ANY_TAG).value();
      assertThat(large).hasSize(Pattern.LARGE_BYTES);
      Pattern.check(large, 2);
    }
  }

  @OnRanks({1, 2})
  static void nobodySendsNothingAndACancelledReceiveHasNothing(Communicator world) {
    Received<byte[]> none = world.recvBytes(Mpi.PROC_NULL, 0);
    assertThat(none.value()).isEmpty();
    assertThat(none.status()).isEqualTo(Status.PROC_NULL);
    Request<Received<byte[]>> never = world.irecvBytes(world.rank(), 9);
    never.cancel();
    assertThat(never.waitFor().value()).isEmpty();
    assertThat(never.waitFor().status().cancelled()).isTrue();
  }

  @OnRanks({2, 4})
  static void anObjectIsEncodedOnceAndSentOften(Communicator world) {
    if (world.rank() == 0) {
      byte[] encoded = world.mpi().encodeObject(List.of("a", 2));
      for (int r = 1; r < world.size(); r++) {
        world.send(encoded, r, 0);
      }
    } else {
      byte[] encoded = world.recvBytes(0, 0).value();
      List<?> list = world.mpi().decodeObject(encoded, List.class);
      assertThat(list.equals(List.of("a", 2))).isTrue();
      assertThatThrownBy(() -> world.mpi().decodeObject(encoded, String.class))
          .isInstanceOfSatisfying(
              MpiError.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.TYPE))
          .hasMessageContaining("java.lang.String");
    }
  }
}
