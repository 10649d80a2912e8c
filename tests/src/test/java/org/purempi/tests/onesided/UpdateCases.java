package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.LockType;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/** Section 12.3.4: what accumulating calls do to elements of each datatype. */
final class UpdateCases {
  /** Bytes of a part. */
  private static final int BYTES = 256;

  private UpdateCases() {}

  /** What becomes of {@code n} elements when an operation combines others with them. */
  private static MemorySegment combined(
      Communicator comm, Op op, MemorySegment in, MemorySegment inout, int n, Datatype type) {
    MemorySegment result = MemorySegment.ofArray(new byte[BYTES]).copyFrom(inout);
    if (op == Op.REPLACE) {
      MemorySegment.copy(in, 0, result, 0, n * type.extent());
    } else {
      comm.mpi().reduceLocal(Buf.of(in, n, type), Buf.of(result, n, type), op);
    }
    return result;
  }

  @OnRanks(
      value = {1, 2},
      seconds = 60)
  static void everyOperationCombinesElementsOfEveryDatatypeItTakes(Communicator world)
      throws Exception {
    int n = 5;
    AnyWindow.each(
        world,
        BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          long at = any.at(right, 0);
          for (Datatype type : Operands.PREDEFINED) {
            MemorySegment in = MemorySegment.ofArray(new byte[BYTES]);
            MemorySegment start = MemorySegment.ofArray(new byte[BYTES]);
            Operands.fill(in, 0, n, type, 1);
            Operands.fill(start, 0, n, type, 2);
            for (Op op : Operands.OPERATIONS) {
              if (!Operands.takes(op, type)) {
                continue;
              }
              MemorySegment expected = combined(world, op, in, start, n, type);
              MemorySegment old = MemorySegment.ofArray(new byte[BYTES]);
              MemorySegment last = MemorySegment.ofArray(new byte[BYTES]);
              window.lock(LockType.EXCLUSIVE, right);
              window.accumulate(Buf.of(start, n, type), right, at, Op.REPLACE);
              window.accumulate(Buf.of(in, n, type), right, at, op);
              window.getAccumulate(null, Buf.of(old, n, type), right, at, n, type, Op.NO_OP);
              window.flush(right);
              byte[] data = Operands.data(expected, 0, n, type, world);
              assertThat(Operands.data(old, 0, n, type, world))
                  .as("accumulate %s on %s", op, type)
                  .isEqualTo(data);
              window.getAccumulate(
                  Buf.of(start, n, type), Buf.of(old, n, type), right, at, n, type, Op.REPLACE);
              window.getAccumulate(
                  Buf.of(in, n, type), Buf.of(last, n, type), right, at, n, type, op);
              window.flush(right);
              assertThat(Operands.data(old, 0, n, type, world))
                  .as("what was there")
                  .isEqualTo(data);
              assertThat(Operands.data(last, 0, n, type, world))
                  .as("getAccumulate %s on %s", op, type)
                  .isEqualTo(Operands.data(start, 0, n, type, world));
              window.fetchAndOp(
                  Buf.of(start, 1, type), Buf.of(old, 1, type), right, at, Op.REPLACE);
              window.fetchAndOp(Buf.of(in, 1, type), Buf.of(last, 1, type), right, at, op);
              window.fetchAndOp(null, Buf.of(old, 1, type), right, at, Op.NO_OP);
              window.unlock(right);
              assertThat(Operands.data(last, 0, 1, type, world))
                  .as("fetchAndOp %s on %s", op, type)
                  .isEqualTo(Operands.data(start, 0, 1, type, world));
              assertThat(Operands.data(old, 0, 1, type, world))
                  .as("fetchAndOp %s on %s", op, type)
                  .isEqualTo(Operands.data(expected, 0, 1, type, world));
            }
          }
        });
  }

  @OnRanks({1, 2})
  static void anOperationMustBeDefinedOnTheDatatype(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    MemorySegment memory = MemorySegment.ofArray(new long[BYTES / 8]);
    try (Window window = Window.allocate(world, BYTES, 1);
        Epoch _ = window.lockAll()) {
      for (Datatype type : Operands.PREDEFINED) {
        Buf one = Buf.of(memory, 1, type);
        for (Op op : Operands.OPERATIONS) {
          if (!Operands.takes(op, type)) {
            String[] words = {"Op." + op, "not defined on " + type};
            Expect.error(ErrorClass.OP, () -> window.accumulate(one, right, 0, op), words);
            Expect.error(ErrorClass.OP, () -> window.fetchAndOp(one, one, right, 0, op), words);
          }
        }
      }
    }
  }

  @OnRanks({1, 2})
  static void whatIsNoUpdateIsRefused(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    Datatype mixed =
        Datatype.struct(new long[] {1, 1}, new long[] {0, 8}, Datatype.LONG, Datatype.DOUBLE);
    Datatype two = Datatype.contiguous(2, Datatype.LONG);
    long[] memory = new long[2];
    Buf longs = Buf.of(memory);
    Buf one = Buf.of(memory, 0, 1);
    Op mine = Op.ofLongs((a, b) -> a);
    try (Window window = Window.allocate(world, 16, 8);
        Epoch _ = window.lockAll()) {
      Expect.error(ErrorClass.OP, () -> window.accumulate(one, right, 0, mine), "predefined");
      Expect.error(ErrorClass.OP, () -> window.fetchAndOp(one, one, right, 0, mine), "predefined");
      Expect.error(ErrorClass.OP, () -> window.accumulate(one, right, 0, Op.NO_OP), "NO_OP");
      Expect.error(
          ErrorClass.TYPE,
          () -> window.accumulate(longs, right, 0, 2, Datatype.DOUBLE, Op.SUM),
          Datatype.LONG + "",
          Datatype.DOUBLE + "");
      Expect.error(
          ErrorClass.TYPE,
          () -> window.accumulate(Buf.of(new double[1]), right, 0, 1, two, Op.SUM),
          "DOUBLE");
      Expect.error(
          ErrorClass.TYPE,
          () -> window.accumulate(Buf.of(memory, 0, 1L, mixed), right, 0, 1, mixed, Op.REPLACE),
          "different elements");
      Expect.error(
          ErrorClass.TYPE, () -> window.fetchAndOp(longs, longs, right, 0, Op.SUM), "one element");
      Expect.error(
          ErrorClass.TYPE,
          () -> {
            Buf derived = Buf.of(memory, 0, 1L, two);
            window.fetchAndOp(derived, derived, right, 0, Op.SUM);
          },
          "predefined");
      Expect.error(
          ErrorClass.BUFFER, () -> window.fetchAndOp(null, one, right, 0, Op.SUM), "NO_OP");
      Expect.error(
          ErrorClass.BUFFER,
          () -> window.getAccumulate(Buf.IN_PLACE, one, right, 0, 1, Datatype.LONG, Op.SUM));
    }
  }

  @OnRanks({1, 2, 4})
  static void dataWithGapsIsCombinedElementByElement(Communicator world) throws Exception {
    int n = 12;
    Datatype column = Datatype.vector(n, 1, 3, Datatype.INT);
    Datatype backwards = Datatype.vector(n, 1, -2, Datatype.INT);
    AnyWindow.each(
        world,
        3 * n * Integer.BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          int[] sent = new int[2 * n];
          Arrays.setAll(sent, i -> i);
          window.fence();
          window.accumulate(
              Buf.of(sent, 2 * n - 1, 1L, backwards), right, any.at(right, 0), 1, column, Op.SUM);
          window.accumulate(Buf.of(sent, 0, n), right, any.at(right, 0), 1, column, Op.SUM);
          window.fence();
          int[] got = any.memory().toArray(JAVA_INT_UNALIGNED);
          Same.at(got, i -> i % 3 == 0 ? 2 * n - 1 - 2 * (i / 3) + i / 3 : 0);
          window.fence(); // all have looked
          int[] old = new int[3 * n];
          window.getAccumulate(
              Buf.of(sent, 0, n),
              Buf.of(old, 0, 1L, column),
              right,
              any.at(right, 0),
              1,
              column,
              Op.REPLACE);
          window.fence();
          assertThat(old).isEqualTo(got);
          Same.at(any.memory().toArray(JAVA_INT_UNALIGNED), i -> i % 3 == 0 ? i / 3 : 0);
        });
  }

  @OnRanks(
      value = {2, 4},
      seconds = 60)
  static void longOperandsAreCombinedWhole(Communicator world) throws Exception {
    int n = 300_000;
    Datatype type = Datatype.LONG;
    AnyWindow.each(
        world,
        n * Long.BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          long[] sent = new long[n];
          long[] old = new long[n];
          Arrays.setAll(sent, i -> i + any.rank());
          window.fence();
          for (int rank = 0; rank < any.size(); rank++) {
            window.accumulate(Buf.of(sent), rank, any.at(rank, 0), Op.SUM);
          }
          window.fence();
          long size = any.size();
          long ranks = size * (size - 1) / 2;
          Same.at(any.memory().toArray(JAVA_LONG_UNALIGNED), i -> size * i + ranks);
          window.fence(); // all have looked
          Request<Status> request =
              window.rgetAccumulate(
                  Buf.of(sent), Buf.of(old), right, any.at(right, 0), n, type, Op.REPLACE);
          assertThat(request.waitFor()).isEqualTo(Status.EMPTY);
          Same.at(old, i -> size * i + ranks);
          window.fence();
          int left = any.further(-1);
          Same.at(any.memory().toArray(JAVA_LONG_UNALIGNED), i -> i + left);
        });
  }

  @OnRanks({1, 2})
  static void arraysOfEveryKindCanBeUpdated(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    boolean[] truths = {false, true};
    char[] letters = {'a', 'b'};
    short[] shorts = {1, 2};
    float[] floats = {1, 2};
    double[] doubles = {1, 2};
    try (Window ofTruths = Window.create(world, Buf.of(truths));
        Window ofLetters = Window.create(world, Buf.of(letters));
        Window ofShorts = Window.create(world, Buf.of(shorts));
        Window ofFloats = Window.create(world, Buf.of(floats));
        Window ofDoubles = Window.create(world, Buf.of(doubles))) {
      List<Window> all = List.of(ofTruths, ofLetters, ofShorts, ofFloats, ofDoubles);
      boolean[] oldTruths = new boolean[2];
      char[] oldLetter = new char[1];
      all.forEach(Window::fence);
      Buf trues = Buf.of(new boolean[] {true, true});
      ofTruths.getAccumulate(trues, Buf.of(oldTruths), right, 0, 2, Datatype.BOOLEAN, Op.LXOR);
      ofLetters.fetchAndOp(Buf.of(new char[] {'語'}), Buf.of(oldLetter), right, 1, Op.REPLACE);
      ofShorts.accumulate(Buf.of(new short[] {10, -20}), right, 0, Op.MIN);
      ofFloats.accumulate(Buf.of(new float[] {0.5f}), right, 1, Op.PROD);
      ofDoubles.accumulate(Buf.of(new double[] {0.5, 0.25}), right, 0, Op.SUM);
      all.forEach(Window::fence);
      assertThat(oldTruths).containsExactly(false, true);
      assertThat(truths).containsExactly(true, false);
      assertThat(oldLetter).containsExactly('b');
      assertThat(letters).containsExactly('a', '語');
      assertThat(shorts).containsExactly((short) 1, (short) -20);
      assertThat(floats).containsExactly(1, 1);
      assertThat(doubles).containsExactly(1.5, 2.25);
    }
  }

  @OnRanks({2, 4})
  static void updatesOfOneOriginAreDoneInTheirOrder(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          long at = any.at(right, 8);
          long[][] values = new long[200][1];
          long[][] seen = new long[200][1];
          window.lock(LockType.SHARED, right);
          for (int i = 0; i < values.length; i++) {
            values[i][0] = i + 1L;
            window.accumulate(Buf.of(values[i]), right, at, Op.REPLACE);
            window.fetchAndOp(null, Buf.of(seen[i]), right, at, Op.NO_OP);
          }
          window.unlock(right);
          for (int i = 0; i < values.length; i++) {
            assertThat(seen[i]).containsExactly(i + 1);
          }
        });
  }

  @OnRanks({2, 4})
  static void requestsOfUpdatesAreDoneWhenTheirBuffersMayBeUsed(Communicator world)
      throws Exception {
    AnyWindow.each(
        world,
        8,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          long at = any.at(right, 0);
          long[] value = new long[1];
          long[] old = new long[1];
          window.lock(LockType.EXCLUSIVE, right);
          for (int i = 1; i <= 50; i++) {
            value[0] = i;
            Request<Status> update =
                window.raccumulate(Buf.of(value), right, at, 1, Datatype.LONG, Op.SUM);
            assertThat(update.waitFor()).isEqualTo(Status.EMPTY);
            value[0] = -1;
            Request<Status> fetch =
                window.rgetAccumulate(null, Buf.of(old), right, at, 1, Datatype.LONG, Op.NO_OP);
            assertThat(fetch.waitFor()).isEqualTo(Status.EMPTY);
            assertThat(old).containsExactly(i * (i + 1) / 2);
          }
          window.unlock(right);
        });
  }
}
