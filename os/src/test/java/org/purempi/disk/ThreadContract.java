package org.purempi.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.disk.Way.NEW;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.purempi.disk.DiskException.Reason;

/** How every way to the disk does with several threads, and with interrupts. */
abstract class ThreadContract extends DiskFixture {
  ThreadContract(Way way) {
    super(way);
  }

  @Test
  void anInterruptStopsNothingAndStays() throws Exception {
    byte[] data = random(64 * KIB);
    try (OpenFile file = open("a", NEW)) {
      file.write(MemorySegment.ofArray(data), 0, data.length, 0);
      var isDone = new AtomicBoolean();
      Thread reader = Thread.currentThread();
      Thread interrupter =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!isDone.get()) {
                      reader.interrupt();
                      Thread.onSpinWait();
                    }
                  });
      try {
        while (!reader.isInterrupted()) {
          Thread.onSpinWait(); // the other thread may take longer to start than all calls take
        }
        byte[] back = new byte[data.length];
        for (int i = 0; i < 200; i++) {
          Arrays.fill(back, (byte) 0);
          assertThat(file.read(MemorySegment.ofArray(back), 0, back.length, 0))
              .isEqualTo(back.length);
          assertThat(Arrays.equals(back, data)).isTrue();
          file.write(MemorySegment.ofArray(data), 0, data.length, 0);
        }
      } finally {
        isDone.set(true);
        interrupterEnds(interrupter);
      }
      Thread.currentThread().interrupt();
      file.sync();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(file.size()).isEqualTo(data.length);
    }
  }

  /** Waits for the end of a thread that interrupts this one. */
  private static void interrupterEnds(Thread interrupter) {
    while (interrupter.isAlive()) {
      Thread.onSpinWait();
    }
    assertThat(Thread.interrupted()).as("the interrupt is still there").isTrue();
  }

  @Test
  void severalThreadsUseOneFile() throws Exception {
    int threads = 4;
    try (OpenFile file = open("a", NEW);
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> all =
          IntStream.range(0, threads)
              .mapToObj(i -> pool.submit(() -> writesAndReads(file, i, threads)))
              .toList();
      for (Future<Boolean> one : all) {
        assertThat(one.get()).isTrue();
      }
      assertThat(file.size()).isEqualTo(100L * threads * 1000);
    }
  }

  /** Every thread has its own records of 1000 bytes. */
  private static boolean writesAndReads(OpenFile file, int thread, int threads)
      throws DiskException {
    byte[] mine = new byte[1000];
    byte[] back = new byte[1000];
    Arrays.fill(mine, (byte) (thread + 1));
    boolean isRight = true;
    for (long record = thread; record < 100L * threads; record += threads) {
      file.write(MemorySegment.ofArray(mine), 0, 1000, record * 1000);
      file.read(MemorySegment.ofArray(back), 0, 1000, record * 1000);
      isRight &= Arrays.equals(mine, back);
    }
    return isRight;
  }

  @Test
  void aCloseInBetweenHarmsNoCall() throws Exception {
    byte[] data = random(MIB);
    for (int i = 0; i < 10; i++) {
      OpenFile file = open("a", NEW);
      file.write(MemorySegment.ofArray(data), 0, data.length, 0);
      var isReading = new CompletableFuture<Boolean>();
      var result = new CompletableFuture<Reason>();
      Thread.ofPlatform()
          .start(
              () -> {
                byte[] back = new byte[data.length];
                try {
                  while (true) {
                    long bytes = file.read(MemorySegment.ofArray(back), 0, back.length, 0);
                    isReading.complete(bytes == data.length);
                  }
                } catch (DiskException e) {
                  result.complete(e.reason());
                }
              });
      assertThat(isReading.get()).isTrue();
      file.close();
      assertThat(result.get()).isEqualTo(Reason.CLOSED);
    }
  }
}
