package org.purempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.transport.Cursor;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Offer;

/** Who only waits for a peer calls it to see whether it is there; to be called is as good. */
@Timeout(60)
class WatchTest {
  private static final JobKey KEY = JobKey.random();

  private static final class Witness implements FrameHandler {
    final List<String> gone = new ArrayList<>();
    int frames;

    @Override
    public void frame(
        int peer,
        long word0,
        long word1,
        long word2,
        MemorySegment memory,
        long offset,
        int bytes) {
      frames++;
    }

    @Override
    public void gone(int peer, String reason, boolean inPeace) {
      gone.add((inPeace ? "in peace: " : "lost: ") + reason);
    }

    void look(TcpTransport transport, int millis) {
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      while (System.nanoTime() - until < 0 && gone.isEmpty() && frames == 0) {
        transport.poll(this);
      }
    }
  }

  private static TcpTransport open(TcpListener door, int rank, AddressBook book)
      throws IOException {
    return TcpTransport.open(door, rank, 2, "job", KEY, book);
  }

  private static String noCard(int rank) throws IOException {
    throw new IOException("rank " + rank + " has no card");
  }

  @Test
  void aPeerThatCannotBeCalledMayCallLater() throws IOException {
    TcpListener door = TcpListener.open(TcpSettings.loopback());
    String card = door.card();
    try (TcpTransport waits = open(door, 0, WatchTest::noCard);
        TcpTransport sends = open(TcpListener.open(TcpSettings.loopback()), 1, rank -> card)) {
      Witness witness = new Witness();
      waits.endpoint(1).watch();
      witness.look(waits, 300);
      assertThat(witness.gone).isEmpty();

      Witness sender = new Witness();
      while (sends.endpoint(0).offer(1, 2, 3, Cursor.over(new byte[8]), 8) == Offer.BUSY) {
        sends.poll(sender);
      }
      witness.look(waits, 10_000);
      assertThat(witness.gone).isEmpty();
      assertThat(witness.frames).isEqualTo(1);
    }
  }

  @Test
  void whoHasSomethingToSendAfterAllIsToldWhyItCannot() throws IOException {
    try (TcpTransport waits =
        open(TcpListener.open(TcpSettings.loopback()), 0, WatchTest::noCard)) {
      Witness witness = new Witness();
      waits.endpoint(1).watch();
      witness.look(waits, 300);
      assertThat(waits.endpoint(1).offer(1, 2, 3, Cursor.over(new byte[8]), 8))
          .isEqualTo(Offer.BUSY);
      witness.look(waits, 10_000);
      assertThat(witness.gone)
          .singleElement()
          .asString()
          .startsWith("lost: rank 1 cannot be reached");
    }
  }

  @Test
  void aPeerThatHasEndedIsGoneInPeaceUnlessSomethingWasToBeSent() throws IOException {
    for (boolean isSending : new boolean[] {false, true}) {
      TcpListener shut = TcpListener.open(TcpSettings.loopback());
      String card = shut.card();
      shut.close();
      try (TcpTransport waits = open(TcpListener.open(TcpSettings.loopback()), 0, rank -> card)) {
        Witness witness = new Witness();
        if (isSending) {
          waits.endpoint(1).offer(1, 2, 3, Cursor.over(new byte[8]), 8);
        }
        waits.endpoint(1).watch();
        witness.look(waits, 10_000);
        assertThat(witness.gone)
            .singleElement()
            .asString()
            .startsWith((isSending ? "lost" : "in peace") + ": rank 1 has ended, or its address");
      }
    }
  }
}
