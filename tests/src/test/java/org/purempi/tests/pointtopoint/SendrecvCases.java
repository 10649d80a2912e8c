package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Section 3.11: sending and receiving at once. */
final class SendrecvCases {
  private SendrecvCases() {}

  private static int right(Communicator world) {
    return (world.rank() + 1) % world.size();
  }

  private static int left(Communicator world) {
    return (world.rank() + world.size() - 1) % world.size();
  }

  @OnRanks({1, 2, 3, 4})
  static void aRingOfLargeMessagesDoesNotDeadlock(Communicator world) {
    byte[] got = new byte[Pattern.LARGE_BYTES];
    byte[] mine = Pattern.bytes(Pattern.LARGE_BYTES, world.rank());
    Status status = world.sendrecv(mine, right(world), 1, got, left(world), 1);
    assertThat(status).isEqualTo(new Status(left(world), 1, got.length));
    Pattern.check(got, left(world));
  }

  @OnRanks({1, 2, 3, 4})
  static void oneBufferIsSentAndThenReplaced(Communicator world) {
    for (int length : Pattern.LENGTHS) {
      byte[] data = Pattern.bytes(length, world.rank());
      Status status = world.sendrecvReplace(data, right(world), 2, left(world), 2);
      assertThat(status).isEqualTo(new Status(left(world), 2, length));
      Pattern.check(data, left(world));
      byte[] again = Pattern.bytes(length, world.rank());
      world.isendrecvReplace(Buf.of(again), left(world), 3, right(world), 3).waitFor();
      Pattern.check(again, right(world));
    }
  }

  @OnRanks({1, 2, 4})
  static void structsAreReplacedElementByElement(Communicator world) {
    int pairs = 5000;
    int[] data = new int[4 * pairs];
    Arrays.fill(data, world.rank());
    Buf buf = Buf.of(data, 0, pairs, Datatype.DOUBLE_INT); // the fourth int of each is a gap
    for (int i = 3; i < data.length; i += 4) {
      data[i] = -1;
    }
    world.sendrecvReplace(buf, right(world), 2, left(world), 2);
    for (int i = 0; i < data.length; i++) {
      assertThat(data[i]).as("int %d", i).isEqualTo(i % 4 == 3 ? -1 : left(world));
    }
  }

  @OnRanks({2, 4})
  static void itsSidesMatchOrdinarySendsAndReceives(Communicator world) {
    int[] got = new int[1];
    if (world.rank() == 0) {
      world.sendrecv(new int[] {10}, 1, 5, got, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      assertThat(got[0]).isEqualTo(20);
    } else if (world.rank() == 1) {
      world.recv(got, 0, 5);
      assertThat(got[0]).isEqualTo(10);
      world.send(new int[] {20}, 0, 6);
    }
  }

  @OnRanks({1, 2})
  static void oneCanExchangeWithOneself(Communicator world) {
    int me = world.rank();
    int[] got = new int[3];
    world.sendrecv(new int[] {1, 2, 3}, me, 0, got, me, 0);
    assertThat(got).containsExactly(1, 2, 3);
    world.sendrecvReplace(got, me, 0, me, Mpi.ANY_TAG);
    assertThat(got).containsExactly(1, 2, 3);
  }

  @OnRanks({2, 4})
  static void severalNonBlockingExchangesRunAtOnce(Communicator world) {
    byte[][] got = new byte[4][300_000];
    Request<?>[] requests = new Request<?>[got.length];
    for (int i = 0; i < got.length; i++) {
      Buf mine = Buf.of(Pattern.bytes(300_000, world.rank() * 10L + i));
      requests[i] = world.isendrecv(mine, right(world), i, Buf.of(got[i]), left(world), i);
    }
    for (Status status : Request.waitAll(requests)) {
      assertThat(status.source()).isEqualTo(left(world));
    }
    for (int i = 0; i < got.length; i++) {
      Pattern.check(got[i], left(world) * 10L + i);
    }
  }

  @OnRanks({1, 2, 4})
  static void aColumnOfOneMatrixGoesIntoTheRowOfAnother(Communicator world) {
    for (int rows : new int[] {3, 50_000}) {
      int[] columns = new int[2 * rows];
      Arrays.setAll(columns, i -> i % 2 == 0 ? -1 : world.rank() + i);
      int[] row = new int[rows];
      Datatype column = Datatype.vector(rows, 1, 2, Datatype.INT);
      Buf second = Buf.of(columns, 1, 1, column);
      world.isendrecv(second, right(world), 4, Buf.of(row), left(world), 4).waitFor();
      for (int i = 0; i < rows; i++) {
        assertThat(row[i]).as("row %d", i).isEqualTo(left(world) + 2 * i + 1);
      }
    }
  }

  @OnRanks({1, 2})
  static void whatCannotBeSentTakesNoMessage(Communicator world) {
    int me = world.rank();
    Buf unsendable;
    try (Arena arena = Arena.ofConfined()) {
      unsendable = Buf.of(arena.allocate(8));
    }
    int[] untouched = new int[1];
    assertThatThrownBy(() -> world.isendrecv(unsendable, me, 0, Buf.of(untouched), me, Mpi.ANY_TAG))
        .isInstanceOf(IllegalStateException.class);
    int[] got = new int[1];
    world.sendrecv(new int[] {5}, me, 1, got, me, 1);
    assertThat(got).containsExactly(5);
    assertThat(untouched).containsExactly(0);
  }
}
