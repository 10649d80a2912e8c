package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** Messages without data are messages. */
final class ZeroSizeCases {
  private ZeroSizeCases() {}

  @OnRanks({2, 4})
  static void emptyMessagesMatchAndKeepTheirPlaceAmongOthers(Communicator world) {
    if (world.rank() == 0) {
      world.send(Buf.EMPTY, 1, 1);
      world.send(new int[] {7}, 1, 1);
      world.send(Buf.of(new double[0]), 1, 1);
      world.ssend(Buf.EMPTY, 1, 1);
    } else if (world.rank() == 1) {
      int[] data = new int[2];
      assertThat(world.recv(data, 0, 1)).isEqualTo(new Status(0, 1, 0));
      assertThat(world.recv(data, 0, 1).count(Datatype.INT)).isEqualTo(1);
      assertThat(world.recv(data, 0, 1).count(Datatype.INT)).isZero();
      assertThat(world.recv(Buf.EMPTY, 0, 1).bytes()).isZero();
      assertThat(data).containsExactly(7, 0);
    }
  }

  @OnRanks({2, 4})
  static void anEmptySynchronousSendWaitsForItsReceive(Communicator world) throws Exception {
    if (world.rank() == 0) {
      Request<Status> send = world.issend(Buf.EMPTY, 1, 1);
      Thread.sleep(20);
      assertThat(send.test()).isEmpty();
      world.send(new int[1], 1, 2);
      send.waitFor();
    } else if (world.rank() == 1) {
      world.recv(new int[1], 0, 2);
      world.recv(Buf.EMPTY, Mpi.ANY_SOURCE, 1);
    }
  }
}
