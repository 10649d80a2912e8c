package org.purempi.tests.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Intercommunicator;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.pool.Action;
import org.purempi.pool.MpiExecutor;
import org.purempi.pool.Task;
import org.purempi.pool.TaskException;
import org.purempi.tests.OnRanks;

/** Single tasks: what they carry, who runs them. */
final class TaskCases {
  private static final int MANY = 10_000;

  private TaskCases() {}

  record Square(int of, @Nullable String note) implements Serializable {}

  /** A task that is a record. */
  record Sum(List<Integer> numbers) implements Task<Integer> {
    @Override
    public Integer call() {
      return numbers.stream().mapToInt(n -> n).sum();
    }
  }

  /** Around a lambda that uses a field. */
  static final class Surroundings {
    final int number = 3;

    Task<Integer> task() {
      return () -> number;
    }
  }

  @OnRanks({1, 2, 3, 4})
  static void aTaskReturnsWhatItHasComputed(Communicator world) throws Exception {
    MpiExecutor.run(
        world,
        pool -> {
          int seven = 7;
          assertThat(pool.workers()).isEqualTo(Math.max(1, world.size() - 1));
          assertThat(pool.submit(() -> seven * 6).get()).isEqualTo(42);
          assertThat(pool.submit(() -> 1L << 40).get()).isEqualTo(1L << 40);
          assertThat(pool.submit(() -> "a text, ü").get()).isEqualTo("a text, ü");
          assertThat(pool.submit(() -> 0.1 * seven).get()).isEqualTo(0.1 * seven);
          assertThat(pool.submit(() -> seven > 8).get()).isFalse();
          assertThat(pool.submit(() -> (Object) null).get()).isNull();
          assertThat(pool.submit(() -> new Square(seven, null)).get())
              .isEqualTo(new Square(7, null));
          assertThat(pool.submit(new Sum(List.of(1, 2, 3))).get()).isEqualTo(6);
          byte[] large = new byte[3_000_000];
          Arrays.fill(large, (byte) 5);
          assertThat(pool.submit(() -> large.clone()).get()).isEqualTo(large);
        });
  }

  /** Lambdas of one place, whatever they capture. */
  private static Task<String> described(@Nullable Object first, int second) {
    return () -> first + " and " + second;
  }

  @OnRanks({1, 3})
  static void lambdasOfOnePlaceMayCaptureAnything(Communicator world) throws Exception {
    MpiExecutor.run(
        world,
        pool -> {
          List<@Nullable Object> captured = new ArrayList<>();
          captured.addAll(List.of(1, "text", 2L, 0.5, true, 'c', (short) 3, List.of(4, 5)));
          captured.addAll(List.of(new Square(6, "square"), Double.NaN, "", -0.0));
          captured.add(null);
          for (int turn = 0; turn < 3; turn++) {
            for (Object each : captured) {
              assertThat(pool.submit(described(each, turn)).get()).isEqualTo(each + " and " + turn);
            }
          }
        });
  }

  @OnRanks({2, 3, 4})
  static void tenThousandTasksAreDoneOnceEach(Communicator world) throws Exception {
    MpiExecutor.run(
        world,
        pool -> {
          List<CompletableFuture<Integer>> futures = new ArrayList<>();
          for (int i = 0; i < MANY; i++) {
            int number = i;
            futures.add(pool.submit(() -> number));
          }
          for (int i = 0; i < MANY; i++) {
            assertThat((int) futures.get(i).get()).isEqualTo(i);
          }
        });
  }

  @OnRanks({2, 4})
  static void actionsAndRunnablesRunToo(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  pool.submit(() -> Signs.give(folder, "action")).get();
                  Runnable runnable = (Action) () -> Signs.give(folder, "runnable");
                  assertThat(pool.submit(runnable, "result").get()).isEqualTo("result");
                  pool.execute(() -> Signs.give(folder, "executed"));
                  Signs.await(folder, "executed");
                  assertThat(Signs.isGiven(folder, "action")).isTrue();
                  assertThat(Signs.isGiven(folder, "runnable")).isTrue();
                }));
  }

  @OnRanks({1, 2})
  static void aTaskThatCannotTravelIsRefusedAtOnceAndSaysWhy(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          int number = 1;
          Object lead = new Object();
          assertThatThrownBy(() -> pool.submit(() -> number + lead.hashCode()))
              .isInstanceOfSatisfying(
                  MpiArgumentException.class,
                  e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.TYPE))
              .hasMessageContaining("a lambda of " + TaskCases.class.getName())
              .hasMessageContaining("captures an object of class java.lang.Object")
              .hasMessageContaining("captured value 2 of 2");
          List<Object> list = List.of(lead);
          assertThatThrownBy(() -> pool.submit(() -> list.size()))
              .hasMessageContaining(", in which an object of class java.lang.Object")
              .hasMessageContaining("java.util.ImmutableCollections");
          assertThatThrownBy(() -> pool.submit(new Surroundings().task()))
              .hasMessageContaining("Surroundings")
              .hasMessageContaining("copy the fields");
          assertThatThrownBy(() -> pool.submit(() -> world.rank()))
              .hasMessageContaining("communicators do not travel");
          assertThatThrownBy(() -> pool.submit(() -> pool.submit(() -> 1).join()))
              .hasMessageContaining("a task cannot submit tasks");
          Callable<Integer> plain = () -> number;
          assertThatThrownBy(() -> pool.submit(plain))
              .hasMessageContaining("does not implement java.io.Serializable")
              .hasMessageContaining("declare it as a Task");
          assertThatThrownBy(() -> pool.map(n -> n + "" + lead, List.of(1, 2)).forEach(text -> {}))
              .hasMessageContaining("captures an object of class java.lang.Object");
        });
  }

  /** The pool of a rank that is a thread, where a task can get at it. */
  private static volatile @Nullable MpiExecutor shared;

  @OnRanks({2, 3})
  static void aTaskThatSubmitsIsRefused(Communicator world) throws Exception {
    MpiExecutor.run(
        world,
        pool -> {
          shared = pool;
          Future<String> refused =
              pool.submit(
                  () -> {
                    MpiExecutor its = shared;
                    if (its == null) {
                      return "a process of its own";
                    }
                    try {
                      return "not refused: " + its.submit(() -> 1);
                    } catch (RejectedExecutionException e) {
                      return String.valueOf(e.getMessage());
                    }
                  });
          assertThat(refused.get())
              .matches(s -> s.equals("a process of its own") || s.contains("a task cannot submit"));
          shared = null;
        });
  }

  /** A rank's world, for its tasks; by thread, for ranks may be threads. */
  private static final ThreadLocal<Communicator> MINE = new ThreadLocal<>();

  @OnRanks({3, 4})
  static void tasksMayCommunicateAmongThemselves(Communicator world) throws Exception {
    int workers = world.size() - 1;
    Communicator among = world.split(world.rank() == 0 ? 0 : 1, 0);
    MINE.set(among);
    try {
      MpiExecutor.run(
          world,
          pool -> {
            List<CompletableFuture<Integer>> sums = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
              int number = i;
              sums.add(pool.submit(() -> MINE.get().allreduce(number, Op.SUM)));
            }
            for (CompletableFuture<Integer> sum : sums) {
              assertThat(sum.get()).isEqualTo(workers * (workers - 1) / 2);
            }
          });
    } finally {
      MINE.remove();
    }
  }

  @OnRanks({3, 4})
  static void everyRankMayBeTheMaster(Communicator world) throws Exception {
    int root = world.size() - 1;
    MpiExecutor.over(world)
        .root(root)
        .run(
            pool -> {
              assertThat(world.rank()).isEqualTo(root);
              assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
            });
  }

  @OnRanks({2, 4})
  static void theWorkersMayBeARemoteGroup(Communicator world) throws Exception {
    boolean isMaster = world.rank() == 0;
    try (Communicator side = Objects.requireNonNull(world.split(isMaster ? 0 : 1, 0));
        Intercommunicator both = side.intercommCreate(0, world, isMaster ? 1 : 0, 5)) {
      if (!isMaster) {
        MpiExecutor.over(both).serve();
        return;
      }
      try (MpiExecutor pool = MpiExecutor.over(both).open()) {
        assertThat(pool.workers()).isEqualTo(world.size() - 1);
        assertThat(pool.map(n -> n * n, List.of(1, 2, 3)).toList()).containsExactly(1, 4, 9);
        CompletableFuture<?> failed =
            pool.submit(
                () -> {
                  throw new IllegalStateException("no");
                });
        assertThatThrownBy(failed::join)
            .cause()
            .isInstanceOfSatisfying(
                TaskException.class, e -> assertThat(e.rank()).isBetween(0, world.size() - 2));
      }
    }
  }

  @OnRanks({2, 3})
  static void messagesOfTheProgramDoNotMixWithThoseOfThePool(Communicator world) throws Exception {
    if (world.rank() == 1) {
      for (int tag = 0; tag < 3; tag++) {
        world.send(new int[] {tag}, 0, tag);
      }
    }
    MpiExecutor.run(
        world,
        pool -> {
          assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
          int[] got = new int[1];
          for (int tag = 0; tag < 3; tag++) {
            world.recv(got, 1, tag);
            assertThat(got[0]).isEqualTo(tag);
          }
        });
  }

  @OnRanks({3, 4})
  static void allWorkersTakePart(Communicator world) throws Exception {
    int workers = world.size() - 1;
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  // Each waits for all others: only if all workers have one does it end.
                  Set<String> hosts = new HashSet<>();
                  List<CompletableFuture<String>> futures =
                      IntStream.range(0, workers)
                          .mapToObj(
                              i ->
                                  pool.submit(
                                      () -> {
                                        Signs.give(folder, "here " + i);
                                        for (int other = 0; other < workers; other++) {
                                          Signs.await(folder, "here " + other);
                                        }
                                        return "met " + i;
                                      }))
                          .toList();
                  for (CompletableFuture<String> future : futures) {
                    hosts.add(future.get());
                  }
                  assertThat(hosts).hasSize(workers);
                }));
  }

  @OnRanks(2)
  static void aWrongRankIsToldHowToTakePart(Communicator world) {
    assertThatThrownBy(() -> opened(world)).isInstanceOf(MpiArgumentException.class);
    if (world.rank() == 1) {
      assertThatThrownBy(() -> MpiExecutor.over(world).root(1).serve())
          .isInstanceOf(MpiArgumentException.class)
          .hasMessageContaining("rank 1 is the master");
    }
    assertThatThrownBy(() -> MpiExecutor.over(world).capacity(0))
        .isInstanceOf(MpiArgumentException.class)
        .isNotInstanceOf(MpiException.class);
  }

  private static void opened(Communicator world) {
    MpiExecutor.over(world).root(1 - world.rank()).open().close();
  }
}
