package org.purempi.tests;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** Runs one case on ranks that are threads of this JVM. */
final class ThreadJob {
  private ThreadJob() {}

  static void run(RankCase c, int ranks, boolean virtual) throws InterruptedException {
    Queue<Mpi> environments = new ConcurrentLinkedQueue<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread job =
        Thread.ofPlatform()
            .daemon()
            .name(c.name())
            .start(
                () -> {
                  try {
                    Mpi.runThreads(
                        ranks,
                        virtual,
                        world -> {
                          environments.add(world.mpi());
                          c.run(world);
                        });
                  } catch (Throwable t) {
                    failure.set(t);
                  }
                });
    if (!job.join(c.limit())) {
      String threads = ThreadDump.take();
      environments.forEach(mpi -> Thread.ofPlatform().daemon().start(() -> release(mpi)));
      throw new AssertionError(
          c.name() + " hangs: not done after " + c.limit().toSeconds() + " s\n" + threads);
    }
    if (failure.get() != null) {
      throw new AssertionError(c.name() + " on " + ranks + " threads", failure.get());
    }
  }

  private static void release(Mpi mpi) {
    try {
      throw mpi.abort(1);
    } catch (MpiException e) {
      assert e != null : "abort does not return; the ranks are free now";
    }
  }
}
