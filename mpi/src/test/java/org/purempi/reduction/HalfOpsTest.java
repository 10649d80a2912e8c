package org.purempi.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.layout.Layout;

class HalfOpsTest {
  private static final int MANY = 5_001;

  private static short[] random(SplittableRandom random) {
    short[] all = new short[MANY + 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = Float.floatToFloat16(random.nextInt(-2000, 2000) / 8f);
    }
    return all;
  }

  private static float expected(Op op, float a, float b) {
    float result =
        op == Op.SUM
            ? a + b
            : op == Op.PROD ? a * b : op == Op.MAX ? Math.max(a, b) : Math.min(a, b);
    return Float.float16ToFloat(Float.floatToFloat16(result));
  }

  @Test
  void halvesAreCombinedAsFloatsAndRounded() {
    SplittableRandom random = new SplittableRandom(16);
    for (Op op : List.of(Op.SUM, Op.PROD, Op.MAX, Op.MIN)) {
      for (int count : new int[] {1, 3, MANY}) {
        for (int shift : new int[] {0, 1}) {
          short[] in = random(random);
          short[] inout = random(random);
          short[] before = inout.clone();
          Buf b = Buf.of(inout, shift, count, Datatype.FLOAT16);
          Reductions.apply(op, Buf.of(in, 0, count, Datatype.FLOAT16), b);
          for (int i = 0; i < count; i++) {
            float a = Float.float16ToFloat(in[i]);
            float there = Float.float16ToFloat(before[shift + i]);
            assertThat(Float.float16ToFloat(inout[shift + i])).isEqualTo(expected(op, a, there));
          }
        }
      }
    }
  }

  @Test
  void largeSumsBecomeInfiniteAndWhatIsNoNumberStaysNone() {
    short large = Float.floatToFloat16(60_000);
    short[] in = {large, Float.floatToFloat16(Float.NaN), Float.floatToFloat16(1)};
    short[] inout = {large, large, Float.floatToFloat16(Float.NaN)};
    Reductions.apply(
        Op.SUM, Buf.of(in, 0, 3, Datatype.FLOAT16), Buf.of(inout, 0, 3, Datatype.FLOAT16));
    assertThat(Float.float16ToFloat(inout[0])).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(Float.float16ToFloat(inout[1])).isNaN();
    assertThat(Float.float16ToFloat(inout[2])).isNaN();
  }

  @Test
  void theyMayLieInMemoryOutsideTheHeap() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment in = MemorySegment.ofArray(random(new SplittableRandom(1)));
      MemorySegment there = arena.allocate(in.byteSize()).copyFrom(in);
      short[] sum = new short[MANY];
      Reductions.apply(
          Op.SUM, Buf.of(there, MANY, Datatype.FLOAT16), Buf.of(sum, 0, MANY, Datatype.FLOAT16));
      assertThat(MemorySegment.ofArray(sum).mismatch(in)).isEqualTo(2L * MANY);
    }
  }

  @Test
  void whatIsNoOperationOnNumbersIsRefused() {
    Buf halves = Buf.of(new short[2], 0, 2, Datatype.FLOAT16);
    for (Op op : List.of(Op.LAND, Op.BXOR, Op.MAXLOC)) {
      assertThatThrownBy(() -> Reductions.check(op, Datatype.FLOAT16))
          .isInstanceOf(MpiArgumentException.class)
          .hasMessageContaining("FLOAT16");
    }
    assertThatThrownBy(() -> Reductions.apply(Op.ofFloats((a, b) -> a), halves, halves))
        .isInstanceOf(MpiArgumentException.class);
    assertThat(Layout.scratch(Datatype.FLOAT16, 3).base()).isInstanceOf(short[].class);
  }
}
