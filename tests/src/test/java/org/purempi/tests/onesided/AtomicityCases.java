package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.Op;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 12.7.1: accumulating calls of all ranks on the same elements, and compare-and-swap. */
final class AtomicityCases {
  /** The number 1 of each datatype with numbers, and so widths 1, 2, 4, 8 and 16. */
  private static final List<Datatype> NUMBERS =
      List.of(
          Datatype.INT8_T,
          Datatype.UINT8_T,
          Datatype.INT16_T,
          Datatype.UINT16_T,
          Datatype.INT32_T,
          Datatype.UINT32_T,
          Datatype.INT64_T,
          Datatype.UINT64_T,
          Datatype.FLOAT,
          Datatype.DOUBLE,
          Datatype.C_FLOAT_COMPLEX,
          Datatype.C_DOUBLE_COMPLEX);

  private AtomicityCases() {}

  /** An element with a small number; of a complex one both parts. */
  private static void set(MemorySegment memory, long at, Datatype type, int number) {
    if (type == Datatype.C_FLOAT_COMPLEX || type == Datatype.FLOAT) {
      for (long part = 0; part < type.size(); part += Float.BYTES) {
        memory.set(JAVA_FLOAT_UNALIGNED, at + part, number);
      }
    } else if (type == Datatype.C_DOUBLE_COMPLEX || type == Datatype.DOUBLE) {
      for (long part = 0; part < type.size(); part += Double.BYTES) {
        memory.set(JAVA_DOUBLE_UNALIGNED, at + part, number);
      }
    } else {
      switch (Math.toIntExact(type.size())) {
        case Byte.BYTES -> memory.set(JAVA_BYTE, at, (byte) number);
        case Short.BYTES -> memory.set(JAVA_SHORT_UNALIGNED, at, (short) number);
        case Integer.BYTES -> memory.set(JAVA_INT_UNALIGNED, at, number);
        default -> memory.set(JAVA_LONG_UNALIGNED, at, number);
      }
    }
  }

  private static Buf number(Datatype type, int number) {
    MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(type.size())]);
    set(memory, 0, type, number);
    return Buf.of(memory, 1, type);
  }

  @OnRanks(
      value = {2, 4},
      seconds = 60)
  static void noUpdateIsLostWhateverTheWidthAndTheAddress(Communicator world) throws Exception {
    int rounds = 30;
    AnyWindow.each(
        world,
        512,
        any -> {
          Window window = any.window();
          for (long first : new long[] {0, 3}) { // aligned or not
            for (Datatype type : NUMBERS) {
              any.memory().fill((byte) 0);
              any.comm().barrier();
              Buf one = number(type, 1);
              Buf old = number(type, 0);
              long own = first + (1 + any.rank()) * type.extent();
              window.lockAll();
              for (int i = 0; i < rounds; i++) {
                window.accumulate(one, 0, any.at(0, first), Op.SUM);
                window.fetchAndOp(one, old, 0, any.at(0, own), Op.SUM); // its neighbour
              }
              window.unlockAll();
              any.comm().barrier();
              if (any.rank() == 0) {
                MemorySegment expected = MemorySegment.ofArray(new byte[512]);
                set(expected, first, type, rounds * any.size());
                for (int rank = 0; rank < any.size(); rank++) {
                  set(expected, first + (1 + rank) * type.extent(), type, rounds);
                }
                assertThat(any.memory().toArray(JAVA_BYTE))
                    .as("%s at %d", type, first)
                    .isEqualTo(expected.toArray(JAVA_BYTE));
              }
              any.comm().barrier();
            }
          }
        });
  }

  /** A long vector is combined in another way than a single number. */
  @OnRanks({2, 4})
  static void singleNumbersAndLongVectorsOfThemLoseNothing(Communicator world) throws Exception {
    int numbers = 10_000;
    int rounds = 40;
    long[] ones = new long[numbers];
    Arrays.fill(ones, 1);
    AnyWindow.each(
        world,
        numbers * Long.BYTES,
        any -> {
          Window window = any.window();
          any.memory().fill((byte) 0);
          any.comm().barrier();
          long[] before = new long[numbers];
          window.lockAll();
          for (int i = 0; i < rounds; i++) {
            for (int j = 0; j < rounds; j++) {
              long place = any.at(0, (long) numbers / rounds * j * Long.BYTES);
              window.fetchAndAdd(0, place, 1L);
              window.accumulate(Buf.of(new long[] {1, 1}), 0, place, Op.SUM);
            }
            if ((i + any.rank()) % 2 == 0) {
              window.accumulate(Buf.of(ones), 0, any.at(0, 0), Op.SUM);
            } else {
              long count = before.length;
              window.getAccumulate(
                  Buf.of(ones), Buf.of(before), 0, any.at(0, 0), count, Datatype.LONG, Op.SUM);
            }
          }
          window.unlockAll();
          any.comm().barrier();
          if (any.rank() == 0) {
            long[] expected = new long[numbers];
            Arrays.fill(expected, (long) rounds * any.size());
            for (int j = 0; j < rounds; j++) {
              expected[numbers / rounds * j] += 2L * rounds * any.size();
              expected[numbers / rounds * j + 1] += (long) rounds * any.size();
            }
            assertThat(any.memory().toArray(JAVA_LONG_UNALIGNED)).isEqualTo(expected);
          }
          any.comm().barrier();
        });
  }

  @OnRanks({2, 4})
  static void pairsAreComparedAndReplacedAsAWhole(Communicator world) throws Exception {
    int rounds = 50;
    AnyWindow.each(
        world,
        64,
        any -> {
          Window window = any.window();
          MemorySegment pair = MemorySegment.ofArray(new byte[16]);
          any.memory().fill((byte) 0);
          any.comm().barrier();
          window.lockAll();
          for (int i = 1; i <= rounds; i++) {
            int value = i * any.size() + any.rank();
            pair.set(JAVA_DOUBLE_UNALIGNED, 0, value);
            pair.set(JAVA_INT_UNALIGNED, 8, -value); // of this value only
            window.accumulate(Buf.of(pair, 1, Datatype.DOUBLE_INT), 0, any.at(0, 16), Op.MAXLOC);
            MemorySegment seen = MemorySegment.ofArray(new byte[16]);
            window.fetchAndOp(
                null, Buf.of(seen, 1, Datatype.DOUBLE_INT), 0, any.at(0, 16), Op.NO_OP);
            window.flush(0);
            double best = seen.get(JAVA_DOUBLE_UNALIGNED, 0);
            assertThat(best).isGreaterThanOrEqualTo(value);
            assertThat(seen.get(JAVA_INT_UNALIGNED, 8)).isEqualTo((int) -best);
          }
          window.unlockAll();
          any.comm().barrier();
          if (any.rank() == 0) {
            assertThat(any.memory().get(JAVA_DOUBLE_UNALIGNED, 16))
                .isEqualTo((rounds + 1) * any.size() - 1);
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void ticketsAreGivenToOneRankEach(Communicator world) throws Exception {
    int rounds = 100;
    AnyWindow.each(
        world,
        16,
        any -> {
          long[] tickets = new long[rounds];
          long[] small = new long[rounds];
          any.window().lockAll();
          for (int i = 0; i < rounds; i++) {
            tickets[i] = any.window().fetchAndAdd(0, any.at(0, 0), 1L);
            small[i] = any.window().fetchAndAdd(0, any.at(0, 8), -1);
          }
          any.window().unlockAll();
          long[] all = new long[rounds * any.size()];
          any.comm().allgather(tickets, all);
          Arrays.sort(all);
          for (int i = 0; i < all.length; i++) {
            assertThat(all[i]).isEqualTo(i);
          }
          any.comm().allgather(small, all);
          Arrays.sort(all);
          for (int i = 0; i < all.length; i++) {
            assertThat(all[i]).isEqualTo(i - all.length + 1);
          }
        });
  }

  @OnRanks({2, 4})
  static void threadsOfOneRankMayUpdateAtOnce(Communicator world) throws Exception {
    int threads = 3;
    int rounds = 50;
    AnyWindow.each(
        world,
        16,
        any -> {
          AtomicReference<Throwable> failure = new AtomicReference<>();
          any.window().lockAll();
          List<Thread> workers = new ArrayList<>();
          for (int t = 0; t < threads; t++) {
            workers.add(
                Thread.ofPlatform()
                    .start(
                        () -> {
                          try {
                            for (int i = 0; i < rounds; i++) {
                              any.window().fetchAndAdd(0, any.at(0, 0), 1L);
                              any.window()
                                  .accumulate(Buf.of(new short[] {1}), 0, any.at(0, 8), Op.SUM);
                            }
                            any.window().flush(0);
                          } catch (Throwable e) {
                            failure.set(e);
                          }
                        }));
          }
          for (Thread worker : workers) {
            worker.join();
          }
          any.window().unlockAll();
          assertThat(failure.get()).isNull();
          any.comm().barrier();
          if (any.rank() == 0) {
            int all = threads * rounds * any.size();
            assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 0)).isEqualTo(all);
            assertThat(any.memory().get(JAVA_SHORT_UNALIGNED, 8)).isEqualTo((short) all);
          }
        });
  }

  @OnRanks({2, 4})
  static void aLockMadeOfCompareAndSwapExcludes(Communicator world) throws Exception {
    int rounds = 10;
    AnyWindow.each(
        world,
        32,
        any -> {
          Window window = any.window();
          int me = any.rank() + 1;
          window.lockAll();
          long[] guarded = new long[1];
          for (int i = 0; i < rounds; i++) {
            while (window.compareAndSwap(0, any.at(0, 0), 0, me) != 0) {
              Thread.onSpinWait();
            }
            window.get(Buf.of(guarded), 0, any.at(0, 8));
            window.flush(0);
            guarded[0]++;
            window.put(Buf.of(guarded), 0, any.at(0, 8));
            window.flush(0);
            assertThat(window.compareAndSwap(0, any.at(0, 0), me, 0)).isEqualTo(me);
            while (true) { // without a lock
              long seen = window.fetchAndAdd(0, any.at(0, 16), 0L);
              if (window.compareAndSwap(0, any.at(0, 16), seen, seen + 2) == seen) {
                break;
              }
            }
          }
          window.unlockAll();
          any.comm().barrier();
          if (any.rank() == 0) {
            long all = (long) rounds * any.size();
            assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 8)).isEqualTo(all);
            assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 16)).isEqualTo(2 * all);
          }
        });
  }

  private static boolean isSwappable(Datatype type) {
    return type instanceof BasicDatatype basic
        && switch (basic.kind()) {
          case SIGNED, UNSIGNED, LOGICAL, BYTE -> true;
          case FLOAT, COMPLEX, CHARACTER, PACKED -> false;
        };
  }

  @OnRanks({1, 2})
  static void integersTruthsAndBytesCanBeSwappedAndNothingElse(Communicator world)
      throws Exception {
    AnyWindow.each(
        world,
        64,
        any -> {
          Window window = any.window();
          int right = any.further(1);
          window.lockAll();
          for (Datatype type : Operands.PREDEFINED) {
            long at = any.at(right, 16);
            MemorySegment memory = MemorySegment.ofArray(new byte[64]);
            Operands.fill(memory, 0, 1, type, 5);
            Buf value = Buf.of(memory, 0, 1, type);
            Buf zero = Buf.of(memory, 32, 1, type);
            memory.set(JAVA_BYTE, 0, (byte) 1); // is not zero
            MemorySegment old = MemorySegment.ofArray(new byte[32]);
            Buf result = Buf.of(old, 1, type);
            if (!isSwappable(type)) {
              Expect.error(
                  ErrorClass.TYPE,
                  () -> window.compareAndSwap(value, zero, result, right, at),
                  type + "");
              continue;
            }
            window.accumulate(zero, right, at, Op.REPLACE);
            window.compareAndSwap(value, value, result, right, at);
            window.flush(right);
            assertThat(old.toArray(JAVA_BYTE)).as(type.name()).containsOnly((byte) 0);
            window.compareAndSwap(value, zero, result, right, at);
            window.flush(right);
            assertThat(old.toArray(JAVA_BYTE)).as(type.name()).containsOnly((byte) 0);
            window.compareAndSwap(zero, value, result, right, at);
            window.flush(right);
            assertThat(old.asSlice(0, type.size()).mismatch(memory.asSlice(0, type.size())))
                .as(type.name())
                .isEqualTo(-1);
          }
          window.unlockAll();
          any.comm().barrier();
          assertThat(any.memory().toArray(JAVA_BYTE)).containsOnly((byte) 0);
        });
  }

  @OnRanks({1, 2})
  static void aSwapTakesOneElementOfTheSameDatatypeThreeTimes(Communicator world) {
    Buf one = Buf.of(new long[1]);
    Buf two = Buf.of(new long[2]);
    Buf other = Buf.of(new int[1]);
    Buf derived = Buf.of(new long[1], 0, 1L, Datatype.contiguous(1, Datatype.LONG));
    try (Window window = Window.allocate(world, 16, 1, Info.EMPTY);
        Epoch _ = window.lockAll()) {
      for (Buf wrong : List.of(two, other, derived)) {
        Expect.error(ErrorClass.TYPE, () -> window.compareAndSwap(wrong, one, one, 0, 0));
        Expect.error(ErrorClass.TYPE, () -> window.compareAndSwap(one, wrong, one, 0, 0));
        Expect.error(ErrorClass.TYPE, () -> window.compareAndSwap(one, one, wrong, 0, 0));
      }
      Buf count = Buf.of(new long[1], 0, 1L, Datatype.COUNT); // the same but for its name
      window.compareAndSwap(one, count, one, 0, 0);
    }
  }

  @OnRanks({2, 4})
  static void swapsOfEveryWidthAreAtomic(Communicator world) throws Exception {
    int rounds = 15;
    List<Datatype> types =
        List.of(Datatype.UINT8_T, Datatype.UINT16_T, Datatype.UINT32_T, Datatype.UINT64_T);
    AnyWindow.each(
        world,
        64,
        any -> {
          Window window = any.window();
          for (Datatype type : types) {
            any.memory().fill((byte) 0);
            any.comm().barrier();
            window.lockAll();
            int guess = 0;
            MemorySegment seen = MemorySegment.ofArray(new byte[8]);
            for (int done = 0; done < rounds; ) {
              window.compareAndSwap(
                  number(type, guess + 1),
                  number(type, guess),
                  Buf.of(seen, 1, type),
                  0,
                  any.at(0, 24));
              window.flush(0);
              int there = seen.get(JAVA_BYTE, 0);
              done += there == guess ? 1 : 0;
              guess = there == guess ? guess + 1 : there;
            }
            window.unlockAll();
            any.comm().barrier();
            if (any.rank() == 0) {
              assertThat(any.memory().get(JAVA_BYTE, 24))
                  .as(type.name())
                  .isEqualTo((byte) (rounds * any.size()));
            }
            any.comm().barrier();
          }
        });
  }
}
