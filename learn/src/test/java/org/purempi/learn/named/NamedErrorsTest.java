package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.MpiTimeoutException;
import org.purempi.ThreadLevel;
import org.purempi.junit.Ranks;
import org.purempi.tool.HangException;

/** What goes wrong is told on all ranks, with names and both sides; and then all goes on. */
class NamedErrorsTest {
  /** All ranks' handles of {@code x} fail with these words, and the next operation is done. */
  private static void fails(
      NamedOperations operations, Supplier<? extends Handle<?>> call, String... words) {
    Handle<?> handle = call.get();
    assertThatThrownBy(handle::await)
        .isInstanceOf(NamedOperationException.class)
        .hasMessageContaining("'x'")
        .hasMessageContainingAll(words);
    assertThat(handle.isDone()).isTrue();
    operations.barrier("next").await();
  }

  @Test
  @Ranks({2, 3})
  void ranksThatDisagreeAllLearnOfIt(Communicator world) {
    boolean isFirst = world.rank() == 0;
    String others = world.size() == 2 ? "on rank 1" : "on ranks 1, 2";
    float[] a = new float[4];
    try (var operations = NamedOperations.over(world)) {
      fails(
          operations,
          () ->
              operations.allreduce("x", isFirst ? Values.of(a) : Values.of(a, 2, 2), Reduction.SUM),
          "shape [4] on rank 0",
          "shape [2, 2] " + others);
      fails(
          operations,
          () ->
              operations.allreduce(
                  "x", isFirst ? Values.of(a) : Values.of(new double[4]), Reduction.SUM),
          "type FLOAT32 on rank 0",
          "type FLOAT64 " + others);
      fails(
          operations,
          () -> operations.allreduce("x", a, isFirst ? Reduction.SUM : Reduction.MAX),
          "reduction SUM on rank 0",
          "reduction MAX " + others);
      fails(
          operations,
          () -> operations.allreduce("x", a, Reduction.SUM.prescaled(isFirst ? 1 : 2)),
          "prescale 2.0");
      fails(
          operations,
          () -> operations.broadcast("x", a, isFirst ? 0 : 1),
          "root 0 on rank 0",
          "root 1 " + others);
      fails(
          operations,
          () ->
              isFirst
                  ? operations.allreduce("x", a, Reduction.SUM)
                  : operations.broadcast("x", a, 0),
          "operation allreduce on rank 0",
          "operation broadcast " + others);
      fails(
          operations,
          () -> operations.allgather("x", Values.of(a, isFirst ? 1 : 2, isFirst ? 4 : 2)),
          "shape of a row [4] on rank 0",
          "shape of a row [2] " + others);
    }
  }

  @Test
  @Ranks(3)
  void aKnownNameThatOneRankChangesIsComparedAgain(Communicator world) {
    try (var operations = NamedOperations.over(world)) {
      for (int round = 0; round < 3; round++) {
        float[] a = {1};
        operations.allreduce("x", a, Reduction.SUM).await();
        assertThat(a).containsExactly(3);
        fails(
            operations,
            () -> operations.allreduce("x", new float[world.rank() == 2 ? 2 : 1], Reduction.SUM),
            "shape [1] on ranks 0, 1",
            "shape [2] on rank 2");
      }
    }
  }

  @Test
  @Ranks(2)
  void aNameThatIsUnderWayIsRefused(Communicator world) {
    try (var operations = NamedOperations.over(world)) {
      float[] a = {1};
      Handle<Values> handle = operations.allreduce("x" + world.rank(), a, Reduction.SUM);
      assertThatThrownBy(() -> operations.barrier("x" + world.rank()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("'x" + world.rank() + "' is under way");
      assertThatThrownBy(() -> handle.await(Duration.ofMillis(5)))
          .isInstanceOf(MpiTimeoutException.class);
      assertThat(handle.isDone()).isFalse();
      world.barrier();
      operations.allreduce("x" + (1 - world.rank()), new float[] {2}, Reduction.SUM).await();
      handle.await();
      assertThat(a).containsExactly(3);
    }
  }

  @Test
  @Ranks(3)
  void closingEndsWhatIsUnderWay(Communicator world) {
    var operations = NamedOperations.over(world);
    if (world.rank() != 1) {
      Handle<Values> handle = operations.allreduce("x", new float[] {1}, Reduction.SUM);
      world.barrier();
      assertThatThrownBy(handle::await)
          .isInstanceOf(NamedOperationException.class)
          .hasMessageContaining("allreduce 'x'")
          .hasMessageContaining("closed by rank 1");
      assertThatThrownBy(() -> operations.barrier("later"))
          .hasMessageContaining("barrier 'later' cannot begin")
          .hasMessageContaining("closed by rank 1");
    } else {
      world.barrier();
    }
    operations.close();
    operations.close();
    assertThatThrownBy(() -> operations.barrier("last")).hasMessageContaining("cannot begin");
  }

  /** In a job that does not survive failures: the others would wait for it for ever. */
  @Test
  void whoFailsAmidAnOperationAndCarriesOnEndsTheJob() {
    var hasCarriedOn = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    3,
                    world -> {
                      var operations = NamedOperations.over(world);
                      if (world.rank() == 1) {
                        Handle<Values> handle = ofMemoryThatIsClosed(operations);
                        world.barrier();
                        assertThatThrownBy(handle::await).hasMessageContaining("has not been done");
                        Thread.sleep(60_000);
                        hasCarriedOn.set(true);
                      } else {
                        world.barrier();
                        operations.allreduce("x", new float[1000], Reduction.SUM).await();
                      }
                    }))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("rank 1 called abort(1)");
    assertThat(hasCarriedOn).isFalse();
  }

  private static Handle<Values> ofMemoryThatIsClosed(NamedOperations operations) {
    try (Arena arena = Arena.ofShared()) {
      Values values = Values.of(arena.allocate(4000), NumberType.FLOAT32);
      return operations.allreduce("x", values, Reduction.SUM);
    }
  }

  /** The background threads, which wake now and then, do not keep that from being told. */
  @Test
  void ranksThatHangBesideItAreTold() {
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    2,
                    world -> {
                      var operations = NamedOperations.over(world);
                      operations.barrier("x").await();
                      world.recv(new int[1], 1 - world.rank(), 0);
                    }))
        .isInstanceOf(HangException.class)
        .hasMessageContaining("receive from rank 1, tag 0");
  }

  @Test
  void aCauseWithoutWordsIsNamed() {
    assertThat(NamedOperationException.of("not done: ", new StackOverflowError()))
        .hasMessage("not done: java.lang.StackOverflowError");
  }

  @Test
  @Ranks(1)
  void whatIsWrongInACallIsToldAtOnce(Communicator world) {
    float[] a = {1};
    try (var operations = NamedOperations.over(world);
        Arena mine = Arena.ofConfined()) {
      refused(
          () -> operations.allreduce("x", Values.of(new int[2]), Reduction.AVERAGE),
          "AVERAGE of INT32");
      refused(
          () -> operations.allreduce("x", Values.of(new int[2]), Reduction.SUM.postscaled(2)),
          "INT32");
      Values confined = Values.of(mine.allocate(8), NumberType.FLOAT64);
      refused(() -> operations.allreduce("x", confined, Reduction.SUM), "Arena.ofShared()");
      Values fixed = Values.of(MemorySegment.ofArray(a).asReadOnly(), NumberType.FLOAT32);
      refused(() -> operations.broadcast("x", fixed, 0), "read-only");
      refused(() -> operations.broadcast("x", a, 1), "the ranks are 0 … 0");
      refused(() -> operations.alltoall("x", Values.of(a), 2), "1 rows are split in [2]");
      refused(() -> operations.allreduce("x", List.of(), Reduction.SUM), "one at least");
      refused(
          () -> operations.allreduce("x", Values.of(a), Values.of(a, 1, 1), Reduction.SUM),
          "[1, 1]");
      var number = new Values(MemorySegment.ofArray(a), NumberType.FLOAT32, List.of());
      refused(() -> operations.allgather("x", number), "it needs rows");
      refused(() -> operations.barrier("x".repeat(20_000)), "10000 bytes");
      refused(() -> Values.of(a, 2), "[2]");
      refused(() -> Values.of(a, -1, -1), "[-1, -1] has a negative length");
      assertThat(operations.allreduce("x", a, Reduction.SUM).await().floats()).containsExactly(1);
    }
  }

  private static void refused(Runnable call, String words) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  @Ranks(1)
  void withoutThreadsThatCallAtOnceNothingBegins(Communicator world) {
    Mpi mpi =
        (Mpi)
            Proxy.newProxyInstance(
                Mpi.class.getClassLoader(),
                new Class<?>[] {Mpi.class},
                (proxy, method, args) -> ThreadLevel.FUNNELED);
    Communicator funneled =
        (Communicator)
            Proxy.newProxyInstance(
                Mpi.class.getClassLoader(),
                new Class<?>[] {Communicator.class},
                (proxy, method, args) -> mpi);
    assertThatThrownBy(() -> NamedOperations.over(funneled))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("MULTIPLE")
        .hasMessageContaining("FUNNELED");
    assertThat(world.size()).isOne();
  }
}
