package org.purempi.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.os.Affinity;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StandbyTest {
  private static final int WAITS = 20;

  /** Long enough for a progress thread to see that nobody polls, and to go to sleep. */
  private static final long AWHILE_NANOS = 4_000_000;

  private static final long LIMIT_NANOS = 20_000_000;

  private static final FrameHandler NO_FRAMES =
      (peer, word0, word1, word2, memory, offset, bytes) -> {
        throw new AssertionError("a frame from " + peer);
      };

  private static final class Never extends Completion {}

  private static final String WAITER = "waiter";

  private final Progress progress = new Progress(transport(), NO_FRAMES, new Patience(1, 0));

  /** The waiter has just polled, and then it is not its turn for a while. */
  private Transport transport() {
    Transport real = new ThreadHub(1).transport(0);
    return (Transport)
        Proxy.newProxyInstance(
            Transport.class.getClassLoader(),
            new Class<?>[] {Transport.class},
            (self, method, args) -> {
              if (method.getName().equals("poll")
                  && Thread.currentThread().getName().equals(WAITER)) {
                progress.leave();
                LockSupport.parkNanos(AWHILE_NANOS);
                progress.enter();
              }
              return method.invoke(real, args);
            });
  }

  private static Thread startOnOneProcessor(String name, Runnable work) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              Affinity.bind(0, 0); // where it may not be, a wrong turn is only less likely
              work.run();
            });
  }

  /** On one processor nobody comes by the lock by chance: the other has to give way. */
  @Test
  void aProgressThreadGivesTheDoorbellToWhoWaits() throws InterruptedException {
    var over = new AtomicBoolean();
    var waits = new AtomicInteger();
    Thread standby = startOnOneProcessor("standby", () -> progress.standBy(over::get));
    Thread waiter =
        startOnOneProcessor(
            WAITER,
            () -> {
              while (waits.get() < WAITS) {
                progress.enter();
                progress.await(new Never(), System.nanoTime() + LIMIT_NANOS);
                progress.leave();
                waits.incrementAndGet();
              }
            });
    waiter.join();
    over.set(true);
    standby.join();
    assertThat(waits).hasValue(WAITS);
  }
}
