package org.purempi.launch.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.Verb;

/** Questions to managers, and what becomes of them when a manager dies. */
@Timeout(20)
class SwitchboardTest implements Switchboard.Owner {
  private static final int NEAR = 1;
  private static final int BELOW_IT = 3;
  private static final int OTHER = 2;

  private final Switchboard board = new Switchboard(0, this);
  private final LinkedBlockingQueue<Integer> lost = new LinkedBlockingQueue<>();

  /** A manager that takes everything and says nothing until it dies. */
  private OutputStream manager(int id) throws Exception {
    var says = new PipedOutputStream();
    var link =
        new ManagerLink("m" + id, new PipedInputStream(says), new ByteArrayOutputStream(), board);
    board.child(id, link);
    link.open();
    return says;
  }

  private CompletableFuture<SmpdCommand> ask(int id) throws InterruptedException {
    return board.ask(board.command(Verb.STAT, id));
  }

  @Test
  void whoWaitsForADeadManagerAndThoseBehindItIsToldAtOnce() throws Exception {
    OutputStream near = manager(NEAR);
    manager(OTHER);
    CompletableFuture<SmpdCommand> first = ask(NEAR);
    CompletableFuture<SmpdCommand> behind = ask(BELOW_IT);
    CompletableFuture<SmpdCommand> other = ask(OTHER);
    near.close();
    assertThat(lost.poll(5, TimeUnit.SECONDS)).isEqualTo(NEAR);
    for (CompletableFuture<SmpdCommand> one : java.util.List.of(first, behind)) {
      assertThatThrownBy(() -> one.get(5, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(Switchboard.GoneException.class);
    }
    assertThat(other.isDone()).isFalse();
    assertThat(ask(NEAR)).as("asked too late").isCompletedExceptionally();
    board.close();
  }

  @Override
  public void command(SmpdCommand command) {
    throw new IllegalStateException("nobody says anything");
  }

  @Override
  public void lost(@Nullable Integer child, String why) {
    lost.add(child == null ? 0 : child);
  }
}
