package org.purempi.transport.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedSelectorException;
import java.util.concurrent.TimeUnit;
import org.purempi.transport.Doorbell;

/** Sleeps in the selector of the rank's connections: an arriving frame ends the sleep by itself. */
final class TcpDoorbell implements Doorbell {
  private final Object guard;
  private final ReadinessSet ready;
  private volatile boolean isArmed;
  private volatile boolean isRung;

  /**
   * The bell of a rank.
   *
   * @param guard whose monitor guards {@code ready}
   */
  TcpDoorbell(Object guard, ReadinessSet ready) {
    this.guard = guard;
    this.ready = ready;
  }

  @Override
  public void arm() {
    isRung = false;
    isArmed = true;
  }

  @Override
  public void sleep(long nanos) {
    if (isRung || nanos <= 0) {
      return;
    }
    synchronized (guard) {
      ready.beginSleep();
      if (isRung) { // a thread that polled since may have swallowed the wake-up
        ready.endSleep();
        return;
      }
    }
    // The flag would end every sleep at once; it is put back afterwards.
    boolean wasInterrupted = Thread.interrupted();
    try {
      ready.await(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    } catch (ClosedSelectorException e) {
      // The transport was closed meanwhile: there is nothing to wait for.
      isRung = true;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot wait for connections: " + e.getMessage(), e);
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
      synchronized (guard) {
        ready.endSleep();
      }
    }
  }

  @Override
  public void disarm() {
    isArmed = false;
  }

  /** Any thread. Wakes a selector that is entered a moment later, too. */
  @Override
  public void ring() {
    isRung = true;
    if (isArmed) {
      ready.wakeup();
    }
  }
}
