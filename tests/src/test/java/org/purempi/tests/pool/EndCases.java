package org.purempi.tests.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.purempi.Communicator;
import org.purempi.pool.MpiExecutor;
import org.purempi.pool.Task;
import org.purempi.pool.TaskException;
import org.purempi.tests.OnRanks;

/** Cancelling, waiting for room, several at once, and the ends of a pool. */
final class EndCases {
  private EndCases() {}

  @OnRanks(2)
  static void aTaskThatIsCancelledBeforeItBeginsNeverRuns(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  CompletableFuture<String> held = pool.submit(() -> Signs.hold(folder));
                  List<CompletableFuture<?>> never = new ArrayList<>();
                  for (int i = 0; i < 4; i++) { // one is at the worker, the others wait here
                    String sign = "ran " + i;
                    never.add(pool.submit(() -> Signs.give(folder, sign)));
                  }
                  Signs.await(folder, "began");
                  assertThat(never).allMatch(future -> future.cancel(false));
                  assertThat(never).allMatch(CompletableFuture::isCancelled);
                  Thread.sleep(200); // the worker learns of the first
                  Signs.give(folder, "go on");
                  assertThat(held.get()).isEqualTo("held");
                  assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
                  for (int i = 0; i < 4; i++) {
                    assertThat(Signs.isGiven(folder, "ran " + i)).isFalse();
                  }
                }));
  }

  @OnRanks(2)
  static void cancellingATaskThatRunsInterruptsItAndNoOther(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  CompletableFuture<String> held = pool.submit(() -> Signs.hold(folder));
                  Signs.await(folder, "began");
                  assertThat(held.cancel(true)).isTrue();
                  Signs.await(folder, "interrupted");
                  assertThatThrownBy(held::get).isInstanceOf(CancellationException.class);
                  for (int i = 0; i < 10; i++) {
                    assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get())
                        .isFalse();
                  }
                }));
  }

  @OnRanks(2)
  static void cancelledWithoutInterruptionATaskRunsOn(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  CompletableFuture<String> held = pool.submit(() -> Signs.hold(folder));
                  Signs.await(folder, "began");
                  assertThat(held.cancel(false)).isTrue();
                  CompletableFuture<Integer> next = pool.submit(() -> 1);
                  Signs.give(folder, "go on");
                  assertThat(next.get()).isEqualTo(1);
                  assertThat(Signs.isGiven(folder, "interrupted")).isFalse();
                }));
  }

  @OnRanks({3, 4})
  static void whatWaitsBehindALongTaskGoesToAnotherWorker(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  CompletableFuture<String> held = pool.submit(() -> Signs.hold(folder));
                  List<CompletableFuture<Integer>> others = new ArrayList<>();
                  for (int i = 0; i < 40; i++) {
                    int number = i;
                    others.add(pool.submit(() -> number));
                  }
                  for (int i = 0; i < 40; i++) {
                    assertThat((int) others.get(i).get()).isEqualTo(i);
                  }
                  assertThat(held).isNotDone();
                  Signs.give(folder, "go on");
                  assertThat(held.get()).isEqualTo("held");
                }));
  }

  @OnRanks(2)
  static void aResultDoesNotWaitForALongTaskBehindIt(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  // Short ones first, so that many are given ahead and results travel together.
                  List<CompletableFuture<Integer>> quick = new ArrayList<>();
                  for (int i = 0; i < 2000; i++) {
                    quick.add(pool.submit(() -> 1));
                  }
                  CompletableFuture<String> held = pool.submit(() -> Signs.hold(folder));
                  for (CompletableFuture<Integer> future : quick) {
                    assertThat(future.get()).isEqualTo(1);
                  }
                  Signs.give(folder, "go on");
                  assertThat(held.get()).isEqualTo("held");
                }));
  }

  @OnRanks(2)
  static void whoSubmitsWaitsForRoom(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.over(world)
                .capacity(2)
                .run(
                    pool -> {
                      CompletableFuture<String> held = pool.submit(() -> Signs.hold(folder));
                      Signs.await(folder, "began");
                      List<Future<Integer>> all = new ArrayList<>();
                      while (pool.trySubmit(() -> 1).map(all::add).orElse(false)) {
                        assertThat(all).hasSizeLessThanOrEqualTo(3);
                      }
                      assertThat(all).hasSize(3); // one in reserve at the worker, two here
                      Thread other =
                          Thread.ofPlatform()
                              .start(
                                  () -> {
                                    all.add(pool.submit(() -> 2));
                                    Signs.give(folder, "had room");
                                  });
                      assertThat(other.join(java.time.Duration.ofMillis(50))).isFalse();
                      assertThat(Signs.isGiven(folder, "had room")).isFalse();
                      Signs.give(folder, "go on");
                      other.join();
                      assertThat(held.get()).isEqualTo("held");
                      assertThat(all.getLast().get()).isEqualTo(2);
                    }));
  }

  @OnRanks({2, 3})
  static void whatFollowsOnAFutureMaySubmitThoughThePoolIsFull(Communicator world)
      throws Exception {
    MpiExecutor.over(world)
        .capacity(1)
        .run(
            pool -> {
              List<CompletableFuture<Integer>> all = new ArrayList<>();
              for (int i = 0; i < 50; i++) {
                int number = i;
                all.add(pool.submit(() -> number).thenCompose(n -> pool.submit(() -> n + 1)));
              }
              for (int i = 0; i < all.size(); i++) {
                assertThat((int) all.get(i).get()).isEqualTo(i + 1);
              }
            });
  }

  @OnRanks({2, 4})
  static void invokeAllWaitsForAllAndEachTells(Communicator world) throws Exception {
    MpiExecutor.run(
        world,
        pool -> {
          List<Task<Integer>> tasks =
              List.of(
                  () -> 1,
                  () -> {
                    throw new IOException("no");
                  },
                  () -> 3);
          List<Future<Integer>> futures = pool.invokeAll(tasks);
          assertThat(futures).hasSize(3).allMatch(Future::isDone);
          assertThat(futures.get(0).get()).isEqualTo(1);
          assertThatThrownBy(futures.get(1)::get)
              .isInstanceOf(ExecutionException.class)
              .hasRootCauseInstanceOf(IOException.class);
          assertThat(futures.get(2).get()).isEqualTo(3);
        });
  }

  @OnRanks({2, 3})
  static void invokeAllCancelsWhatIsNotDoneInTime(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  List<Task<String>> tasks = List.of(() -> Signs.hold(folder));
                  List<Future<String>> futures = pool.invokeAll(tasks, 200, TimeUnit.MILLISECONDS);
                  assertThat(futures).hasSize(1).allMatch(Future::isCancelled);
                  assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
                }));
  }

  @OnRanks({3, 4})
  static void invokeAnyReturnsOneThatSucceedsAndCancelsTheOthers(Communicator world)
      throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  Task<String> fails =
                      () -> {
                        throw new IOException("no");
                      };
                  Task<String> holds = () -> Signs.hold(folder);
                  assertThat(pool.invokeAny(List.of(fails, holds, () -> "yes"))).isEqualTo("yes");
                  assertThatThrownBy(() -> pool.invokeAny(List.of(fails, fails)))
                      .isInstanceOf(ExecutionException.class)
                      .hasCauseInstanceOf(TaskException.class);
                }));
  }

  @OnRanks(2)
  static void invokeAnyWaitsNoLongerThanItIsTold(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  List<Task<String>> tasks = Collections.nCopies(1, () -> Signs.hold(folder));
                  assertThatThrownBy(() -> pool.invokeAny(tasks, 100, TimeUnit.MILLISECONDS))
                      .isInstanceOf(TimeoutException.class);
                  assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
                }));
  }

  @OnRanks({1, 2, 4})
  static void afterAShutdownWhatWasSubmittedIsDoneAndNothingMoreIsTaken(Communicator world)
      throws Exception {
    MpiExecutor.run(
        world,
        pool -> {
          List<CompletableFuture<Integer>> all = new ArrayList<>();
          for (int i = 0; i < 500; i++) {
            int number = i;
            all.add(pool.submit(() -> number));
          }
          pool.shutdown();
          assertThat(pool.isShutdown()).isTrue();
          assertThatThrownBy(() -> pool.submit(() -> 1))
              .isInstanceOf(RejectedExecutionException.class)
              .hasMessageContaining("has been shut down");
          assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
          assertThat(pool.isTerminated()).isTrue();
          for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i)).isCompletedWithValue(i);
          }
        });
  }

  @OnRanks(2)
  static void shutdownNowInterruptsWhatRunsAndReturnsWhatNeverStarted(Communicator world)
      throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  CompletableFuture<String> held = pool.submit(() -> Signs.hold(folder));
                  List<CompletableFuture<?>> never = new ArrayList<>();
                  for (int i = 0; i < 4; i++) {
                    String sign = "ran " + i;
                    never.add(pool.submit(() -> Signs.give(folder, sign)));
                  }
                  Signs.await(folder, "began");
                  List<Runnable> left = pool.shutdownNow();
                  assertThat(left).hasSize(4);
                  assertThat(never).allMatch(CompletableFuture::isCancelled);
                  assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
                  assertThat(Signs.isGiven(folder, "interrupted")).isTrue();
                  assertThatThrownBy(held::get)
                      .isInstanceOf(ExecutionException.class)
                      .hasRootCauseInstanceOf(InterruptedException.class);
                  assertThat(left.getFirst()).hasToString("task 1 of a pool");
                  assertThat(Signs.isGiven(folder, "ran 0")).isFalse();
                  left.getFirst().run();
                  assertThat(Signs.isGiven(folder, "ran 0")).isTrue();
                }));
  }

  @OnRanks({2, 4})
  static void whatTheBodyThrowsReleasesTheWorkers(Communicator world) throws Exception {
    Signs.with(
        folder -> {
          if (world.rank() != 0) {
            MpiExecutor.run(world, pool -> {});
          } else {
            assertThatThrownBy(
                    () ->
                        MpiExecutor.run(
                            world,
                            pool -> {
                              for (int i = 0; i < 100; i++) {
                                String sign = "ran " + i;
                                var unused = pool.submit(() -> Signs.hold(folder + "/" + sign));
                              }
                              throw new IOException("no more");
                            }))
                .isInstanceOf(IOException.class)
                .hasMessage("no more");
          }
        });
    world.barrier();
  }

  @OnRanks({1, 3})
  static void anEmptyBodyLetsTheWorkersGoAndPoolsFollowEachOther(Communicator world)
      throws Exception {
    for (int i = 0; i < 20; i++) {
      int number = i;
      MpiExecutor.run(
          world,
          pool -> {
            if (number % 2 == 0) {
              assertThat(pool.submit(() -> number).get()).isEqualTo(number);
            }
          });
    }
  }
}
