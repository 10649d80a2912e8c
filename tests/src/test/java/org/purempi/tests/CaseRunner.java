package org.purempi.tests;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.tests.CaseScan.Worlds;
import org.purempi.tests.device.OnDevices;

/**
 * The program of one rank of a {@link ProcessJob}: runs the cases one after the other. The first
 * that fails ends the job; the test starts another one behind it.
 *
 * <p>Arguments: the folder of the reports, which cases, and the number of the first.
 */
final class CaseRunner {
  /** So long the ranks that hang together get to write down their threads. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private static final int HANGS = 3;
  private static final int FAILED = 4;

  private CaseRunner() {}

  public static void main(String[] args) throws Exception {
    Path reports = Path.of(args[0]);
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      CaseReport report = CaseReport.ofRank(reports, world.rank());
      List<RankCase> cases = CaseScan.cases(world.size(), Worlds.valueOf(args[1]));
      try (Communicator between = world.dup()) {
        for (RankCase c : cases.subList(Integer.parseInt(args[2]), cases.size())) {
          between.barrier();
          OnDevices.free();
          run(c, world, report);
        }
        between.barrier();
      }
    }
  }

  private static void run(RankCase c, Communicator world, CaseReport report) throws Exception {
    var done = new CountDownLatch(1);
    Thread.ofPlatform().daemon().name("time limit").start(() -> watch(c, report, done));
    try {
      c.run(world);
      report.passed(c);
    } catch (Throwable t) {
      report.failed(c, t);
      throw world.abort(FAILED);
    } finally {
      done.countDown();
    }
  }

  private static void watch(RankCase c, CaseReport report, CountDownLatch done) {
    try {
      if (done.await(c.where().seconds(), TimeUnit.SECONDS)) {
        return;
      }
      report.failed(c, "hangs: not done after " + c.where().seconds() + " s\n" + ThreadDump.take());
      Thread.sleep(LAST_WORDS);
      Runtime.getRuntime().halt(HANGS);
    } catch (InterruptedException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
