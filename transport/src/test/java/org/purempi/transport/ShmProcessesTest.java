package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.transport.shm.ShmLimits;
import org.purempi.transport.shm.ShmTransport;

/** What only shows between real processes. */
@Timeout(60)
class ShmProcessesTest {
  private static final long WOKEN_NANOS = TimeUnit.MICROSECONDS.toNanos(2500);
  private static final String GRANTED = "--enable-native-access=ALL-UNNAMED";
  private static final String DENIED = "--illegal-native-access=deny";

  private @TempDir Path directory;

  @Test
  void twoProcessesExchangeFrames() throws Exception {
    echo(GRANTED, 2000, 0);
  }

  @Test
  void framesArriveWhileThePeerSleepsInTheFutex() throws Exception {
    echo(GRANTED, 60, 2);
  }

  @Test
  void framesArriveWhileThePeerSleepsWithoutNativeAccess() throws Exception {
    echo(DENIED, 60, 2);
  }

  private static void echo(String option, int frames, int pauseMillis) throws Exception {
    String address = ShmTransport.create(2);
    Process peer = ShmPeer.start(address, option);
    try (Transport transport = ShmTransport.open(address, 0, 2)) {
      Backlog backlog = new Backlog(transport);
      for (int i = 0; i < frames; i++) {
        byte[] payload = TransportContract.pattern(i % 2000, i);
        TransportContract.offer(transport, 1, i, 0, 0, payload);
        assertThat(backlog.next(pauseMillis > 0).payload()).isEqualTo(payload);
        Thread.sleep(pauseMillis);
      }
      checkLoan(transport, backlog);
      TransportContract.offer(transport, 1, ShmPeer.STOP, 0, 0, new byte[0]);
      assertThat(peer.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(output(peer)).startsWith("done");
    } finally {
      peer.destroyForcibly();
    }
  }

  /** Without the bell it would wake up by itself: after 10 ms at most, 5 on the average. */
  @Test
  void aFrameWakesAPeerThatSleepsInTheFutex() throws Exception {
    String address = ShmTransport.create(2);
    Process peer = ShmPeer.start(address, GRANTED);
    try (Transport transport = ShmTransport.open(address, 0, 2)) {
      Backlog backlog = new Backlog(transport);
      long median = medianOfWakeUps(transport, backlog);
      for (int again = 0; again < 4 && median > WOKEN_NANOS; again++) {
        median = medianOfWakeUps(transport, backlog); // other programs had the cores
      }
      assertThat(median).isLessThan(WOKEN_NANOS);
      TransportContract.offer(transport, 1, ShmPeer.STOP, 0, 0, new byte[0]);
      assertThat(output(peer)).isEqualTo("done with native calls\n");
    } finally {
      peer.destroyForcibly();
    }
  }

  private static long medianOfWakeUps(Transport transport, Backlog backlog) throws Exception {
    long[] nanos = new long[31];
    for (int i = 0; i < nanos.length; i++) {
      Thread.sleep(45);
      long start = System.nanoTime();
      TransportContract.offer(transport, 1, i, 0, 0, new byte[8]);
      backlog.next(false);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2];
  }

  private static void checkLoan(Transport transport, Backlog backlog) {
    MemorySegment region =
        TransportContract.map(transport, TransportContract.reserve(transport, 2000));
    region.copyFrom(MemorySegment.ofArray(TransportContract.pattern(2000, 8)));
    long descriptor = transport.endpoint(1).lend(Cursor.over(region));
    TransportContract.offer(transport, 1, 0, descriptor, 2000, new byte[0]);
    assertThat(backlog.next(false).payload()).isEqualTo(TransportContract.pattern(2000, 8));
  }

  @Test
  void theDeathOfAPeerIsToldOnceAfterItsLastFrame() throws Exception {
    String address = ShmTransport.create(2);
    Process peer = ShmPeer.start(address, DENIED);
    try (Transport transport = ShmTransport.open(address, 0, 2)) {
      Backlog backlog = new Backlog(transport);
      TransportContract.offer(transport, 1, 5, 0, 0, new byte[10]);
      assertThat(backlog.next(true).word0()).isEqualTo(5);
      transport.endpoint(1).watch();
      List<String> told = new ArrayList<>();
      assertThat(transport.poll(recording(told))).isZero();
      assertThat(told).as("it lives").isEmpty();
      TransportContract.offer(transport, 1, 6, 0, 0, new byte[10]);
      Thread.sleep(300);
      peer.destroyForcibly().waitFor();
      transport.endpoint(1).watch();
      while (told.size() < 2) {
        int unused = transport.poll(recording(told));
      }
      assertThat(told)
          .containsExactly("frame 6", "rank 1 has died (process " + peer.pid() + " of this host)");
      Endpoint endpoint = transport.endpoint(1);
      assertThat(endpoint.offer(7, 0, 0, Cursor.over(new byte[0]), 0)).isEqualTo(Offer.FAILED);
      assertThat(endpoint.failure()).isEqualTo(told.getLast());
      endpoint.watch();
      assertThat(transport.poll(recording(told))).isZero();
      assertThat(told).hasSize(2);
    } finally {
      peer.destroyForcibly();
    }
  }

  private static FrameHandler recording(List<String> told) {
    return new FrameHandler() {
      @Override
      public void frame(
          int peer, long word0, long word1, long word2, MemorySegment memory, long at, int bytes) {
        told.add("frame " + word0);
      }

      @Override
      public void gone(int peer, String reason, boolean inPeace) {
        assertThat(inPeace).isFalse();
        told.add(reason);
      }
    };
  }

  @Test
  void aPeerThatWasKilledBlocksNobody() throws Exception {
    String address = ShmTransport.create(2);
    Process peer = ShmPeer.start(address, DENIED);
    try (Transport transport = ShmTransport.open(address, 0, 2)) {
      Backlog backlog = new Backlog(transport);
      TransportContract.offer(transport, 1, 5, 0, 0, new byte[10]);
      assertThat(backlog.next(true).word0()).isEqualTo(5);
      peer.destroyForcibly().waitFor();
      Source nothing = Cursor.over(new byte[0]);
      Offer last = Offer.OK;
      for (int i = 0; i < 1000; i++) {
        last = transport.endpoint(1).offer(0, 0, 0, nothing, 0);
      }
      assertThat(last).isEqualTo(Offer.BUSY);
      assertThat(transport.poll((p, w0, w1, w2, m, o, b) -> {})).isZero();
      assertThat(transport.reserve(100)).isNotNull();
    } finally {
      peer.destroyForcibly();
    }
  }

  @Test
  void theFileHasNoNameFromTheBeginning() throws IOException {
    String address = ShmTransport.create(new ShmLimits(directory, 1 << 20, false), 1);
    assertThat(address).startsWith("proc:").hasSizeLessThan(200).doesNotContain(" ");
    assertThat(names()).isEmpty();
    ShmTransport.open(address, 0, 1).close();
  }

  @Test
  void aFileWithANameIsPrivateAndLosesItWhenAllHaveOpenedIt() throws IOException {
    String address = ShmTransport.create(new ShmLimits(directory, 1 << 20, true), 2);
    assertThat(address).startsWith("name:").hasSizeLessThan(200).doesNotContain(" ");
    assertThat(names()).hasSize(1);
    assertThat(Files.getPosixFilePermissions(names().getFirst()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    try (Transport first = ShmTransport.open(address, 0, 2)) {
      assertThat(names()).hasSize(1);
      try (Transport second = ShmTransport.open(address, 1, 2)) {
        assertThat(names()).isEmpty();
        TransportContract.offer(first, 1, 3, 0, 0, new byte[0]);
        assertThat(new Backlog(second).next(false).word0()).isEqualTo(3);
      }
    }
  }

  @Test
  void aFileThatIsGivenUpKeepsNeitherItsNameNorItsDescriptor() throws IOException {
    for (boolean keepsName : new boolean[] {true, false}) {
      String address = ShmTransport.create(new ShmLimits(directory, 1 << 20, keepsName), 2);
      ShmTransport.open(address, 0, 2).close();
      ShmTransport.abandon(address);
      assertThat(names()).isEmpty();
      assertThatThrownBy(() -> ShmTransport.open(address, 1, 2))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is gone");
      ShmTransport.abandon(address);
    }
  }

  @Test
  void aFileThatWasCutOffIsRefused() throws IOException {
    String address = ShmTransport.create(new ShmLimits(directory, 1 << 20, true), 1);
    try (var file = new RandomAccessFile(names().getFirst().toFile(), "rw")) {
      file.setLength(file.length() - 1);
    }
    assertThatThrownBy(() -> ShmTransport.open(address, 0, 1))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(".* has [0-9]+ bytes, not the [0-9]+ it was made with");
    ShmTransport.abandon(address);
  }

  @Test
  void aWrongAddressSaysWhatIsWrong() throws IOException {
    assertThatThrownBy(() -> ShmTransport.open("tcp://host", 0, 1))
        .isInstanceOf(IOException.class)
        .hasMessage("'tcp://host' is not the address of a shared file of purempi");
    assertThatThrownBy(() -> ShmTransport.open("proc:1:1:99999", 0, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/proc/1/fd/99999 is gone");
    String address = ShmTransport.create(2);
    assertThatThrownBy(() -> ShmTransport.open(address, 0, 3))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("was made for 2 ranks, not 3");
    assertThatThrownBy(() -> ShmTransport.open(address.replaceFirst(":.", ":0"), 0, 2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not the shared file of this job");
    assertThatThrownBy(() -> ShmTransport.open(address, 2, 2))
        .isInstanceOf(IllegalArgumentException.class);
    ShmTransport.open(address, 0, 2).close();
    ShmTransport.open(address, 1, 2).close();
  }

  private List<Path> names() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
