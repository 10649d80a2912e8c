package org.purempi.tests.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.purempi.Communicator;
import org.purempi.pool.MpiExecutor;
import org.purempi.pool.TaskException;
import org.purempi.tests.OnRanks;

/** Functions of many items. */
final class MapCases {
  private static final int MANY = 5000;

  private MapCases() {}

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @OnRanks({1, 2, 3, 4})
  static void resultsComeInTheOrderOfItems(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          for (int chunk : new int[] {1, 7, MANY + 1}) {
            List<Long> squares = pool.map(n -> (long) n * n, numbers(MANY), chunk).toList();
            assertThat(squares).hasSize(MANY);
            for (int i = 0; i < MANY; i++) {
              assertThat((long) squares.get(i)).isEqualTo((long) i * i);
            }
          }
          assertThat(pool.map(n -> n, List.<Integer>of()).toList()).isEmpty();
          assertThat(pool.map(s -> s.length(), Stream.of("a", "bb", "ccc"), 2).toList())
              .containsExactly(1, 2, 3);
        });
  }

  @OnRanks({2, 4})
  @SuppressWarnings("NullAway") // does not know that a function may return null
  static void nullsArePossibleAsItemsAndAsResults(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          List<Integer> items = new ArrayList<>(List.of(1, 2, 3));
          items.set(1, null);
          List<Boolean> areNull = pool.map(n -> n == null, items).toList();
          assertThat(areNull).containsExactly(false, true, false);
          List<Integer> odd = new ArrayList<>();
          pool.map(n -> n % 2 == 0 ? null : n, numbers(4), 3).forEach(odd::add);
          assertThat(odd).containsExactly(null, 1, null, 3);
        });
  }

  @OnRanks({2, 3, 4})
  static void unorderedResultsAreAllThere(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          List<Integer> doubled = pool.mapUnordered(n -> 2 * n, numbers(MANY)).toList();
          assertThat(doubled.stream().sorted().toList())
              .isEqualTo(numbers(MANY).stream().map(n -> 2 * n).toList());
        });
  }

  @OnRanks({3, 4})
  static void anUnorderedMapDoesNotWaitForTheSlowestItem(Communicator world) throws Exception {
    Signs.with(
        folder ->
            MpiExecutor.run(
                world,
                pool -> {
                  Iterator<Integer> results =
                      pool.mapUnordered(n -> slowFirst(n, folder), numbers(50), 1).iterator();
                  for (int i = 1; i < 50; i++) {
                    assertThat(results.next()).isPositive();
                  }
                  Signs.give(folder, "go on");
                  assertThat(results.next()).isZero();
                  assertThat(results.hasNext()).isFalse();
                }));
  }

  private static int slowFirst(int item, String folder) throws InterruptedException {
    if (item == 0) {
      Signs.await(folder, "go on");
    }
    return item;
  }

  @OnRanks({2, 3})
  static void itemsAreReadAsResultsAreAskedFor(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          AtomicInteger read = new AtomicInteger();
          Stream<Integer> endless = Stream.generate(read::getAndIncrement);
          try (Stream<Integer> results = pool.map(n -> n + 1, endless, 1)) {
            assertThat(read).hasValue(0);
            assertThat(results.limit(100).toList())
                .isEqualTo(IntStream.rangeClosed(1, 100).boxed().toList());
          }
          int readSoFar = read.get();
          assertThat(readSoFar).isBetween(100, 100 + 256 * pool.workers());
          assertThat(pool.submit(() -> 1).join()).isEqualTo(1);
          assertThat(read).hasValue(readSoFar);
        });
  }

  @OnRanks({2, 3, 4})
  static void aFailureNamesItsItemAndComesAfterTheResultsBeforeIt(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          for (int chunk : new int[] {1, 4, 100}) {
            List<Integer> before = new ArrayList<>();
            Stream<Integer> results = pool.map(n -> 10 / (30 - n), numbers(100), chunk);
            assertThatThrownBy(() -> results.forEach(before::add))
                .isInstanceOfSatisfying(
                    TaskException.class,
                    e -> {
                      assertThat(e.index()).isEqualTo(30);
                      assertThat(e.rank()).isBetween(1, world.size() - 1);
                    })
                .hasMessageContaining("item 30 has failed on rank ")
                .hasCauseInstanceOf(ArithmeticException.class);
            assertThat(before).hasSize(30);
          }
        });
  }

  @OnRanks({2, 3})
  static void aResultThatCannotBeSentNamesItsItem(Communicator world) {
    MpiExecutor.run(
        world,
        pool -> {
          List<Object> before = new ArrayList<>();
          Stream<Object> results =
              pool.map(n -> n == 5 ? ByteBuffer.allocate(1) : (Object) n, numbers(8), 8);
          assertThatThrownBy(() -> results.forEach(before::add))
              .isInstanceOfSatisfying(TaskException.class, e -> assertThat(e.index()).isEqualTo(5))
              .hasMessageContaining("its result cannot be sent")
              .hasMessageContaining("HeapByteBuffer");
          assertThat(before).containsExactly(0, 1, 2, 3, 4);
        });
  }

  @OnRanks({2, 4})
  static void mapsOfSeveralThreadsShareThePool(Communicator world) throws Exception {
    MpiExecutor.run(
        world,
        pool -> {
          List<List<Integer>> results = new ArrayList<>(List.of(List.of(), List.of(), List.of()));
          List<Thread> threads = new ArrayList<>();
          for (int t = 0; t < results.size(); t++) {
            int factor = t;
            threads.add(
                Thread.ofPlatform()
                    .start(
                        () ->
                            results.set(
                                factor, pool.map(n -> factor * n, numbers(500), 3).toList())));
          }
          for (int t = 0; t < threads.size(); t++) {
            threads.get(t).join();
            int factor = t;
            assertThat(results.get(t))
                .isEqualTo(numbers(500).stream().map(n -> factor * n).toList());
          }
        });
  }

  @OnRanks({2, 3})
  static void progressIsTold(Communicator world) {
    List<Long> told = new ArrayList<>();
    MpiExecutor.over(world)
        .onProgress(
            (done, total) -> {
              assertThat(total).isEqualTo(100);
              told.add(done);
            })
        .run(pool -> assertThat(pool.map(n -> n, numbers(100), 10).count()).isEqualTo(100));
    if (world.rank() == 0) {
      assertThat(told).isEqualTo(IntStream.rangeClosed(1, 10).mapToObj(i -> 10L * i).toList());
    }
  }

  @OnRanks({2, 3})
  static void whatAProgressListenerThrowsEndsTheMap(Communicator world) {
    MpiExecutor.over(world)
        .onProgress(
            (done, total) -> {
              throw new IllegalStateException("cannot show it");
            })
        .run(
            pool ->
                assertThatThrownBy(() -> pool.map(n -> n, numbers(100), 10).toList())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("cannot show it"));
  }

  @OnRanks({2, 3})
  static void aChunkHasAnItemAtLeast(Communicator world) {
    MpiExecutor.run(
        world,
        pool ->
            assertThatThrownBy(() -> pool.map(n -> n, numbers(3), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a chunk of 0 items"));
  }
}
