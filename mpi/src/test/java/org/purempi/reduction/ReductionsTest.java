package org.purempi.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.layout.Layout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReductionsTest {
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  record Mean(double sum, int n) {
    Mean plus(Mean other) {
      return new Mean(sum + other.sum, n + other.n);
    }
  }

  private static Buf pairs(double[] values, int[] indices, boolean onHeap) {
    long bytes = values.length * 16L;
    MemorySegment m =
        onHeap ? MemorySegment.ofArray(new byte[(int) bytes]) : Arena.ofAuto().allocate(bytes);
    for (int i = 0; i < values.length; i++) {
      m.set(DOUBLE, i * 16L, values[i]);
      m.set(INT, i * 16L + 8, indices[i]);
      m.set(INT, i * 16L + 12, 0x5a5a5a5a);
    }
    return Buf.of(m, values.length, Datatype.DOUBLE_INT);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLargestValueBringsItsIndexAndOfEqualsTheLowerIndexStays(boolean onHeap) {
    double nan = Double.NaN;
    double[] mine = {1, 5, 3, 0.0, nan, 1, nan};
    int[] myIndex = {7, 7, 7, 7, 7, 7, 7};
    double[] yours = {2, 4, 3, -0.0, 1, nan, nan};
    int[] yourIndex = {9, 9, 2, 9, 9, 9, 3};
    Buf inout = pairs(yours, yourIndex, onHeap);
    Reductions.apply(Op.MAXLOC, pairs(mine, myIndex, !onHeap), inout);
    MemorySegment m = (MemorySegment) inout.base();
    double[] values = {2, 5, 3, 0.0, nan, nan, nan};
    int[] indices = {9, 7, 2, 7, 7, 9, 3};
    for (int i = 0; i < values.length; i++) {
      assertThat(m.get(DOUBLE, i * 16L)).isEqualTo(Double.valueOf(values[i]));
      assertThat(m.get(INT, i * 16L + 8)).as("index of " + i).isEqualTo(indices[i]);
      assertThat(m.get(INT, i * 16L + 12)).as("the gap").isEqualTo(0x5a5a5a5a);
    }
  }

  @Test
  void theSmallestValueBringsItsIndexInAllPairTypes() {
    int[] a = {3, 10, 3, 1};
    int[] b = {4, 20, 3, 0};
    Reductions.apply(
        Op.MINLOC, Buf.of(a, 0, 2, Datatype.TWO_INT), Buf.of(b, 0, 2, Datatype.TWO_INT));
    assertThat(b).containsExactly(3, 10, 3, 0);
    for (Datatype type :
        new Datatype[] {Datatype.SHORT_INT, Datatype.LONG_INT, Datatype.FLOAT_INT}) {
      Buf in = Layout.scratch(type, 1000);
      Buf inout = Layout.scratch(type, 1000);
      Random random = new Random(5);
      byte[] noise = new byte[(int) in.bytes()];
      random.nextBytes(noise);
      Layout.copy(Buf.of(noise), in);
      Layout.copy(Buf.of(noise), inout);
      Reductions.apply(Op.MINLOC, in, inout);
      byte[] same = new byte[noise.length];
      Layout.copy(inout, Buf.of(same));
      assertThat(same).as("%s combined with itself", type).isEqualTo(noise);
    }
  }

  @Test
  void aPairOfShortAndLongComparesAsNumbers() {
    Buf a = Layout.scratch(Datatype.LONG_INT, 1);
    Buf b = Layout.scratch(Datatype.LONG_INT, 1);
    MemorySegment x = (MemorySegment) a.base();
    MemorySegment y = (MemorySegment) b.base();
    x.set(ValueLayout.JAVA_LONG, 0, -5_000_000_000L);
    x.set(INT, 8, 1);
    y.set(ValueLayout.JAVA_LONG, 0, 3);
    y.set(INT, 8, 2);
    Reductions.apply(Op.MINLOC, a, b);
    assertThat(y.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(-5_000_000_000L);
    assertThat(y.get(INT, 8)).isEqualTo(1);
  }

  @Test
  void unsignedNumbersCompareWithoutSign() {
    int[] a = {-1, 5};
    int[] b = {7, -9};
    Buf in = Buf.of(a, 0, 2, Datatype.UINT32_T);
    Buf inout = Buf.of(b, 0, 2, Datatype.UINT32_T);
    Reductions.apply(Op.MAX, in, inout);
    assertThat(b).containsExactly(-1, -9);
    Reductions.apply(Op.MIN, Buf.of(new int[] {3, -2}, 0, 2, Datatype.UINT32_T), inout);
    assertThat(b).containsExactly(3, -9);
  }

  @Test
  void truthValuesOfBooleanArraysCombineAndComeOutAsZeroAndOne() {
    boolean[] a = {true, true, false, false};
    boolean[] b = {true, false, true, false};
    Reductions.apply(Op.LXOR, Buf.of(a), Buf.of(b));
    assertThat(b).containsExactly(false, true, true, false);
    int[] c = {-7, 0, 1 << 31};
    int[] d = {2, 0, 0};
    Reductions.apply(Op.LOR, Buf.of(c, 0, 3, Datatype.LOGICAL), Buf.of(d, 0, 3, Datatype.LOGICAL));
    assertThat(d).containsExactly(1, 0, 1);
  }

  @Test
  void userFunctionsGetTheIncomingOperandFirst() {
    double[] x = {10, 20};
    double[] y = {1, 2};
    Reductions.apply(Op.ofDoubles((a, b) -> a - b), Buf.of(x), Buf.of(y));
    assertThat(y).containsExactly(9, 18);
    MemorySegment native1 = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, 8, 9);
    int[] ints = {2, 4};
    Reductions.apply(
        Op.ofInts((a, b) -> 100 * a + b), Buf.of(native1, 2, Datatype.INT), Buf.of(ints));
    assertThat(ints).containsExactly(802, 904);
    long[] longs = {3};
    Reductions.apply(Op.ofLongs((a, b) -> a * b), Buf.of(new long[] {5}), Buf.of(longs));
    assertThat(longs).containsExactly(15);
    float[] floats = {3};
    Reductions.apply(Op.ofFloats((a, b) -> a / b), Buf.of(new float[] {6}), Buf.of(floats));
    assertThat(floats).containsExactly(2);
  }

  @Test
  void aUserFunctionMayReduceItself() {
    Buf one =
        Buf.of(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_DOUBLE, 1, 2), 2, Datatype.DOUBLE);
    Buf two =
        Buf.of(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_DOUBLE, 3, 4), 2, Datatype.DOUBLE);
    Buf inner = Buf.of(Arena.ofAuto().allocate(800), 100, Datatype.DOUBLE);
    Op op =
        Op.ofDoubles(
            (a, b) -> {
              Reductions.apply(Op.SUM, inner, inner);
              return a + b;
            });
    Reductions.apply(op, one, two);
    assertThat(((MemorySegment) two.base()).toArray(ValueLayout.JAVA_DOUBLE)).containsExactly(4, 6);
  }

  @Test
  void userFunctionsTakeTheirOwnTypeOnly() {
    Op doubles = Op.ofDoubles(Double::sum);
    assertThatThrownBy(() -> Reductions.check(doubles, Datatype.FLOAT))
        .hasMessage("this user operation is not defined on FLOAT: it takes DOUBLE");
    assertThatThrownBy(() -> Reductions.check(Op.ofInts(Integer::sum), Datatype.LONG))
        .hasMessageContaining("integers of 4 bytes");
    Reductions.check(Op.ofInts(Integer::sum), Datatype.UINT32_T);
    Reductions.check(Op.ofLongs(Long::sum), Datatype.AINT);
    assertThatThrownBy(() -> Reductions.check(Op.of(Mean.class, Mean::plus), Datatype.DOUBLE_INT))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("Mean");
  }

  @Test
  void recordsCombineAsObjectsInAnyMemory() {
    var type = Datatype.of(Mean.class);
    Op op = Op.of(Mean.class, Mean::plus);
    Buf a = Buf.of(Arena.ofAuto().allocate(48), 3, type);
    Buf b = Buf.of(new byte[48], 0, 3, type);
    var codec = org.purempi.RecordCodec.of(Mean.class);
    MemorySegment out = MemorySegment.ofArray((byte[]) b.base());
    for (int i = 0; i < 3; i++) {
      codec.write(new Mean(i, 1), (MemorySegment) a.base(), 16L * i);
      codec.write(new Mean(10, i), out, 16L * i);
    }
    Reductions.apply(op, a, b);
    assertThat(codec.read(out, 32)).isEqualTo(new Mean(12, 3));
    assertThat(codec.read(out, 0)).isEqualTo(new Mean(10, 1));
  }

  @Test
  void bulkFunctionsGetSegmentsTheCountAndTheDatatypeAsGiven() {
    Op op =
        Op.of(
            (in, inout, count, type) -> {
              assertThat(type).isEqualTo(Datatype.BOOLEAN);
              for (long i = 0; i < count; i++) {
                byte both =
                    (byte) (in.get(ValueLayout.JAVA_BYTE, i) & inout.get(ValueLayout.JAVA_BYTE, i));
                inout.set(ValueLayout.JAVA_BYTE, i, both);
              }
            });
    boolean[] b = {true, true, false};
    Reductions.apply(op, Buf.of(new boolean[] {true, false, true}), Buf.of(b));
    assertThat(b).containsExactly(true, false, false);
  }

  @Test
  void differentCountsAreRefused() {
    assertThatThrownBy(() -> Reductions.apply(Op.SUM, Buf.of(new int[3]), Buf.of(new int[4])))
        .isInstanceOfSatisfying(
            MpiArgumentException.class,
            e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.COUNT));
  }

  @Test
  void sayingWhatToDoAboutBytesAndCharacters() {
    assertThatThrownBy(() -> Reductions.check(Op.SUM, Datatype.BYTE))
        .hasMessageContaining("Datatype.INT8_T");
    assertThatThrownBy(() -> Reductions.check(Op.MAX, Datatype.CHAR))
        .hasMessageContaining("Datatype.UINT16_T");
    char[] c = {'a', 'z'};
    Buf numbers = Buf.of(c, 0, 2, Datatype.UINT16_T);
    Reductions.apply(Op.MAX, Buf.of(new char[] {'b', 'b'}, 0, 2, Datatype.UINT16_T), numbers);
    assertThat(c).containsExactly('b', 'z');
  }

  @Test
  void replaceTakesTheIncomingAndNoOpKeepsTheOther() {
    int[] b = {1, 2};
    Reductions.apply(Op.NO_OP, Buf.of(new int[] {8, 9}), Buf.of(b));
    assertThat(b).containsExactly(1, 2);
    Reductions.apply(Op.REPLACE, Buf.of(new int[] {8, 9}), Buf.of(b));
    assertThat(b).containsExactly(8, 9);
  }

  @Test
  void nothingIsCombinedOfNothing() {
    Reductions.apply(Op.SUM, Buf.of(new double[0]), Buf.of(new double[0]));
  }
}
