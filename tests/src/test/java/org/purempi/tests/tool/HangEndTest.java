package org.purempi.tests.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
import org.purempi.tests.Tree;

/** Jobs in which no rank makes progress, and jobs that only seem so. */
@Timeout(120)
class HangEndTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int HANGS = 88;

  @TempDir Path folder;

  private Path page() {
    return folder.resolve("a hang.html");
  }

  private Outcome mpiexec(String program, String... options)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(Tree.ROOT.resolve("bin/mpiexec").toString()));
    words.addAll(List.of("-n", "2", "-hang-page", page().toString()));
    words.addAll(List.of(options));
    words.addAll(List.of("-cp", Launcher.classPath(), HangingProgram.class.getName(), program));
    return Launcher.start(LIMIT, words);
  }

  private void assertDrawn(String text) throws Exception {
    var page = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(page().toFile());
    assertThat(page.getElementsByTagName("svg").getLength()).isEqualTo(1);
    assertThat(page.getDocumentElement().getTextContent()).contains(text);
    Files.delete(page());
  }

  @Test
  void aJobThatHangsEndsByItselfAndIsDrawn() throws Exception {
    Outcome outcome = mpiexec("wrong tag", "-hang", "2");
    assertThat(outcome.err())
        .startsWith("mpiexec: no rank has made progress for 2 s; what its ranks are doing:\nrank 0")
        .contains("hint: a message with tag 6 from rank 0 lies unreceived at rank 1")
        .contains("\nmpiexec: who waits for whom is drawn in " + page() + "\n")
        .endsWith(
            "mpiexec: no rank has made progress for 2 s: the job hangs (-hang sets the time)\n");
    assertThat(outcome.exitCode()).isEqualTo(HANGS);
    assertDrawn("a circle of 2 ranks: rank 0 waits for rank 1, rank 1 for rank 0");
  }

  @Test
  void theLockOfAWindowIsTracedOverManagers() throws Exception {
    Outcome outcome = mpiexec("lock", "-launcher", "fork", "-hosts", "a:1,b:1", "-Dpurempi.hang=1");
    assertThat(outcome.err())
        .contains("for the lock of rank 1 of a window of MPI_COMM_WORLD, held by rank 0, which");
    assertThat(outcome.exitCode()).isEqualTo(HANGS);
  }

  /** All at once: each takes longer than it may stand still. */
  @Test
  void aJobInWhichSomethingMayStillHappenGoesOn() throws Exception {
    List<Callable<Outcome>> jobs =
        List.of(
            () -> mpiexec("pauses", "-hang", "1"),
            () -> mpiexec("waits with a limit", "-hang", "1"),
            () -> mpiexec("helper", "-hang", "1"));
    try (ExecutorService pool = Executors.newFixedThreadPool(jobs.size())) {
      for (Future<Outcome> job : pool.invokeAll(jobs)) {
        assertThat(job.get().err()).isEmpty();
        assertThat(job.get().out()).endsWith("done\ndone\n");
        assertThat(job.get().exitCode()).isZero();
      }
    }
  }

  @Test
  void offIsOffAndATimeoutIsDrawnToo() throws Exception {
    Outcome outcome = mpiexec("wrong tag", "-hang", "off", "-timeout", "7");
    assertThat(outcome.err()).startsWith("mpiexec: the job has run for 7 s");
    assertThat(outcome.exitCode()).isEqualTo(124);
    assertDrawn("recv at HangingProgram.java:");
  }

  @Test
  void ranksThatAreThreadsEndWithTheSameCode() throws Exception {
    Outcome outcome = mpiexec("wrong tag", "-threads");
    assertThat(outcome.err())
        .startsWith("purempi: every rank waits for another")
        .contains("purempi: who waits for whom is drawn in " + page() + "\n");
    assertThat(outcome.exitCode()).isEqualTo(HANGS);
    assertDrawn("a circle of 2 ranks");
  }

  @Test
  void aTimeThatIsNoneIsRefused() throws Exception {
    Outcome outcome = mpiexec("wrong tag", "-hang", "soon");
    assertThat(outcome.err())
        .isEqualTo("mpiexec: -hang soon: write off, or a number of seconds, 1 to 2147483647\n");
    assertThat(outcome.exitCode()).isEqualTo(2);
  }
}
