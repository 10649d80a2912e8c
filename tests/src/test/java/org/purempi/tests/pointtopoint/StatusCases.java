package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** Sections 3.2.5 and 5.1.11: what a status tells. */
final class StatusCases {
  private StatusCases() {}

  @OnRanks({2, 4})
  static void aStatusWithoutErrorSaysSuccess(Communicator world) {
    if (world.rank() == 0) {
      world.send(new int[3], 1, 9);
      world.send(new int[3], 1, 9);
    } else if (world.rank() == 1) {
      Status single = world.recv(new int[5], Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      assertThat(single).isEqualTo(new Status(0, 9, 12, false, ErrorClass.SUCCESS));
      List<Status> several = Request.waitAll(world.irecv(new int[5], 0, 9));
      assertThat(several).containsExactly(single);
    }
  }

  @OnRanks({1, 2})
  static void completionOfNoRequestsIsLegal(Communicator world) {
    assertThat(Request.waitAll()).isEmpty();
    assertThat(Request.testAll(List.of())).contains(List.of());
    assertThat(world.mpi().waitAll(List.of())).isEmpty();
    assertThat(world.mpi().testAll(List.of())).contains(List.of());
  }

  @OnRanks({2, 4})
  static void aPartOfAnElementHasNoCountButItsBasicElementsDo(Communicator world) {
    if (world.rank() == 0) {
      world.send(new byte[5], 1, 0);
      world.send(new double[] {1}, 1, 0);
      world.send(new byte[28], 1, 0);
    } else if (world.rank() == 1) {
      Status five = world.recv(Buf.of(new int[2]), 0, 0);
      assertThat(five.count(Datatype.BYTE)).isEqualTo(5);
      assertThat(five.count(Datatype.INT)).isEqualTo(Mpi.UNDEFINED);
      assertThat(five.elements(Datatype.INT)).isEqualTo(Mpi.UNDEFINED);

      Status half = world.recv(Buf.of(new long[4], 0, 2, Datatype.DOUBLE_INT), 0, 0);
      assertThat(half.count(Datatype.DOUBLE_INT)).isEqualTo(Mpi.UNDEFINED);
      assertThat(half.elements(Datatype.DOUBLE_INT)).isEqualTo(1);

      Status most = world.recv(Buf.of(new byte[48], 0, 48), 0, 0); // 12 + 12 + 4 bytes
      assertThat(most.elements(Datatype.DOUBLE_INT)).isEqualTo(Mpi.UNDEFINED);
      assertThat(most.count(Datatype.FLOAT)).isEqualTo(7);
    }
  }

  @OnRanks({2, 4})
  static void aTypeOfNoBytesIsCountedWhereNoBytesCame(Communicator world) {
    Datatype nothing = Datatype.contiguous(0, Datatype.INT);
    if (world.rank() == 0) {
      world.send(new byte[0], 1, 0);
      world.send(new byte[1], 1, 0);
    } else if (world.rank() == 1) {
      assertThat(world.recv(new byte[1], 0, 0).count(nothing)).isZero();
      assertThat(world.recv(new byte[1], 0, 0).count(nothing)).isEqualTo(Mpi.UNDEFINED);
    }
  }
}
