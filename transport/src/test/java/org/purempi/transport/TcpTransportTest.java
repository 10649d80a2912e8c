package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.purempi.transport.tcp.AddressBook;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpListener;
import org.purempi.transport.tcp.TcpSettings;
import org.purempi.transport.tcp.TcpTransport;

/** Ranks that reach each other by TCP keep the contract; here all of them are in this JVM. */
class TcpTransportTest extends TransportContract {
  /** Small, so that a pair is soon full. */
  private static final int BUFFER_BYTES = 32 << 10;

  /** The settings that the ranks are opened with. */
  protected TcpSettings settings() {
    return TcpSettings.loopback().withBufferBytes(BUFFER_BYTES);
  }

  @Override
  protected TcpJob open(int ranks) {
    return TcpJob.open(settings(), ranks);
  }

  @Override
  protected boolean deliversAtOnce() {
    return false;
  }

  /** Ranks that know each other's cards. */
  record TcpJob(List<TcpTransport> all) implements Job {
    static TcpJob open(TcpSettings settings, int ranks) {
      try {
        List<TcpListener> doors = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
          doors.add(TcpListener.open(settings));
        }
        List<String> cards = doors.stream().map(TcpListener::card).toList();
        JobKey key = JobKey.random();
        List<TcpTransport> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
          all.add(TcpTransport.open(doors.get(rank), rank, ranks, "test", key, cards::get));
        }
        return new TcpJob(all);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public TcpTransport rank(int rank) {
      return all.get(rank);
    }

    @Override
    public void close() {
      all.forEach(TcpTransport::close);
    }
  }

  @Test
  void twoRanksThatCallEachOtherAtOnceHaveOneConnection() throws Exception {
    for (int round = 0; round < 50; round++) {
      try (TcpJob job = open(2)) {
        Together.run(List.of(() -> exchange(job.rank(0), 1), () -> exchange(job.rank(1), 0)));
        for (TcpTransport rank : job.all()) {
          assertThat(rank.counters().connections()).isEqualTo(1);
          assertThat(rank.counters().refused()).isZero();
        }
      }
    }
  }

  private static Void exchange(Transport mine, int peer) {
    offer(mine, peer, 1, 2, 3, new byte[8]);
    pollUntil(mine, (from, w0, w1, w2, memory, offset, bytes) -> {});
    return null;
  }

  @Test
  void aRankThatLeftIsGoneInPeaceAfterItsLastFrame() throws Exception {
    try (TcpJob job = open(2)) {
      offer(job.rank(1), 0, 9, 0, 0, pattern(60_000, 1));
      job.rank(1).close();
      Witness witness = new Witness();
      while (witness.reason.get() == null) {
        job.rank(0).poll(witness);
        Together.pause();
      }
      assertThat(witness.frames).isEqualTo(1);
      assertThat(witness.inPeace).isTrue();
      assertThat(witness.reason.get()).contains("rank 1 on host").contains("closed its Mpi");
      assertThat(job.rank(0).endpoint(1).failure()).contains("rank 1");
      assertThat(job.rank(1).awaitLeft(TimeUnit.SECONDS.toNanos(20))).isTrue();
    }
  }

  @Test
  void nothingIsLostWhenARankLeavesWithFullBuffers() throws Exception {
    try (TcpJob job = open(2)) {
      int sent = fill(job.rank(1).endpoint(0), Cursor.over(new byte[64 << 20]), 50_000);
      // What the leaver has not read must not make the system reset the connection.
      offer(job.rank(0), 1, 5, 0, 0, new byte[1000]);
      job.rank(1).close();
      Witness witness = new Witness();
      while (witness.reason.get() == null) {
        job.rank(0).poll(witness);
        Together.pause();
      }
      assertThat(witness.frames).isEqualTo(sent);
      assertThat(witness.inPeace).isTrue();
    }
  }

  @Test
  void anAddressThatThisJvmCannotCallIsAnEndAndNoWaitForEver() throws Exception {
    AddressBook strange =
        rank -> {
          throw new UnsupportedAddressTypeException();
        };
    TcpListener door = TcpListener.open(settings());
    try (TcpTransport alone = TcpTransport.open(door, 0, 2, "test", JobKey.random(), strange)) {
      Source nothing = Cursor.over(new byte[0]);
      while (alone.endpoint(1).offer(0, 0, 0, nothing, 0) != Offer.FAILED) {
        alone.poll(refuseAll());
        Together.pause();
      }
      assertThat(alone.endpoint(1).failure())
          .contains("cannot be reached at an unknown address: UnsupportedAddressTypeException");
    }
  }

  @Test
  void aFrameOverTcpIsOneSystemCallToSend() {
    try (TcpJob job = open(2)) {
      offer(job.rank(0), 1, 0, 0, 0, new byte[8]);
      next(job.rank(1));
      long before = job.rank(0).counters().writes();
      for (int i = 0; i < 100; i++) {
        offer(job.rank(0), 1, i, 0, 0, new byte[8]);
        assertThat(next(job.rank(1)).word0()).isEqualTo(i);
      }
      assertThat(job.rank(0).counters().writes() - before).isEqualTo(100);
    }
  }

  /** Counts frames and remembers who is gone. */
  private static final class Witness implements FrameHandler {
    final AtomicReference<String> reason = new AtomicReference<>();
    int frames;
    boolean inPeace;

    @Override
    public void frame(
        int peer,
        long word0,
        long word1,
        long word2,
        java.lang.foreign.MemorySegment memory,
        long offset,
        int bytes) {
      frames++;
    }

    @Override
    public void gone(int peer, String why, boolean isInPeace) {
      reason.set(why);
      inPeace = isInPeace;
    }
  }
}
