package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs that go on without ranks that have failed. */
@Timeout(30)
class RecoveryTest {
  private static CompletableFuture<Void> inBarrier(PmiClient client) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            client.barrier();
          } catch (PmiException e) {
            throw new AssertionError(e);
          }
        },
        task -> Thread.ofPlatform().daemon().start(task));
  }

  @Test
  void theOthersHearOfARankThatHasFailedAlsoLater() throws Exception {
    try (var rig = new Rig(4)) {
      PmiClient first = rig.client(0);
      rig.server.ranksFailed(List.of(1, 3), "the manager of ä is lost");
      assertThat(rig.nextTold()).isEqualTo("without [1, 3] the manager of ä is lost");
      PmiClient late = rig.client(2);
      assertThat(rig.nextTold()).isEqualTo("without [1, 3] the manager of ä is lost");
      first.finish();
      late.finish();
    }
  }

  @Test
  void ofManyRanksTheyHearInLinesThatFit() throws PmiException {
    List<Integer> many = IntStream.range(99_000, 99_999).boxed().toList();
    String why = "ä".repeat(1000);
    var told = new ArrayList<Integer>();
    LauncherWatch watch =
        new LauncherWatch() {
          @Override
          public void lost(String reason) {}

          @Override
          public void ranksFailed(int[] ranks, String reason) {
            Arrays.stream(ranks).forEach(told::add);
          }
        };
    for (PmiLine line : FailedRanks.lines(many, why)) {
      assertThat(line.format().length()).isLessThan(PmiLine.MAX_BYTES);
      FailedRanks.tell(PmiLine.parse(line.format()), watch);
    }
    assertThat(told).isEqualTo(many);
  }

  @Test
  void aRankOfAnotherLibraryHearsNothing() throws Exception {
    try (var rig = new Rig(2)) {
      rig.server.ranksFailed(List.of(1), "why");
      String answers =
          rig.raw("cmd=initack pmiid=0\ncmd=init pmi_version=1 pmi_subversion=1\ncmd=barrier_in\n");
      assertThat(answers).contains("cmd=barrier_out").doesNotContain("rank_failed");
    }
  }

  @Test
  void aBarrierEndsWhenTheLastRankHasFailedThatWasWaitedFor() throws Exception {
    try (var rig = new Rig(3)) {
      List<PmiClient> clients = rig.clients(3);
      CompletableFuture<Void> first = inBarrier(clients.get(0));
      CompletableFuture<Void> second = inBarrier(clients.get(2));
      while (!rig.server.ended(1).get().awaited()) {
        Thread.onSpinWait(); // they are on their way
      }
      rig.server.ranksFailed(List.of(1), "why");
      first.get(10, TimeUnit.SECONDS);
      second.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aRankThatFailsInABarrierDoesNotCountInIt() throws Exception {
    try (var rig = new Rig(4)) {
      List<PmiClient> clients = rig.clients(3);
      CompletableFuture<Void> dead = inBarrier(clients.get(1));
      while (!rig.server.ended(3).get().awaited()) {
        Thread.onSpinWait();
      }
      rig.server.ranksFailed(List.of(1, 3), "why");
      List<String> told = List.of(rig.nextTold(), rig.nextTold());
      if (told.contains("missed 3")) { // if it had ended before the other one came
        told = List.of(told.get(1), rig.nextTold());
      }
      assertThat(told).containsOnly("without [1, 3] why");
      CompletableFuture<Void> first = inBarrier(clients.get(0));
      TimeUnit.MILLISECONDS.sleep(200);
      assertThat(first.isDone()).isFalse();
      inBarrier(clients.get(2)).get(10, TimeUnit.SECONDS);
      first.get(10, TimeUnit.SECONDS);
      assertThat(dead.isDone()).isFalse();
    }
  }

  @Test
  void aBarrierTellsOfRanksThatHaveEndedOnlyIfTheyHaveNotFailed() throws Exception {
    try (var rig = new Rig(4)) {
      PmiClient first = rig.client(0);
      rig.server.ended(1).get();
      rig.server.ended(2).get();
      rig.server.ranksFailed(List.of(1), "why");
      assertThat(rig.nextTold()).isEqualTo("without [1] why");
      CompletableFuture<Void> waiting = inBarrier(first);
      assertThat(rig.nextTold()).isEqualTo("missed 2");
      assertThat(waiting.isDone()).isFalse();
    }
  }

  @Test
  void theMiddleOfSeveralServersWaitsForNoneWhoseRanksHaveAllFailed() {
    var hub = new PmiHub(3);
    assertThat(hub.leave(2)).isFalse();
    assertThat(hub.barrier(1, Map.of("a", "b"))).isFalse();
    assertThat(hub.isAwaited(2)).isFalse();
    assertThat(hub.isAwaited(3)).isTrue();
    assertThat(hub.leave(3)).isTrue();
    assertThat(hub.takePairs()).isEqualTo(Map.of("a", "b"));
    assertThat(hub.barrier(1, Map.of())).isTrue();
  }
}
