package org.purempi.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoschedulingTest {
  private final Coscheduling coscheduling = new Coscheduling(true);

  private int waitsToTheNextAttempt() {
    int waits = 1;
    while (!coscheduling.isWorthwhile()) {
      waits++;
    }
    return waits;
  }

  private void succeed(int times) {
    for (int i = 0; i < times; i++) {
      coscheduling.succeeded();
    }
  }

  @Test
  void attemptsThatFailBecomeRareButNeverEnd() {
    int before = waitsToTheNextAttempt();
    for (int i = 0; i < 20; i++) {
      coscheduling.failed();
    }
    assertThat(waitsToTheNextAttempt()).isGreaterThan(10 * before).isLessThan(10_000);
  }

  @Test
  void anAttemptThatSucceedsIsFollowedByAnotherAtOnce() {
    waitsToTheNextAttempt();
    coscheduling.succeeded();
    assertThat(waitsToTheNextAttempt()).isEqualTo(1);
  }

  @Test
  void oneFailureAmongManySuccessesDoesNotEndIt() {
    succeed(20);
    coscheduling.failed();
    assertThat(waitsToTheNextAttempt()).isEqualTo(1);
  }

  @Test
  void successesAsRareAsFailuresEndIt() {
    succeed(20);
    for (int i = 0; i < 3; i++) {
      coscheduling.failed();
      coscheduling.succeeded();
    }
    coscheduling.failed();
    assertThat(waitsToTheNextAttempt()).isGreaterThan(1);
  }

  @Test
  void whatHasWorkedForLongIsAttemptedSoonAgain() {
    int first = waitsToTheNextAttempt();
    for (int i = 0; i < 20; i++) {
      coscheduling.failed();
    }
    succeed(20);
    coscheduling.failed();
    coscheduling.failed();
    assertThat(waitsToTheNextAttempt()).isLessThanOrEqualTo(4 * first);
  }

  @Test
  void aRankWithACoreOfItsOwnAttemptsNothing() {
    var own = new Coscheduling(false);
    for (int i = 0; i < 10_000; i++) {
      assertThat(own.isWorthwhile()).isFalse();
    }
  }

  @Test
  void virtualThreadsKeepNoCarrierForIt() throws InterruptedException {
    boolean[] attempted = {false};
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 0; i < 10_000; i++) {
                    attempted[0] |= coscheduling.isWorthwhile();
                  }
                });
    thread.join();
    assertThat(attempted[0]).isFalse();
  }
}
