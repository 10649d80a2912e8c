package org.purempi.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QueueTimeTest {
  private static final long COMPUTED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  @Test
  void twoThreadsThatComputeOnOneCoreWaitForEachOther() throws Exception {
    assumeTrue(QueueTime.nanos() != QueueTime.UNKNOWN, "the kernel does not tell");
    int[] allowed = Affinity.allowed().stream().mapToInt(Integer::intValue).toArray();
    assumeTrue(Affinity.bind(0, 0), "no right to processor 0");
    var begins = new CountDownLatch(1);
    var isOver = new AtomicBoolean();
    Thread rival =
        Thread.ofPlatform() // inherits the processor
            .start(
                () -> {
                  begins.countDown();
                  while (!isOver.get()) {
                    Thread.onSpinWait();
                  }
                });
    try {
      begins.await();
      long queued = QueueTime.nanos();
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < COMPUTED_NANOS) {
        Thread.onSpinWait();
      }
      long waited = QueueTime.nanos() - queued;
      assertThat(waited).isBetween(COMPUTED_NANOS / 10, System.nanoTime() - begin);
      var ofAnother = new AtomicLong();
      Thread.ofPlatform().start(() -> ofAnother.set(QueueTime.nanos())).join();
      assertThat(ofAnother)
          .as("of a thread that has just begun")
          .hasValueGreaterThanOrEqualTo(0)
          .hasValueLessThan(waited);
    } finally {
      isOver.set(true);
      rival.join();
      Affinity.bind(0, allowed);
    }
  }

  @Test
  void sleepIsNotTimeInTheQueue() throws InterruptedException {
    assumeTrue(QueueTime.nanos() != QueueTime.UNKNOWN, "the kernel does not tell");
    long before = QueueTime.nanos();
    Thread.sleep(TimeUnit.NANOSECONDS.toMillis(COMPUTED_NANOS));
    assertThat(QueueTime.nanos() - before).isLessThan(COMPUTED_NANOS);
  }

  @Test
  void oneFileStaysOpenHoweverManyThreadsAsk() throws Exception {
    assumeTrue(QueueTime.nanos() != QueueTime.UNKNOWN, "the kernel does not tell");
    int threads = 100;
    int before = openFiles();
    for (int i = 0; i < threads; i++) {
      Thread.ofPlatform().start(QueueTime::nanos).join();
    }
    assertThat(openFiles() - before).isLessThan(threads / 2); // others may open some meanwhile
  }

  private static int openFiles() {
    return Objects.requireNonNull(new File("/proc/self/fd").list()).length;
  }
}
