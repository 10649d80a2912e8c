package org.purempi.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.options.CommandLine;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.output.Carrier;
import org.purempi.launch.output.Output;
import org.purempi.launch.output.RawCarrier;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.system.ThisHost;
import org.purempi.pmi.PmiHub;
import org.purempi.pmi.PublishedNames;
import org.purempi.pmi.RankStage;

/** Which ends of ranks end a job, with and without {@code -enable-recovery}. */
@Timeout(30)
class JudgeTest {
  private static final int KILLED = 128 + 9;
  private static final String HOSTS = " -hosts a,b -launcher fork -tree no";

  /** A judge of ranks that are not started: what happens to them is invented. */
  private static final class Court implements AutoCloseable, Judge.Executor, SiteOwner {
    final List<String> said = new ArrayList<>();
    final PmiHub hub;
    final Judge judge;
    private final Sites sites;
    private @Nullable Verdict failure;

    Court(String line) throws Exception {
      JobPlan plan =
          CommandLine.parse(List.of((line + " true").split(" ", -1)), Map.of())
              .plan(Path.of("/bin/smpd"));
      var command = new Command(List.of("true"), Path.of("/"), Map.of());
      sites = new Sites(plan, List.of(command), Origin.FIRST, this, new PublishedNames());
      hub = new PmiHub(sites.all().size());
      judge = new Judge(plan, sites, hub, new Deadline(null, 0), Origin.FIRST, this);
    }

    /** Ranks end, all between init and finalize. */
    Court end(RankStage stage, int status, int... ranks) throws Exception {
      for (int rank : ranks) {
        judge.take(new Event.Exited(rank, status, stage, stage != RankStage.SILENT));
      }
      return this;
    }

    Court take(Event event) throws Exception {
      judge.take(event);
      return this;
    }

    /** What mpiexec exits with. */
    int code() {
      assertThat(judge.isRunning()).isFalse();
      Verdict reason = judge.reason(null);
      assertThat(reason == null || failure != null || judge.isTold(reason)).isTrue();
      return reason == null ? 0 : reason.exitCode();
    }

    @Override
    public void failed(Verdict verdict) {
      failure = verdict;
    }

    @Override
    public void toldToEnd() {}

    @Override
    public void goesOn(String how) {
      said.add(how.replace(" on " + ThisHost.name(), ""));
    }

    @Override
    public Carrier carrier(int rank, Output.Stream stream) {
      return new RawCarrier((bytes, start, end) -> {});
    }

    @Override
    public void happened(Event event) {}

    @Override
    public void say(String line) {}

    @Override
    public void close() throws IOException {
      sites.close();
    }
  }

  private static Court recovering(int ranks) throws Exception {
    return new Court("-enable-recovery -n " + ranks);
  }

  @Test
  void withoutTheOptionARankThatIsKilledEndsTheJob() throws Exception {
    try (var court = new Court("-n 2").end(RankStage.INITIALIZED, KILLED, 1)) {
      assertThat(court.failure)
          .isEqualTo(new Verdict(1, KILLED, "was killed by signal 9 (SIGKILL)"));
      assertThat(court.said).isEmpty();
    }
  }

  @Test
  void aRankThatIsKilledIsToldAndTheOthersGoOn() throws Exception {
    try (var court = recovering(3).end(RankStage.INITIALIZED, KILLED, 1)) {
      assertThat(court.said)
          .containsExactly("rank 1 was killed by signal 9 (SIGKILL); the job goes on");
      court.end(RankStage.FINALIZED, 0, 0, 2);
      assertThat(court.code()).isZero();
      assertThat(court.failure).isNull();
    }
  }

  @Test
  void whoeverEndsWithoutFinalizeHasFailed() throws Exception {
    try (var court =
        recovering(3).end(RankStage.INITIALIZED, 0, 1).end(RankStage.INITIALIZED, 4, 0)) {
      assertThat(court.said)
          .containsExactly(
              "rank 1 exited with code 0 without calling finalize; the job goes on",
              "rank 0 exited with code 4; the job goes on");
      assertThat(court.end(RankStage.FINALIZED, 0, 2).code()).isZero();
    }
  }

  @Test
  void anExceptionThatClosesMpiOnItsWayIsAFailureOfTheJobInTheEnd() throws Exception {
    try (var court = recovering(3).end(RankStage.INITIALIZED, KILLED, 2)) {
      court.end(RankStage.FINALIZED, 1, 0).end(RankStage.FINALIZED, 0, 1);
      assertThat(court.said)
          .hasSize(2)
          .last()
          .isEqualTo("rank 0 exited with code 1; the job goes on");
      assertThat(court.code()).isEqualTo(KILLED);
    }
  }

  @Test
  void whenAllHaveFailedTheFirstGivesTheCode() throws Exception {
    try (var court =
        recovering(2).end(RankStage.INITIALIZED, 3, 1).end(RankStage.INITIALIZED, KILLED, 0)) {
      assertThat(court.code()).isEqualTo(3);
      assertThat(court.said).last().isEqualTo("rank 0 was killed by signal 9 (SIGKILL)");
    }
  }

  @Test
  void aPlainProgramsCodeIsStillTheJobs() throws Exception {
    try (var court = recovering(3).end(RankStage.SILENT, KILLED, 0)) {
      court.end(RankStage.SILENT, 0, 2);
      assertThat(court.said).hasSize(1);
      assertThat(court.end(RankStage.SILENT, 0, 1).code()).isZero();
    }
    try (var court = recovering(2).end(RankStage.SILENT, 5, 0).end(RankStage.SILENT, 0, 1)) {
      assertThat(court.judge.reason(null)).isEqualTo(new Verdict(0, 5, "exited with code 5"));
      assertThat(court.said).isEmpty();
    }
  }

  @Test
  void anAbortEndsTheJobAllTheSame() throws Exception {
    try (var court = recovering(3).end(RankStage.INITIALIZED, KILLED, 1)) {
      court.take(new Event.Aborted(0, 7, "enough")).end(RankStage.INITIALIZED, KILLED, 0, 2);
      assertThat(court.failure).isNotNull();
      assertThat(court.code()).isEqualTo(7);
      assertThat(court.said).hasSize(1);
    }
  }

  @Test
  void whoIsMissedInABarrierHasFailedWhicheverIsHeardOfFirst() throws Exception {
    Event end = new Event.Exited(1, 0, RankStage.SILENT, false);
    Event missed = new Event.Missed(1);
    for (List<Event> order : List.of(List.of(end, missed), List.of(missed, end))) {
      try (var court = recovering(3)) {
        for (Event event : order) {
          court.take(event);
        }
        court.take(missed);
        assertThat(court.said)
            .containsExactly(
                "rank 1 exited with code 0 while other ranks wait for it; the job goes on");
      }
    }
  }

  @Test
  void theRanksOfALostHostHaveFailed() throws Exception {
    try (var court = new Court("-enable-recovery -n 4" + HOSTS)) {
      court.end(RankStage.FINALIZED, 0, 1).take(new Event.Lost(2, "no answer"));
      assertThat(court.said)
          .containsExactly(
              "the manager of host b is lost: no answer, and with it rank 3; the job goes on");
      assertThat(court.judge.outcomes()).last().isEqualTo("rank 3 on b was lost with its host");
      court.end(RankStage.FINALIZED, 143, 3).end(RankStage.FINALIZED, 0, 0, 2);
      assertThat(court.code()).isZero();
      assertThat(court.said).hasSize(1);
    }
  }

  @Test
  void aBarrierOfAllHostsDoesNotWaitForOneWhoseRanksHaveFailed() throws Exception {
    var waits = new Event.AtBarrier(1, Map.of("key", "value"));
    for (boolean isFirst : new boolean[] {true, false}) {
      try (var court = new Court("-enable-recovery -n 4" + HOSTS)) {
        List<Integer> there = court.sites.numbered(2).ranks();
        Stream<Event> ends =
            there.stream().map(r -> new Event.Exited(r, KILLED, RankStage.INITIALIZED, true));
        List<Event> all = new ArrayList<>(ends.toList());
        all.add(isFirst ? 0 : all.size(), waits);
        for (Event event : all) {
          court.take(event);
        }
        assertThat(court.said).hasSize(there.size());
        assertThat(court.hub.takePairs()).as("those of the barrier are out").isEmpty();
        assertThat(court.hub.barrier(1, Map.of())).isTrue();
      }
    }
  }

  @Test
  void aWorldThatIsNotBornEndsWithTheFirstRankThatFails() throws Exception {
    try (var court = recovering(2)) {
      court.judge.endWithTheNext();
      court.end(RankStage.INITIALIZED, KILLED, 1);
      assertThat(court.failure).isNotNull();
    }
  }
}
