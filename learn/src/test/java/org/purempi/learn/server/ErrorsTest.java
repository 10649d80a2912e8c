package org.purempi.learn.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.junit.Ranks;
import org.purempi.learn.ElementType;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;

/** What is wrong is said where it is wrong; servers and other workers go on. */
@SuppressWarnings("try") // what is closed twice is closed by hand, too
class ErrorsTest {
  private static ParameterServer.Builder adding(Communicator world) {
    return ParameterServer.of(world, UpdateRule.ADD).sums();
  }

  private static void isWrong(ThrowingCallable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
  }

  /** One round with all workers: the servers and the others are well. */
  private static void goesOn(KVStore store, String key, int workers) {
    float[] values = new float[5];
    store.init(key, new float[5]);
    store.pushPull(key, new float[] {1, 1, 1, 1, 1}, values);
    assertThat(values).containsOnly(workers);
  }

  private static void wrongCalls(KVStore store) {
    store.init("key", new float[5]);
    isWrong(() -> store.push("other", new float[5]), "has not initialised key 'other'");
    isWrong(() -> store.pull("other", new float[5]), "call init on all workers first");
    isWrong(() -> store.pushPull("", new float[5], new float[5]), "has not initialised key ''");
    isWrong(
        () -> store.push("key", new float[4]), "has 20 bytes (5 float32), the memory given has 16");
    isWrong(() -> store.pull("key", new float[6]), "the memory given has 24");
    isWrong(() -> store.pushPull("key", new float[6], new float[5]), "given has 24");
    isWrong(() -> store.pushPull("key", new float[5], new float[4]), "given has 16");
    isWrong(() -> store.init("key", new float[5]), "has initialised key 'key' before");
    isWrong(() -> store.init("none", new float[0]), "cannot have 0 bytes");
    isWrong(() -> store.init("odd", MemorySegment.ofArray(new byte[7])), "cannot have 7 bytes");
  }

  @Test
  @Ranks(value = 3, seconds = 90)
  void wrongKeysAndLengthsAreErrorsOfTheirCaller(Communicator world) throws Exception {
    adding(world)
        .run(
            store -> {
              wrongCalls(store);
              goesOn(store, "next", 2);
              store.close();
              store.close();
              assertThatIllegalStateException()
                  .isThrownBy(() -> store.push("key", new float[5]))
                  .withMessageContaining("has closed");
            });
  }

  @Test
  @Ranks(value = 2, seconds = 90)
  void wrongCallsOfWindowsToo(Communicator world) {
    try (KVStore store = WindowStore.open(world, Consistency.BSP)) {
      wrongCalls(store);
      isWrong(
          () -> store.init("key of rank " + world.rank(), new float[5]),
          "rank 0 says \"key of rank 0, 20 bytes\", rank 1 says \"key of rank 1, 20 bytes\"");
      goesOn(store, "next", 2);
      store.close();
      assertThatIllegalStateException().isThrownBy(() -> store.pull("key", new float[5]));
    }
    isWrong(() -> WindowStore.open(world, Consistency.ssp(world.rank())), "SSP(0)");
  }

  @Test
  @Ranks(value = 4, seconds = 90)
  void workersWithDifferentLengthsAreAllTold(Communicator world) throws Exception {
    adding(world)
        .run(
            store -> {
              isWrong(
                  () -> store.init("key", new float[1 + world.rank()]),
                  "workers give key 'key' different lengths; bytes by rank: {0=4, 1=8, 2=12}");
              goesOn(store, "key", 3);
            });
  }

  @SuppressWarnings("unchecked")
  private static <E extends Exception> void throwAnyway(Exception e) throws E {
    throw (E) e;
  }

  @Test
  @Ranks(value = 4, seconds = 90)
  void aRuleThatFailsBreaksItsKeyOnly(Communicator world) throws Exception {
    for (var consistency : List.of(Consistency.BSP, Consistency.ssp(1), Consistency.ASP)) {
      UpdateRule rule =
          (values, pushed, state, step) -> {
            if (step == 2 && pushed.byteSize() == Float.BYTES) {
              throwAnyway(new IOException("no more"));
            }
            Floats.add(values, pushed);
          };
      ParameterServer.of(world, rule)
          .servers(2)
          .sums()
          .consistency(consistency)
          .run(
              store -> {
                store.init("key", new float[1]);
                assertThatIllegalStateException()
                    .isThrownBy(
                        () -> {
                          for (int i = 0; i < 3; i++) {
                            store.pushPull("key", new float[1], new float[1]);
                          }
                        })
                    .withMessageMatching("server rank [23] refuses key 'key': .*")
                    .withMessageContaining("failed at step 2: java.io.IOException: no more");
                assertThatIllegalStateException()
                    .isThrownBy(() -> store.pull("key", new float[1]))
                    .withMessageContaining("no more");
                store.init("other", new float[5]);
                store.pushPull("other", new float[5], new float[5]);
              });
    }
  }

  @Test
  @Ranks(value = 2, seconds = 90)
  void whatCannotBeServedIsNotOpened(Communicator world) {
    isWrong(() -> adding(world).servers(0), "0 of 2 ranks cannot be servers");
    isWrong(() -> adding(world).servers(2), "2 of 2 ranks cannot be servers");
    isWrong(() -> adding(world.mpi().self()).open(), "1 of 1 ranks cannot be servers");
    isWrong(() -> adding(world).partitionBytes(3), "cannot have 3 bytes");
    isWrong(() -> adding(world).partitionBytes(1L << 31), "give 4 to 1073741824");
    isWrong(() -> Consistency.ssp(-1), "-1 steps apart");
    isWrong(
        () -> adding(world).partitionBytes(100L + world.rank()).open(),
        "ranks do not open a parameter server alike: rank 0 says \"servers: 1, BSP, sums, "
            + "partitions of 100 bytes\", rank 1 says");
  }

  @Test
  @Ranks(value = 2, seconds = 90)
  void everyRankDoesWhatItIs(Communicator world) {
    try (var opened = adding(world).open()) {
      assertThat(opened.workers()).isEqualTo(1);
      if (opened.isWorker()) {
        assertThatIllegalStateException().isThrownBy(opened::serve).withMessageContaining("worker");
        KVStore store = opened.worker();
        assertThatIllegalStateException()
            .isThrownBy(opened::worker)
            .withMessageContaining("has its worker already");
        goesOn(store, "key", 1);
        store.close();
      } else {
        assertThatIllegalStateException()
            .isThrownBy(opened::worker)
            .withMessageContaining("is a server: call serve()");
        opened.serve();
        assertThatIllegalStateException().isThrownBy(opened::serve);
      }
    }
  }

  @Test
  @Ranks(value = 2, seconds = 90)
  void modelsOfOtherNumbersAreRefused(Communicator world) throws Exception {
    var p =
        new Parameter(
            "p",
            List.of(1L),
            ElementType.FLOAT64,
            MemorySegment.ofArray(new double[1]),
            MemorySegment.ofArray(new double[1]));
    Model model = () -> List.of(p);
    adding(world).run(store -> isWrong(() -> ServedModel.values(model, store), "p is FLOAT64"));
  }

  /** As without memory for it: its sender learns why, and does not wait for a receiver. */
  @Test
  @Ranks(value = 2, seconds = 90)
  void whatAServerCannotTakeIsRefusedAndDropped(Communicator requests) {
    try (Communicator replies = requests.dup()) {
      if (requests.rank() == 1) {
        var terms = new ServerTerms(UpdateRule.ADD, Consistency.BSP, true, Float.BYTES);
        new Server(requests, replies, terms, new Roles(2, 1)).serve();
        return;
      }
      int tag = Wire.tag(Wire.Kind.PUSH, 7);
      Request<Status> sent = requests.isend(Buf.of(new float[1 << 20]), 1, tag);
      byte[] answer = new byte[200];
      long length = replies.recv(answer, 1, Wire.tag(Wire.Kind.REFUSED, 0)).bytes();
      assertThat(ByteBuffer.wrap(answer).getInt()).isEqualTo(tag);
      assertThat(Wire.text(Arrays.copyOf(answer, (int) length), Integer.BYTES))
          .contains("this server has no shard 7");
      sent.waitFor();
      requests.send(Buf.EMPTY, 1, Wire.tag(Wire.Kind.CLOSE, 0));
      replies.recv(Buf.EMPTY, 1, Wire.tag(Wire.Kind.CLOSE, 0));
    }
  }

  // ---- Ends

  @Test
  @Ranks(value = 3, seconds = 90)
  void aBodyThatThrowsLeavesTheOthers(Communicator world) throws Exception {
    var builder = adding(world).colocated();
    if (world.rank() == 1) {
      assertThatThrownBy(
              () ->
                  builder.run(
                      store -> {
                        store.init("key", new float[1]);
                        throw new IOException("no data");
                      }))
          .isInstanceOf(IOException.class);
    } else {
      builder.run(
          store -> {
            store.init("key", new float[1]);
            for (int step = 0; step < 5; step++) {
              store.pushPull("key", new float[1], new float[1]);
            }
          });
    }
    world.barrier();
  }

  @Test
  @Ranks(value = 3, seconds = 90)
  void whatNobodyWaitsForHoldsNobodyUp(Communicator world) throws Exception {
    int numbers = 200_000;
    adding(world)
        .consistency(Consistency.ASP)
        .run(
            store -> {
              store.init("key", new float[numbers]);
              for (int i = 0; i < 5; i++) {
                Pending unused =
                    store.ipushPull(
                        "key",
                        MemorySegment.ofArray(new float[numbers]),
                        MemorySegment.ofArray(new float[numbers]));
              }
            });
  }

  /** Who forgets to close its worker closes it with what it is a part of. */
  @Test
  @Ranks(value = 3, seconds = 90)
  void whoClosesTheParameterServerHasClosedItsWorker(Communicator world) {
    try (var opened = adding(world).colocated().open()) {
      goesOn(opened.worker(), "key", 3);
      opened.close();
    }
  }

  /** Also who has never asked for it. */
  @Test
  @Ranks(value = 3, seconds = 90)
  void whoNeedsNoWorkerHoldsNobodyUp(Communicator world) {
    for (var builder : List.of(adding(world), adding(world).colocated())) {
      try (var opened = builder.open()) {
        if (!opened.isWorker()) {
          opened.serve();
        } else if (world.rank() == 1) {
          goesOn(opened.worker(), "key", 1);
        }
      }
    }
    world.barrier();
  }

  /** Or by ending MPI. */
  @Test
  void whoEndsMpiHasClosed() {
    var ended = new AtomicInteger();
    Mpi.runThreads(
        4,
        world -> {
          ParameterServer opened = adding(world).servers(2).open();
          if (opened.isWorker()) {
            goesOn(opened.worker(), "key", 2);
          } else {
            opened.serve();
          }
          ended.incrementAndGet();
        });
    assertThat(ended).hasValue(4);
  }
}
