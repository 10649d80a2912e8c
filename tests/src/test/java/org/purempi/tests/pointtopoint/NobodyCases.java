package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** Section 3.10: what is sent to and received from no process. */
final class NobodyCases {
  private static final int NOBODY = Mpi.PROC_NULL;

  private NobodyCases() {}

  @OnRanks({1, 2})
  static void everySendToNobodyReturnsAtOnce(Communicator world) {
    Buf buf = Buf.of(new double[100_000]);
    world.send(buf, NOBODY, 0);
    world.ssend(buf, NOBODY, 0);
    world.rsend(buf, NOBODY, 0);
    world.isend(buf, NOBODY, 0).waitFor();
    world.issend(buf, NOBODY, 0).waitFor();
    world.irsend(buf, NOBODY, 0).waitFor();
    world.mpi().bufferAttachAutomatic();
    world.bsend(buf, NOBODY, 0);
    world.ibsend(buf, NOBODY, 0).waitFor();
    world.mpi().bufferDetach();
  }

  @OnRanks({1, 2})
  static void aReceiveFromNobodyTouchesNothingAndSaysSo(Communicator world) {
    int[] data = {7};
    assertThat(world.recv(data, NOBODY, 3)).isEqualTo(Status.PROC_NULL);
    assertThat(world.irecv(data, NOBODY, Mpi.ANY_TAG).waitFor()).isEqualTo(Status.PROC_NULL);
    assertThat(data[0]).isEqualTo(7);
    assertThat(Status.PROC_NULL.source()).isEqualTo(Mpi.PROC_NULL);
    assertThat(Status.PROC_NULL.tag()).isEqualTo(Mpi.ANY_TAG);
    assertThat(Status.PROC_NULL.bytes()).isZero();
  }

  @OnRanks({1, 2})
  static void probesOfNobodyFindTheEmptyMessageAtOnce(Communicator world) {
    assertThat(world.probe(NOBODY, 1)).isEqualTo(Status.PROC_NULL);
    assertThat(world.iprobe(NOBODY, Mpi.ANY_TAG)).contains(Status.PROC_NULL);
    for (Message message :
        new Message[] {world.mprobe(NOBODY, 1), world.improbe(NOBODY, 1).orElseThrow()}) {
      int[] data = {7};
      assertThat(message.isNoProc()).isTrue();
      assertThat(message.status()).isEqualTo(Status.PROC_NULL);
      assertThat(message.mrecv(Buf.of(data))).isEqualTo(Status.PROC_NULL);
      assertThat(data[0]).isEqualTo(7);
    }
    assertThat(world.mprobe(NOBODY, 1).imrecv(Buf.EMPTY).waitFor()).isEqualTo(Status.PROC_NULL);
  }

  @OnRanks({1, 2})
  static void persistentRequestsWithNobodyStartAndComplete(Communicator world) {
    Buf buf = Buf.of(new int[10]);
    PersistentRequest receive = world.recvInit(buf, NOBODY, 0);
    List<PersistentRequest> all =
        List.of(
            world.sendInit(buf, NOBODY, 0),
            world.ssendInit(buf, NOBODY, 0),
            world.rsendInit(buf, NOBODY, 0),
            world.bsendInit(buf, NOBODY, 0),
            receive);
    for (int i = 0; i < 3; i++) {
      PersistentRequest.startAll(all);
      assertThat(Request.waitAll(all)).last().isEqualTo(Status.PROC_NULL);
      assertThat(all).noneMatch(Request::active);
    }
  }

  record Point(int x, double y) {}

  @OnRanks({1, 2})
  static void aRecordThatDoesNotComeIsNoError(Communicator world) {
    assertThat(world.irecv(Point.class, NOBODY, 0).waitFor().status()).isEqualTo(Status.PROC_NULL);
    var cancelled = world.irecv(Point.class, world.rank(), 0);
    cancelled.cancel();
    assertThat(cancelled.waitFor().status().cancelled()).isTrue();
  }

  @OnRanks({2, 4})
  static void sendrecvWorksWithNobodyOnEitherSide(Communicator world) {
    int last = world.size() - 1;
    int left = world.rank() == 0 ? NOBODY : world.rank() - 1;
    int right = world.rank() == last ? NOBODY : world.rank() + 1;
    int[] mine = {world.rank()};
    int[] got = {-1};

    Status shift = world.sendrecv(mine, right, 0, got, left, 0);
    assertThat(got[0]).isEqualTo(world.rank() - 1); // −1 at rank 0: untouched
    assertThat(shift.source()).isEqualTo(left);

    Status inPlace = world.sendrecvReplace(mine, left, 1, right, 1);
    assertThat(mine[0]).isEqualTo(Math.min(world.rank() + 1, last));
    assertThat(inPlace.source()).isEqualTo(right);

    int[] none = {9};
    var both = world.isendrecv(Buf.of(none), NOBODY, 0, Buf.of(none), NOBODY, 0);
    assertThat(both.waitFor()).isEqualTo(Status.PROC_NULL);
    assertThat(world.isendrecvReplace(Buf.of(none), NOBODY, 0, NOBODY, 0).waitFor())
        .isEqualTo(Status.PROC_NULL);
    assertThat(none[0]).isEqualTo(9);
  }
}
