package org.purempi.tests;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.purempi.Communicator;
import org.purempi.Intercommunicator;
import org.purempi.tool.HangException;

/** Runs one case on ranks that are threads of this JVM. */
final class ThreadJob {
  private ThreadJob() {}

  /** The same on the merger of two worlds that have met. */
  static void runOnTwoWorlds(RankCase c, int ranks) {
    int first = (ranks + 1) / 2;
    var port = new CompletableFuture<String>();
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      Future<?> one = pool.submit(() -> half(c, first, port, true));
      Future<?> other = pool.submit(() -> half(c, ranks - first, port, false));
      try {
        one.get();
        other.get();
      } catch (ExecutionException | InterruptedException e) {
        throw new AssertionError(c.name() + " on two worlds of " + ranks + " threads", e);
      }
    }
  }

  private static void half(RankCase c, int ranks, CompletableFuture<String> port, boolean isFirst) {
    try {
      new org.purempi.tool.ThreadJob(ranks, false, c.limit())
          .run(world -> half(c, world, port, isFirst));
    } catch (RuntimeException e) {
      port.completeExceptionally(e);
      throw e;
    }
  }

  private static void half(
      RankCase c, Communicator world, CompletableFuture<String> port, boolean isFirst)
      throws Exception {
    if (isFirst && world.rank() == 0) {
      port.complete(world.mpi().openPort());
    }
    String name = world.rank() == 0 ? port.get() : "";
    Intercommunicator bridge = isFirst ? world.accept(name, 0) : world.connect(name, 0);
    try (Communicator all = bridge.merge(!isFirst)) {
      c.run(all);
    }
    bridge.disconnect();
  }

  static void run(RankCase c, int ranks, boolean virtual) {
    try {
      new org.purempi.tool.ThreadJob(ranks, virtual, c.limit()).run(c::run);
    } catch (HangException e) {
      throw new AssertionError(c.name() + " hangs: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new AssertionError(c.name() + " on " + ranks + " threads", e);
    }
  }
}
