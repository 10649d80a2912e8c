package org.purempi.tests.grid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.datatypes.Layouts;

/** Chapter 3 in every room with every datatype: everyone sends to everyone it meets. */
final class MessageGridCases {
  // One short enough for a frame, one that is cut.
  private static final int SHORT = 12;
  private static final int LONG = 2_400;

  private MessageGridCases() {}

  /** One way to send and one to receive. */
  private interface Way {
    void exchange(Room room, Buf[] out, Buf[] in);
  }

  private static void everyLayout(Communicator world, Way way) {
    Room.inEach(
        world,
        room -> {
          for (int n : room.lengths(SHORT, LONG)) {
            List<Layouts> all = Layouts.of(n);
            for (int i = 0; i < all.size(); i++) {
              exchange(room, n, all.get(i), all.get((i + 1) % all.size()), way);
            }
          }
        });
  }

  private static void exchange(Room room, int n, Layouts from, Layouts to, Way way) {
    int peers = room.peers().length;
    double[][] got = new double[peers][];
    Buf[] out = new Buf[peers];
    Buf[] in = new Buf[peers];
    for (int p = 0; p < peers; p++) {
      got[p] = to.empty();
      in[p] = to.in(got[p]);
      out[p] = from.in(from.filled(n, first(room.me(), room.peers()[p])));
    }
    way.exchange(room, out, in);
    for (int p = 0; p < peers; p++) {
      double[] expected = to.filled(n, first(room.peers()[p], room.me()));
      assertThat(Arrays.mismatch(got[p], expected))
          .as("%d numbers from %s to %s, peer %d", n, from, to, p)
          .isEqualTo(-1);
    }
  }

  private static double first(int from, int to) {
    return 100_000 * from + 10_000 * to;
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void startedReceivesMeetStartedSends(Communicator world) {
    everyLayout(
        world,
        (room, out, in) -> {
          List<Request<Status>> requests = new ArrayList<>();
          for (int p = 0; p < in.length; p++) {
            requests.add(room.comm().irecv(in[p], p, 1));
          }
          for (int p = 0; p < out.length; p++) {
            requests.add(
                p % 2 == 0 ? room.comm().isend(out[p], p, 1) : room.comm().issend(out[p], p, 1));
          }
          Request.waitAll(requests);
        });
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void matchedProbesMeetBufferedSends(Communicator world) {
    world.mpi().bufferAttachAutomatic();
    everyLayout(
        world,
        (room, out, in) -> {
          for (int p = 0; p < out.length; p++) {
            room.comm().bsend(out[p], p, 2);
          }
          for (int p = in.length - 1; p >= 0; p--) {
            room.comm().mprobe(p, 2).mrecv(in[p]);
          }
        });
    world.mpi().bufferDetach();
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void persistentRequestsMeetEachOther(Communicator world) {
    everyLayout(
        world,
        (room, out, in) -> {
          List<PersistentRequest> requests = new ArrayList<>();
          for (int p = 0; p < in.length; p++) {
            requests.add(room.comm().recvInit(in[p], p, 3));
            requests.add(room.comm().sendInit(out[p], p, 3));
          }
          for (int start = 0; start < 2; start++) {
            PersistentRequest.startAll(requests);
            Request.waitAll(requests);
          }
          requests.forEach(Request::free);
        });
  }
}
