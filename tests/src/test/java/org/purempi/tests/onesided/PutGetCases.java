package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;
import org.purempi.tests.Same;
import org.purempi.tests.datatypes.Layouts;

/** Sections 12.3.2, 12.3.3 and 12.3.5: put and get. */
final class PutGetCases {
  private PutGetCases() {}

  @OnRanks({1, 2, 4})
  static void elementsOfEveryPredefinedDatatypeArePutAndGotten(Communicator world)
      throws Exception {
    int n = 7;
    AnyWindow.each(
        world,
        512,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          for (Datatype type : Operands.PREDEFINED) {
            MemorySegment sent = MemorySegment.ofArray(Pattern.bytes(512, any.rank()));
            MemorySegment got = MemorySegment.ofArray(new byte[512]);
            any.memory().fill((byte) -1);
            window.fence();
            window.put(Buf.of(sent, 8, n, type), right, any.at(right, 16));
            window.fence();
            MemorySegment expected = MemorySegment.ofArray(Pattern.bytes(512, any.further(-1)));
            assertThat(Operands.data(any.memory(), 16, n, type, world))
                .as(type.name())
                .isEqualTo(Operands.data(expected, 8, n, type, world));
            long end = 16 + (n - 1) * type.extent() + type.trueExtent();
            assertThat(any.memory().get(JAVA_BYTE, 15)).isEqualTo((byte) -1);
            assertThat(any.memory().get(JAVA_BYTE, end)).isEqualTo((byte) -1);
            window.get(Buf.of(got, 8, n, type), right, any.at(right, 16));
            window.fence();
            assertThat(Operands.data(got, 8, n, type, world))
                .as(type.name())
                .isEqualTo(Operands.data(sent, 8, n, type, world));
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void theOriginMayBeLaidOutOtherwiseThanTheTarget(Communicator world) throws Exception {
    int n = 24;
    List<Layouts> layouts = Layouts.of(n);
    int longest = layouts.stream().mapToInt(Layouts::length).max().orElseThrow();
    AnyWindow.each(
        world,
        longest * Double.BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          for (Layouts here : layouts) {
            for (Layouts there : layouts) {
              MemorySegment.copy(
                  MemorySegment.ofArray(there.empty()),
                  0,
                  any.memory(),
                  0,
                  (long) there.length() * Double.BYTES);
              long at = any.at(right, (long) there.origin() * Double.BYTES);
              window.fence();
              double[] sent = here.filled(n, 100 * any.rank());
              window.put(here.in(sent), right, at, 1, there.type());
              window.fence();
              double[] expected = there.filled(n, 100 * any.further(-1));
              for (int i = 0; i < expected.length; i++) {
                assertThat(any.memory().get(JAVA_DOUBLE_UNALIGNED, (long) i * Double.BYTES))
                    .as("%s into %s, element %d", here, there, i)
                    .isEqualTo(expected[i]);
              }
              double[] got = here.empty();
              window.get(here.in(got), right, at, 1, there.type());
              window.fence();
              assertThat(got).as("%s of %s", here, there).isEqualTo(sent);
            }
          }
        });
  }

  @OnRanks({1, 2})
  static void severalElementsOfADerivedTypeLieOneExtentApart(Communicator world) throws Exception {
    Datatype everyOther = Datatype.resized(Datatype.vector(2, 1, 2, Datatype.INT), 0, 20);
    AnyWindow.each(
        world,
        64,
        any -> {
          int right = any.further(1);
          any.window().fence();
          int[] sent = {1, 2, 3, 4, 5, 6};
          any.window().put(Buf.of(sent), right, any.at(right, 4), 3, everyOther);
          any.window().fence();
          assertThat(any.memory().toArray(java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED))
              .containsExactly(0, 1, 0, 2, 0, 0, 3, 0, 4, 0, 0, 5, 0, 6, 0, 0);
          int[] got = new int[14];
          any.window().get(Buf.of(got, 0, 3L, everyOther), right, any.at(right, 4), 3, everyOther);
          any.window().fence();
          assertThat(got).containsExactly(1, 0, 2, 0, 0, 3, 0, 4, 0, 0, 5, 0, 6, 0);
        });
  }

  /** Arrays of every kind with six recognisable elements, and how they are compared. */
  private static List<Object> arrays(int k) {
    return List.of(
        new byte[] {(byte) k, 1, 2, 3, 4, -5},
        new short[] {(short) k, 1, 2, 3, 4, -5},
        new char[] {(char) k, 'a', 'ß', '語', '\uffff', 0},
        new int[] {k, 1, 2, 3, 4, Integer.MIN_VALUE},
        new long[] {k, 1, 2, 3, 4, Long.MIN_VALUE},
        new float[] {k, 1.5f, -0f, Float.NaN, 4, Float.MAX_VALUE},
        new double[] {k, 1.5, -0., Double.NaN, 4, Double.MAX_VALUE},
        new boolean[] {k % 2 == 1, true, false, false, true, true});
  }

  private static Buf buf(Object array) {
    return switch (array) {
      case byte[] a -> Buf.of(a);
      case short[] a -> Buf.of(a);
      case char[] a -> Buf.of(a);
      case int[] a -> Buf.of(a);
      case long[] a -> Buf.of(a);
      case float[] a -> Buf.of(a);
      case double[] a -> Buf.of(a);
      case boolean[] a -> Buf.of(a);
      default -> throw new IllegalArgumentException(array + "");
    };
  }

  @OnRanks({1, 2, 4})
  static void arraysOfEveryKindAreWindowsOriginsAndResults(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    int left = Math.floorMod(world.rank() - 1, world.size());
    for (int kind = 0; kind < arrays(0).size(); kind++) {
      Object mine = arrays(0).get(kind);
      try (Window window = Window.create(world, buf(mine))) {
        int unit = Math.toIntExact(buf(mine).datatype().extent());
        assertThat(window.dispUnit()).isEqualTo(unit);
        window.fence();
        window.put(buf(arrays(world.rank() + 1).get(kind)), right, 0);
        window.fence();
        assertThat(mine).isEqualTo(arrays(left + 1).get(kind));
        Object got = arrays(77).get(kind);
        window.get(buf(got).slice(1, 2), right, 3);
        window.get(buf(got).slice(5, 1), right, 0);
        window.fence();
        Object expected = arrays(77).get(kind);
        System.arraycopy(arrays(1).get(kind), 3, expected, 1, 2);
        System.arraycopy(arrays(world.rank() + 1).get(kind), 0, expected, 5, 1);
        assertThat(got).isEqualTo(expected);
      }
    }
  }

  @OnRanks({1, 2})
  static void aWindowMayBeAPartOfAnArray(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    boolean[] truths = new boolean[10];
    int[] numbers = new int[10];
    try (Window ofTruths = Window.create(world, Buf.of(truths, 3, 4));
        Window ofNumbers = Window.create(world, Buf.of(numbers, 3, 4))) {
      ofTruths.fence();
      ofNumbers.fence();
      ofTruths.put(Buf.of(new boolean[] {true, true}), right, 2);
      ofNumbers.put(Buf.of(new int[] {8, 9}), right, 2);
      Expect.error(ErrorClass.RMA_RANGE, () -> ofNumbers.put(Buf.of(numbers, 0, 2), right, 3));
      ofTruths.fence();
      ofNumbers.fence();
      assertThat(numbers).containsExactly(0, 0, 0, 0, 0, 8, 9, 0, 0, 0);
      assertThat(truths)
          .containsExactly(false, false, false, false, false, true, true, false, false, false);
    }
  }

  @OnRanks({2, 4})
  static void eachRankHasUnitsAndALengthOfItsOwn(Communicator world) {
    int me = world.rank();
    try (Window window = Window.allocate(world, 16L * me, 1 + me)) {
      assertThat(window.dispUnit()).isEqualTo(1 + me);
      window.fence();
      for (int rank = 1; rank < world.size(); rank++) {
        window.put(Buf.of(new byte[] {(byte) me}), rank, me);
      }
      Expect.error(
          ErrorClass.RMA_RANGE, () -> window.put(Buf.of(new byte[1]), 0, 0), "rank 0", "has 0");
      window.fence();
      for (int rank = 0; me > 0 && rank < world.size(); rank++) {
        assertThat(window.memory().get(JAVA_BYTE, (long) rank * (1 + me))).isEqualTo((byte) rank);
      }
    }
  }

  @OnRanks({1, 2})
  static void nothingIsMovedWithoutElements(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        8,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          Buf none = Buf.of(new int[1], 0, 0);
          Buf one = Buf.of(new int[] {-1});
          Datatype empty = Datatype.contiguous(0, Datatype.INT);
          window.lockAll();
          window.put(none, right, any.at(right, 0));
          window.put(none, right, any.at(right, 8)); // at its end
          window.put(Buf.EMPTY, right, any.at(right, 4));
          window.get(none, right, any.at(right, 0));
          window.get(one, right, any.at(right, 4), 0, Datatype.INT);
          window.get(one, right, any.at(right, 4), 5, empty);
          window.accumulate(none, right, any.at(right, 0), Op.SUM);
          window.getAccumulate(none, none, right, any.at(right, 0), 0, Datatype.INT, Op.SUM);
          window.getAccumulate(none, one, right, any.at(right, 0), 1, Datatype.INT, Op.SUM);
          window.flushLocal(right);
          assertThat(
                  Request.waitAll(
                      window.rput(none, right, any.at(right, 0), 0, Datatype.INT),
                      window.rget(none, right, any.at(right, 0), 0, Datatype.INT),
                      window.raccumulate(none, right, any.at(right, 0), 0, Datatype.INT, Op.MAX),
                      window.raccumulate(none, right, any.at(right, 0), 1, Datatype.INT, Op.MAX),
                      window.rgetAccumulate(
                          none, one, right, any.at(right, 0), 1, Datatype.INT, Op.SUM)))
              .containsOnly(Status.EMPTY);
          window.unlockAll();
          any.comm().barrier();
          assertThat(any.memory().toArray(JAVA_BYTE)).containsOnly((byte) 0);
          assertThat(one.base()).isEqualTo(new int[] {-1});
        });
  }

  @OnRanks({1, 2})
  static void nobodyIsThereToBeAccessed(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      long[] result = {42};
      Buf one = Buf.of(new long[] {1});
      Buf into = Buf.of(result);
      int nobody = Mpi.PROC_NULL;
      window.put(one, nobody, 99);
      window.get(into, nobody, 99);
      window.accumulate(one, nobody, 99, Op.SUM);
      window.getAccumulate(one, into, nobody, 99, 1, Datatype.LONG, Op.SUM);
      window.fetchAndOp(one, into, nobody, 99, Op.SUM);
      window.compareAndSwap(one, one, into, nobody, 99);
      assertThat(
              Request.waitAll(
                  window.rput(one, nobody, 99, 1, Datatype.LONG),
                  window.rget(into, nobody, 99, 1, Datatype.LONG),
                  window.raccumulate(one, nobody, 99, 1, Datatype.LONG, Op.SUM),
                  window.rgetAccumulate(one, into, nobody, 99, 1, Datatype.LONG, Op.SUM)))
          .containsOnly(Status.EMPTY);
      window.fetchAndAdd(nobody, 99, 1L);
      window.compareAndSwap(nobody, 99, 1, 1);
      assertThat(result).containsExactly(42);
    }
  }

  @OnRanks(
      value = {2, 4},
      seconds = 60)
  static void longMessagesArriveWhole(Communicator world) throws Exception {
    int n = (3 << 20) + 5;
    AnyWindow.each(
        world,
        2 * n,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          byte[] sent = Pattern.bytes(n, any.rank());
          window.fence();
          window.put(Buf.of(sent), right, any.at(right, n));
          window.fence();
          byte[] here = any.memory().asSlice(n, n).toArray(JAVA_BYTE);
          Pattern.check(here, any.further(-1));
          byte[] got = new byte[n];
          window.get(Buf.of(got), right, any.at(right, n));
          window.fence();
          Pattern.check(got, any.rank());
        });
  }

  @OnRanks(
      value = {2, 3},
      seconds = 60)
  static void longMessagesWithGapsArriveWhole(Communicator world) throws Exception {
    int n = 100_000;
    Datatype column = Datatype.vector(n, 1, 2, Datatype.DOUBLE);
    Datatype blocks = Datatype.vector(n / 1000, 1000, 1010, Datatype.DOUBLE);
    AnyWindow.each(
        world,
        2 * n * Double.BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          double[] sent = new double[2 * n];
          Arrays.setAll(sent, i -> any.rank() + i / 2.);
          window.fence();
          window.put(Buf.of(sent, 0, 1L, column), right, any.at(right, 0), 1, blocks);
          window.fence();
          for (int i = 0; i < n; i++) {
            long at = (i / 1000 * 1010L + i % 1000) * Double.BYTES;
            if (any.memory().get(JAVA_DOUBLE_UNALIGNED, at) != any.further(-1) + i) {
              throw new AssertionError("element " + i);
            }
          }
          double[] got = new double[2 * n];
          window.get(Buf.of(got, 0, 1L, column), right, any.at(right, 0), 1, blocks);
          window.fence();
          Same.at(got, i -> i % 2 == 0 ? any.rank() + i / 2. : 0);
        });
  }

  @OnRanks({2, 4})
  static void manyOperationsMayBeUnderWayInAnyOrderOfPlaces(Communicator world) throws Exception {
    int n = 2000;
    AnyWindow.each(
        world,
        n * Integer.BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          int[] got = new int[n];
          List<Request<Status>> requests = new ArrayList<>();
          window.lockAll();
          for (int i = 0; i < n; i++) {
            int place = i * 7 % n;
            int[] one = {10 * place + any.rank()};
            requests.add(
                window.rput(Buf.of(one), right, any.at(right, 4L * place), 1, Datatype.INT));
          }
          Request.waitAll(requests);
          window.flush(right);
          requests.clear();
          for (int i = 0; i < n; i++) {
            int place = i * 11 % n;
            requests.add(
                window.rget(
                    Buf.of(got, place, 1), right, any.at(right, 4L * place), 1, Datatype.INT));
          }
          assertThat(Request.waitAll(requests)).containsOnly(Status.EMPTY);
          window.unlockAll();
          Same.at(got, i -> 10 * i + any.rank());
        });
  }

  @OnRanks({1, 2})
  static void bytesAndNumbersMayMeetAndATargetMayBeLongerThanTheData(Communicator world)
      throws Exception {
    AnyWindow.each(
        world,
        16,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          window.fence();
          window.put(Buf.of(new int[] {0x01010101}), right, any.at(right, 0), 4, Datatype.BYTE);
          window.put(Buf.of(new byte[] {2, 2, 2}), right, any.at(right, 4), 3, Datatype.INT);
          window.fence();
          byte[] expected = {1, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0};
          assertThat(any.memory().toArray(JAVA_BYTE)).isEqualTo(expected);
          int[] got = {-1, -1, -1, -1};
          window.get(Buf.of(got), right, any.at(right, 0), 4, Datatype.BYTE);
          window.fence();
          assertThat(got).containsExactly(0x01010101, -1, -1, -1);
        });
  }

  @OnRanks({1, 2, 4})
  static void memoryOfOneThreadMayBeOriginAndResult(Communicator world) throws Exception {
    int n = 100_000;
    AnyWindow.each(
        world,
        n * Long.BYTES,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          long at = any.at(right, 0);
          Datatype type = Datatype.LONG;
          try (Arena own = Arena.ofConfined()) {
            Buf sent = Buf.of(own.allocate(type.size() * n), n, type);
            Buf got = Buf.of(own.allocate(type.size() * n), n, type);
            Buf one = sent.slice(0, 1);
            MemorySegment result = (MemorySegment) got.base();
            ((MemorySegment) sent.base()).fill((byte) 1);
            long ones = 0x0101_0101_0101_0101L;
            window.lock(LockType.EXCLUSIVE, right);
            window.put(sent, right, at);
            window.flush(right);
            window.get(got, right, at, n - 1, type);
            window.flush(right);
            assertThat(result.getAtIndex(JAVA_LONG, n - 2)).isEqualTo(ones);
            assertThat(result.getAtIndex(JAVA_LONG, n - 1)).isZero();
            window.accumulate(sent, right, at, Op.SUM);
            window.getAccumulate(sent, got, right, at, n, type, Op.REPLACE);
            window.flush(right);
            assertThat(result.getAtIndex(JAVA_LONG, n - 1)).isEqualTo(2 * ones);
            window.compareAndSwap(one, one, got.slice(0, 1), right, at);
            window.fetchAndOp(one, got.slice(1, 1), right, at, Op.SUM);
            assertThat(window.rget(got.slice(2, 1), right, at, 1, type).waitFor())
                .isEqualTo(Status.EMPTY);
            window.unlock(right);
            assertThat(result.getAtIndex(JAVA_LONG, 0)).isEqualTo(ones);
            assertThat(result.getAtIndex(JAVA_LONG, 1)).isEqualTo(ones);
            assertThat(result.getAtIndex(JAVA_LONG, 2)).isEqualTo(2 * ones);
          }
        });
  }
}
