package org.purempi.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.check.WindowLog.Kind;

/** Two origins access the part of rank 0, in epochs of lock and start. */
class WindowLogTest {
  private final Told told = new Told();
  private final WindowLog first = new WindowLog(told.checker, () -> "a window", 1);
  private WindowLog second = new WindowLog(told.checker, () -> "a window", 1);

  private static void access(WindowLog log, Kind kind, long at) {
    Use use = Use.read(Buf.of(new long[2]), "put");
    log.accessed(kind, "an access", 0, at, 2, Datatype.LONG, log.lend(0, use));
  }

  private void compare() {
    byte[][] records = {first.passed(1)[0], second.passed(1)[0]};
    first.comparePassed(0, records);
  }

  private void together(Kind one, Kind other, long at) {
    access(first, one, 0);
    access(second, other, at);
    first.ends(0);
    second.ends(0);
    compare();
  }

  @Test
  void accessesThatNothingOrdersRace() {
    together(Kind.PUT, Kind.PUT, 8);
    assertThat(told.mistakes).containsExactly(Mistake.WINDOW_RACE);
    together(Kind.PUT, Kind.GET, 0);
    together(Kind.UPDATE, Kind.GET, 0);
    assertThat(told.mistakes).hasSize(3);
  }

  @Test
  void thoseOfOtherPlacesAndHarmlessOnesDoNot() {
    together(Kind.PUT, Kind.PUT, 16);
    together(Kind.GET, Kind.GET, 0);
    together(Kind.UPDATE, Kind.UPDATE, 0);
    assertThat(told.mistakes).isEmpty();
  }

  @Test
  void oneThatIsCompleteBeforeTheOtherBeginsDoesNot() {
    access(first, Kind.PUT, 0);
    first.endsAll();
    access(second, Kind.PUT, 0);
    second.endsAll();
    compare();
    assertThat(told.mistakes).isEmpty();
  }

  @Test
  void underAnExclusiveLockNoneDoes() {
    first.lockedExclusively(0);
    together(Kind.PUT, Kind.PUT, 0);
    assertThat(told.mistakes).isEmpty();
    first.unlocked(0);
    together(Kind.PUT, Kind.PUT, 0);
    assertThat(told.mistakes).containsExactly(Mistake.WINDOW_RACE);
  }

  @Test
  void clocksOfOtherHostsAreNotCompared() {
    second = new WindowLog(told.checker, () -> "a window", 2);
    together(Kind.PUT, Kind.PUT, 0);
    assertThat(told.mistakes).isEmpty();
  }

  @Test
  void whatAFenceHasCompletedIsOver() {
    access(first, Kind.PUT, 0);
    first.fenced();
    first.endsAll();
    assertThat(first.passed(1)[0]).isEmpty();
  }
}
