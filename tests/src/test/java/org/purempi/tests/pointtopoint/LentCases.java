package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.purempi.Communicator;
import org.purempi.tests.OnRanks;

/** Long messages, which the receiver may read straight out of the sender's memory. */
final class LentCases {
  private static final int LONGS = 40_000;
  private static final int ROUNDS = 12;

  private LentCases() {}

  private static long[] filled(int round) {
    long[] content = new long[LONGS];
    Arrays.setAll(content, i -> 31L * i + round);
    return content;
  }

  @OnRanks(2)
  static void aMessageSurvivesThatItsBufferMovesBeforeItIsReceived(Communicator world) {
    for (int round = 0; round < ROUNDS; round++) {
      if (world.rank() == 0) {
        var send = world.isend(filled(round), 1, round);
        if (round % 3 == 0) {
          System.gc();
        }
        world.send(new int[] {round}, 1, 1000);
        send.waitFor();
      } else {
        world.recv(new int[1], 0, 1000);
        long[] got = new long[LONGS];
        world.recv(got, 0, round);
        assertThat(Arrays.equals(got, filled(round))).as("round %d", round).isTrue();
      }
    }
  }

  @OnRanks(2)
  static void bothDirectionsAtOnceAndLessRoomThanWasSent(Communicator world) {
    int peer = 1 - world.rank();
    for (int round = 0; round < ROUNDS; round++) {
      long[] got = new long[LONGS + round];
      world.sendrecv(filled(round), peer, 1, got, peer, 1);
      assertThat(Arrays.equals(got, 0, LONGS, filled(round), 0, LONGS)).isTrue();
      assertThat(Arrays.stream(got, LONGS, got.length).allMatch(v -> v == 0)).isTrue();
    }
  }
}
