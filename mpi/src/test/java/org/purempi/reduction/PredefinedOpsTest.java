package org.purempi.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.layout.Layout;
import org.purempi.os.fast.VectorSum;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PredefinedOpsTest {
  private static final List<Datatype> INTEGERS =
      List.of(
          Datatype.INT8_T,
          Datatype.INT16_T,
          Datatype.INT32_T,
          Datatype.INT64_T,
          Datatype.UINT8_T,
          Datatype.UINT16_T,
          Datatype.UINT32_T,
          Datatype.UINT64_T,
          Datatype.AINT,
          Datatype.OFFSET,
          Datatype.COUNT);
  private static final List<Datatype> REALS = List.of(Datatype.FLOAT, Datatype.DOUBLE);
  private static final List<Datatype> COMPLEX =
      List.of(Datatype.C_FLOAT_COMPLEX, Datatype.C_DOUBLE_COMPLEX);
  private static final List<Datatype> LOGICALS = List.of(Datatype.C_BOOL, Datatype.LOGICAL);
  private static final List<Datatype> PAIRS =
      List.of(
          Datatype.FLOAT_INT,
          Datatype.DOUBLE_INT,
          Datatype.LONG_INT,
          Datatype.TWO_INT,
          Datatype.SHORT_INT);
  private static final List<Datatype> NEVER =
      List.of(
          Datatype.CHAR,
          Datatype.CHARACTER,
          Datatype.PACKED,
          Datatype.LONG_DOUBLE,
          Datatype.LONG_DOUBLE_INT);
  private static final List<Op> OPS =
      List.of(
          Op.MAX,
          Op.MIN,
          Op.SUM,
          Op.PROD,
          Op.LAND,
          Op.BAND,
          Op.LOR,
          Op.BOR,
          Op.LXOR,
          Op.BXOR,
          Op.MAXLOC,
          Op.MINLOC,
          Op.REPLACE,
          Op.NO_OP);

  @BeforeAll
  static void machineCodeIsBoundWhereThereIsSome() throws InterruptedException {
    while (VectorSum.isPending() && !VectorSum.isReady()) {
      Thread.sleep(10);
    }
  }

  /** The table of section 6.9.2, written out again. */
  private static List<Datatype> allowed(Op op) {
    return switch (((Op.Predefined) op).kind()) {
      case MAX, MIN -> concat(List.of(INTEGERS, REALS));
      case SUM, PROD -> concat(List.of(INTEGERS, REALS, COMPLEX));
      case LAND, LOR, LXOR -> concat(List.of(INTEGERS, LOGICALS));
      case BAND, BOR, BXOR -> concat(List.of(INTEGERS, List.of(Datatype.BYTE)));
      case MAXLOC, MINLOC -> PAIRS;
      case REPLACE, NO_OP -> List.of();
    };
  }

  private static List<Datatype> concat(List<List<Datatype>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  private static List<Datatype> all() {
    return concat(
        List.of(INTEGERS, REALS, COMPLEX, LOGICALS, PAIRS, NEVER, List.of(Datatype.BYTE)));
  }

  static Stream<Arguments> everyOpAndType() {
    return OPS.stream().flatMap(op -> all().stream().map(type -> Arguments.of(op, type)));
  }

  static Stream<Arguments> everyAllowedPair() {
    return OPS.stream()
        .flatMap(op -> allowed(op).stream().map(type -> Arguments.of(op, type)))
        .filter(a -> a.get()[1] instanceof BasicDatatype);
  }

  @ParameterizedTest
  @MethodSource("everyOpAndType")
  void anOperationTakesExactlyTheTypesOfTheTable(Op op, Datatype type) {
    if (allowed(op).contains(type)) {
      Reductions.check(op, type);
    } else {
      assertThatThrownBy(() -> Reductions.check(op, type))
          .isInstanceOf(MpiArgumentException.class)
          .hasMessageContaining("Op." + op)
          .hasMessageContaining("not defined on " + type)
          .hasMessageContaining("it takes");
    }
  }

  @ParameterizedTest
  @MethodSource("everyAllowedPair")
  void everyOperationOnEveryTypeInEveryMemoryIsWhatOneElementAtATimeGives(
      Op op, BasicDatatype type) {
    for (long seed = 1; seed <= 6; seed++) {
      Random random = new Random(seed * 31 + type.hashCode());
      int count = random.nextInt(seed % 2 == 0 ? 1500 : 2 * Unit.MANY);
      for (int in = 0; in < 3; in++) {
        for (int inout = 0; inout < 3; inout++) {
          check(op, type, memory(type, count, in), memory(type, count, inout), random, seed);
        }
      }
    }
  }

  /** Room for {@code count} elements in an array of the type's own, native memory, or odd bytes. */
  private static Buf memory(Datatype type, int count, int kind) {
    long bytes = count * type.size();
    return switch (kind) {
      case 0 -> Layout.scratch(type, count + 3).slice(2, count);
      case 1 -> Buf.of(Arena.ofAuto().allocate(bytes + 8), 4, count, type);
      default -> Buf.of(new byte[(int) bytes + 5], 3, count, type);
    };
  }

  private static void check(
      Op op, BasicDatatype type, Buf in, Buf inout, Random random, long seed) {
    byte[] a = operands(type, (int) in.bytes(), random);
    byte[] b = operands(type, (int) in.bytes(), random);
    Layout.copy(Buf.of(a), in);
    Layout.copy(Buf.of(b), inout);
    byte[] expected = new byte[a.length];
    int w = type.width();
    for (int at = 0; at < a.length; at += w) {
      byte[] one =
          Naive.combine(
              ((Op.Predefined) op).kind(),
              type,
              Arrays.copyOfRange(a, at, at + w),
              Arrays.copyOfRange(b, at, at + w));
      System.arraycopy(one, 0, expected, at, w);
    }
    Reductions.apply(op, in, inout);
    byte[] result = new byte[a.length];
    Layout.copy(inout, Buf.of(result));
    String where = "seed " + seed + ", " + in.base().getClass() + ", " + inout.base().getClass();
    assertThat(canonical(type, result)).as(where).isEqualTo(canonical(type, expected));
    byte[] untouched = new byte[a.length];
    Layout.copy(in, Buf.of(untouched));
    assertThat(untouched).as("the operand, " + where).isEqualTo(a);
  }

  /** Random bits; numbers of ordinary size for reals, with some NaN, infinities and zeros. */
  private static byte[] operands(BasicDatatype type, int bytes, Random random) {
    byte[] noise = new byte[bytes];
    random.nextBytes(noise);
    MemorySegment m = MemorySegment.ofArray(noise);
    int unit = Unit.of(type).bytes;
    if (Unit.of(type) == Unit.DOUBLE || Unit.of(type) == Unit.FLOAT) {
      for (long at = 0; at < bytes; at += unit) {
        double d = special(random);
        if (unit == Double.BYTES) {
          m.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, d);
        } else {
          m.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) d);
        }
      }
    } else if (random.nextBoolean()) {
      for (int at = 0; at < bytes; at++) {
        noise[at] = random.nextInt(3) == 0 ? noise[at] : 0;
      }
    }
    return noise;
  }

  private static double special(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> Double.NaN;
      case 1 -> 0.0;
      case 2 -> -0.0;
      case 3 -> Double.POSITIVE_INFINITY;
      case 4 -> Double.NEGATIVE_INFINITY;
      default -> random.nextGaussian() * 100;
    };
  }

  /** All NaN are one. */
  private static byte[] canonical(BasicDatatype type, byte[] bytes) {
    MemorySegment m = MemorySegment.ofArray(bytes);
    if (Unit.of(type) == Unit.DOUBLE) {
      for (long at = 0; at < bytes.length; at += Double.BYTES) {
        double d = m.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
        m.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, Double.isNaN(d) ? Double.NaN : d);
      }
    } else if (Unit.of(type) == Unit.FLOAT) {
      for (long at = 0; at < bytes.length; at += Float.BYTES) {
        float f = m.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
        m.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, Float.isNaN(f) ? Float.NaN : f);
      }
    }
    return bytes;
  }
}
