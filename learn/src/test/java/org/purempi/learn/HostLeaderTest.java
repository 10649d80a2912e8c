package org.purempi.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;

/** One rank of a host goes first. */
@Ranks(value = 4, seconds = 60)
class HostLeaderTest {
  /** The ranks that have run the task, in this order; threads share it. */
  private final List<Integer> ran = new CopyOnWriteArrayList<>();

  @Test
  void allFollowTheFirst(Communicator world) {
    HostLeader.first(
        world,
        "a list",
        () -> {
          assertThat(ran.isEmpty()).isEqualTo(world.rank() == 0);
          ran.add(world.rank());
        });
    world.barrier();
    assertThat(ran).containsExactlyInAnyOrder(0, 1, 2, 3).startsWith(0);
  }

  @Test
  void nobodyFollowsOneThatFails(Communicator world) {
    var failure = new IllegalArgumentException("the disk is full");
    var call =
        assertThatThrownBy(
            () ->
                HostLeader.first(
                    world,
                    "a list",
                    () -> {
                      ran.add(world.rank());
                      throw failure;
                    }));
    if (world.rank() == 0) {
      call.isSameAs(failure);
    } else {
      call.isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("a list could not be made ready by the first rank of this host");
    }
    world.barrier();
    assertThat(ran).containsExactly(0);
  }
}
