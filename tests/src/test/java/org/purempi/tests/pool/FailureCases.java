package org.purempi.tests.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.purempi.Communicator;
import org.purempi.pool.MpiExecutor;
import org.purempi.pool.TaskException;
import org.purempi.tests.OnRanks;

/** Tasks that fail, and what arrives of it. */
final class FailureCases {
  private FailureCases() {}

  /** What filters of these cases refuse. */
  record Forbidden(int of) implements Serializable {}

  /** Cannot be serialised, for it holds what cannot. */
  static final class WithBaggage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings({"serial", "unused"}) // what this is about
    final Object baggage = new Object();

    WithBaggage(String message) {
      super(message);
    }
  }

  @OnRanks({3, 4})
  static void whatATaskThrowsIsTheCauseAndTellsTheRank(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          var unused = pool.submit(() -> 1);
          CompletableFuture<?> future =
              pool.submit(
                  () -> {
                    throw new IllegalStateException("no");
                  });
          assertThatThrownBy(future::get)
              .isInstanceOf(ExecutionException.class)
              .cause()
              .isInstanceOfSatisfying(
                  TaskException.class,
                  e -> {
                    assertThat(e.rank()).isBetween(1, world.size() - 1);
                    assertThat(e.index()).isEqualTo(1);
                  })
              .hasMessageContaining("task 1 has failed on rank ")
              .hasMessageContaining("IllegalStateException: no")
              .cause()
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("no")
              .satisfies(
                  e ->
                      assertThat(e.getStackTrace())
                          .anyMatch(f -> f.getClassName().equals(FailureCases.class.getName())));
        });
  }

  private static int depth(int n) {
    return n < 0 ? 0 : 1 + depth(n + 1);
  }

  @OnRanks({2, 3})
  static void errorsAreReportedAndTheWorkerWorksOn(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          assertThatThrownBy(pool.submit(() -> depth(0))::join)
              .hasRootCauseInstanceOf(StackOverflowError.class);
          CompletableFuture<?> failed =
              pool.submit(
                  () -> {
                    throw new AssertionError("wrong");
                  });
          assertThatThrownBy(failed::join)
              .rootCause()
              .isInstanceOf(AssertionError.class)
              .hasMessage("wrong");
          assertThat(pool.submit(() -> 5).join()).isEqualTo(5);
        });
  }

  @OnRanks({2, 3})
  static void anExceptionThatCannotBeSerialisedArrivesAsText(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          CompletableFuture<?> future =
              pool.submit(
                  () -> {
                    throw new WithBaggage("heavy");
                  });
          assertThatThrownBy(future::join)
              .isInstanceOf(CompletionException.class)
              .cause()
              .isInstanceOf(TaskException.class)
              .hasNoCause()
              .hasMessageContaining("WithBaggage: heavy")
              .hasMessageContaining("cannot be serialised")
              .hasMessageContaining("at " + FailureCases.class.getName());
        });
  }

  @OnRanks({2, 3})
  static void aResultThatCannotBeSerialisedIsAFailure(Communicator world) {
    MpiExecutor.run(
        world,
        pool ->
            assertThatThrownBy(pool.submit(() -> ByteBuffer.allocate(1))::join)
                .cause()
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("its result cannot be sent")
                .hasMessageContaining("java.nio.HeapByteBuffer"));
  }

  @OnRanks({2, 3})
  static void aResultThatTheFilterRefusesSaysWhatToDo(Communicator world) {
    if (world.rank() == 0) {
      world
          .mpi()
          .objectFilter(ObjectInputFilter.Config.createFilter("!" + Forbidden.class.getName()));
    }
    MpiExecutor.run(
        world,
        pool -> {
          assertThatThrownBy(pool.submit(() -> new Forbidden(1))::join)
              .cause()
              .isInstanceOf(TaskException.class)
              .hasMessageContaining("the result of task 0 from rank ")
              .hasMessageContaining(Forbidden.class.getName() + " is refused")
              .hasMessageContaining("Mpi.objectFilter");
          assertThat(pool.submit(() -> 1).join()).isEqualTo(1);
        });
  }

  @OnRanks({2, 3})
  static void aTaskOfAClassThatTheFilterRefusesFails(Communicator world) {
    if (world.rank() != 0) {
      world
          .mpi()
          .objectFilter(ObjectInputFilter.Config.createFilter("!" + Forbidden.class.getName()));
    }
    MpiExecutor.run(
        world,
        pool -> {
          Forbidden captured = new Forbidden(2);
          assertThatThrownBy(pool.submit(() -> captured.of())::join)
              .cause()
              .isInstanceOf(TaskException.class)
              .hasMessageContaining(Forbidden.class.getName() + " is refused");
          assertThat(pool.submit(() -> 1).join()).isEqualTo(1);
        });
  }
}
