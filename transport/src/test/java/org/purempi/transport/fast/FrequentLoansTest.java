package org.purempi.transport.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When memory has been lent often enough for a huge page. */
class FrequentLoansTest {
  private static final long PAGE_BYTES = 2 << 20;
  private static final long PAGE = 1000 * PAGE_BYTES;
  private static final int LOAN_BYTES = 1 << 20;

  /** The loans of a mebibyte that pay for a huge page. */
  private static final int ENOUGH = 128;

  private final FrequentLoans loans = new FrequentLoans(PAGE_BYTES);

  @Test
  void aPageIsAskedForWhenEnoughOfItHasBeenLent() {
    assertThat(timesAmong(ENOUGH, PAGE)).isZero();
    assertThat(timesAmong(1, PAGE)).isOne();
  }

  @Test
  void itIsAskedForAgainAfterEightTimesAsMuch() {
    assertThat(timesAmong(ENOUGH + 1, PAGE)).isOne();
    assertThat(timesAmong(8 * ENOUGH - 1, PAGE)).isZero();
    assertThat(timesAmong(1, PAGE)).isOne();
  }

  @Test
  void shortLoansCountByTheirBytes() {
    for (int i = 0; i < 4 * ENOUGH; i++) {
      assertThat(loans.isOften(PAGE, LOAN_BYTES / 4)).isFalse();
    }
    assertThat(loans.isOften(PAGE, 1)).isTrue();
  }

  @Test
  void pagesSideBySideAreCountedEachByItself() {
    for (int i = 0; i < ENOUGH; i++) {
      for (int page = 0; page < 8; page++) {
        assertThat(loans.isOften(PAGE + page * PAGE_BYTES, LOAN_BYTES)).isFalse();
      }
    }
    for (int page = 0; page < 8; page++) {
      assertThat(loans.isOften(PAGE + page * PAGE_BYTES, LOAN_BYTES)).isTrue();
    }
  }

  @Test
  void aPageWhosePlaceAnotherOneTookIsCountedAnew() {
    long other = PAGE + 64 * PAGE_BYTES;
    assertThat(timesAmong(ENOUGH, PAGE)).isZero();
    assertThat(timesAmong(1, other)).isZero();
    assertThat(timesAmong(ENOUGH, PAGE)).isZero();
    assertThat(timesAmong(1, PAGE)).isOne();
  }

  private int timesAmong(int n, long page) {
    int times = 0;
    for (int i = 0; i < n; i++) {
      times += loans.isOften(page, LOAN_BYTES) ? 1 : 0;
    }
    return times;
  }
}
