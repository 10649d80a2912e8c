package org.purempi.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.purempi.MpiException;

class ContextIdsTest {
  private static final int PROCESS = 5;
  private static final int USED_ONCE = 1 << 16;

  private final ContextIds ids = new ContextIds(PROCESS);

  private long takeUntilUsedAgain() {
    long context = ids.take();
    while (ids.owner(context) != PROCESS) {
      context = ids.take();
    }
    return context;
  }

  @Test
  void theFirstContextsAreUsedOnce() {
    assertThat(ids.owner(ids.self())).isNegative();
    assertThat(ids.owner(ContextIds.world(0))).isNegative();
    assertThat(ids.owner(ContextIds.world(1))).isNegative();
    assertThat(ids.owner(ContextIds.everyone())).isNegative();
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < USED_ONCE - 2; i++) {
      long context = ids.take();
      assertThat(ids.owner(context)).isNegative();
      assertThat(seen.add(context)).isTrue();
    }
    assertThat(ids.owner(ids.take())).isEqualTo(PROCESS);
  }

  @Test
  void aContextIsUsedAgainWhenAllRanksHaveLeftItInAnyOrder() {
    long context = takeUntilUsedAgain();
    ids.left(context, 0);
    ids.left(context, 3);
    assertThat(usedSoon(context)).isFalse();
    ids.left(context, 0);
    assertThat(usedSoon(context)).isTrue();
  }

  /** Whether it comes back when many others are taken and left by their only rank. */
  private boolean usedSoon(long context) {
    for (int i = 0; i < 5_000; i++) {
      long taken = ids.take();
      if (taken == context) {
        return true;
      }
      ids.left(taken, 1);
    }
    return false;
  }

  @Test
  void whatNobodyHasUsedIsTakenNext() {
    long context = ids.take();
    ids.giveBack(context);
    assertThat(ids.take()).isEqualTo(context);
  }

  @Test
  void whenAllAreInUseThatIsAnErrorUntilOneIsLeft() {
    long last = 0;
    for (int i = 0; i < (1 << 22) - (1 << 16) - 2; i++) {
      last = ids.take();
    }
    assertThatThrownBy(ids::take).isInstanceOf(MpiException.class).hasMessageContaining("in use");
    ids.left(last, 1);
    assertThat(ids.take()).isEqualTo(last);
  }
}
