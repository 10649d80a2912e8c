package org.purempi.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.disk.Way.BOTH;
import static org.purempi.disk.Way.NEW;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How every way to the disk locks. */
abstract class LockContract extends DiskFixture {
  /** Long enough to see that a lock is not had, mostly; nobody waits longer for one that is. */
  private static final long SHORT_MILLIS = 30;

  LockContract(Way way) {
    super(way);
  }

  @BeforeEach
  void makeTheFile() throws DiskException {
    open("a", NEW).close();
  }

  private OpenFile open() throws DiskException {
    return open("a", BOTH);
  }

  /** Locks on a thread of its own; whether it was interrupted when it had the lock. */
  private static CompletableFuture<Boolean> lock(
      OpenFile file, long at, long bytes, boolean isShared, CompletableFuture<Thread> locker) {
    var isInterrupted = new CompletableFuture<Boolean>();
    locker.complete(
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    file.lock(at, bytes, isShared);
                    isInterrupted.complete(Thread.currentThread().isInterrupted());
                  } catch (DiskException e) {
                    isInterrupted.completeExceptionally(e);
                  }
                }));
    return isInterrupted;
  }

  private static CompletableFuture<Boolean> lock(OpenFile file, long at, long bytes) {
    return lock(file, at, bytes, false, new CompletableFuture<>());
  }

  private static void waits(CompletableFuture<Boolean> locking) throws Exception {
    try {
      locking.get(SHORT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException expected) {
      return;
    }
    throw new AssertionError("the range is locked by two");
  }

  @Test
  void twoOpenFilesExcludeEachOther() throws Exception {
    try (OpenFile one = open();
        OpenFile other = open();
        OpenFile beside = open()) {
      one.lock(100, 50, false);
      CompletableFuture<Boolean> second = lock(other, 149, 1);
      waits(second);
      lock(beside, 150, 10).get();
      lock(beside, 90, 10).get();
      one.unlock(100, 50);
      assertThat(second.get()).isFalse();
    }
  }

  @Test
  void aSharedLockWaitsForOneThatIsNot() throws Exception {
    try (OpenFile one = open();
        OpenFile other = open()) {
      one.lock(0, 10, false);
      CompletableFuture<Boolean> second = lock(other, 0, 10, true, new CompletableFuture<>());
      waits(second);
      one.unlock(0, 10);
      second.get();
      CompletableFuture<Boolean> third = lock(one, 5, 1);
      waits(third);
      other.unlock(0, 10);
      third.get();
    }
  }

  @Test
  void closingGivesLocksBack() throws Exception {
    OpenFile one = open();
    try (OpenFile other = open()) {
      one.lock(0, Long.MAX_VALUE, false);
      CompletableFuture<Boolean> second = lock(other, 5L << 30, 1);
      waits(second);
      one.close();
      second.get();
    }
  }

  @Test
  void anInterruptDoesNotEndTheWait() throws Exception {
    try (OpenFile one = open();
        OpenFile other = open()) {
      one.lock(0, 10, false);
      var locker = new CompletableFuture<Thread>();
      CompletableFuture<Boolean> second = lock(other, 0, 10, false, locker);
      waits(second);
      locker.get().interrupt();
      waits(second);
      one.unlock(0, 10);
      assertThat(second.get()).as("the interrupt is still there").isTrue();
    }
  }

  @Test
  void aLockSurvivesAnInterruptedCall() throws Exception {
    try (OpenFile one = open();
        OpenFile other = open()) {
      one.lock(0, 10, false);
      Thread.currentThread().interrupt();
      one.size(1);
      assertThat(Thread.interrupted()).isTrue();
      CompletableFuture<Boolean> second = lock(other, 0, 10);
      waits(second);
      one.unlock(0, 10);
      second.get();
    }
  }

  /** Locks, says so, and unlocks when it is told to. */
  static final class Other {
    private Other() {}

    public static void main(String[] args) throws IOException {
      try (OpenFile file = Way.valueOf(args[0]).disk().open(args[1], BOTH, 0)) {
        System.out.println("ready");
        file.lock(0, 10, false);
        System.out.println("locked");
        System.in.read();
        file.unlock(0, 10);
        System.out.println("unlocked");
        System.in.read();
      }
    }
  }

  @Test
  void twoProcessesExcludeEachOther() throws Exception {
    try (OpenFile mine = open()) {
      mine.lock(0, 10, false);
      Process other = way.start(Other.class, "", path("a"));
      try (BufferedReader told =
          new BufferedReader(
              new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
        assertThat(told.readLine()).isEqualTo("ready");
        Thread.sleep(SHORT_MILLIS);
        assertThat(told.ready()).as("the other has it too").isFalse();
        mine.unlock(0, 10);
        assertThat(told.readLine()).isEqualTo("locked");
        CompletableFuture<Boolean> again = lock(mine, 9, 1);
        waits(again);
        other.getOutputStream().write(1);
        other.getOutputStream().flush();
        assertThat(told.readLine()).isEqualTo("unlocked");
        again.get();
      } finally {
        other.destroyForcibly().waitFor();
      }
    }
  }
}
