package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.MpiArgumentException;
import org.purempi.RandomTypes;
import org.purempi.TypeMap;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PackedTest {
  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] external(Buf buf) {
    byte[] out = new byte[Math.toIntExact(Packed.size(buf.count(), buf.datatype()))];
    assertThat(Packed.packExternal(buf, Buf.of(out), 0)).isEqualTo(out.length);
    return out;
  }

  @Test
  void external32IsBigEndian() {
    assertThat(hex(external(Buf.of(new short[] {0x1234})))).isEqualTo("1234");
    assertThat(hex(external(Buf.of(new char[] {'A'})))).isEqualTo("0041");
    assertThat(hex(external(Buf.of(new int[] {1, -2})))).isEqualTo("00000001fffffffe");
    assertThat(hex(external(Buf.of(new long[] {1})))).isEqualTo("0000000000000001");
    assertThat(hex(external(Buf.of(new float[] {1})))).isEqualTo("3f800000");
    assertThat(hex(external(Buf.of(new double[] {-2})))).isEqualTo("c000000000000000");
    assertThat(hex(external(Buf.of(new boolean[] {true, false})))).isEqualTo("0100");
    assertThat(hex(external(Buf.of(new float[] {1, 2}, 0, 1, Datatype.C_FLOAT_COMPLEX))))
        .isEqualTo("3f80000040000000");
    assertThat(hex(external(Buf.of(new short[] {7, 0, 1, 0}, 0, 1, Datatype.SHORT_INT))))
        .isEqualTo("000700000001");
  }

  @Test
  void longDoublesBecomeBinary128() {
    // 1.5: mantissa 1.1, exponent 16383
    long[] x87 = {0xc000_0000_0000_0000L, 0x3fff};
    Buf buf = Buf.of(x87, 0, 1, Datatype.LONG_DOUBLE);
    byte[] quad = external(buf);
    assertThat(hex(quad)).isEqualTo("3fff8000000000000000000000000000");
    quad[15] = 1; // less than half of the last place
    long[] back = new long[2];
    Packed.unpackExternal(Buf.of(quad), 0, Buf.of(back, 0, 1, Datatype.LONG_DOUBLE));
    assertThat(back).isEqualTo(x87);
    byte[] almostTwo = HexFormat.of().parseHex("3fffffffffffffffffffffffffffffff");
    Packed.unpackExternal(Buf.of(almostTwo), 0, Buf.of(back, 0, 1, Datatype.LONG_DOUBLE));
    assertThat(back).as("rounded to 2").containsExactly(Long.MIN_VALUE, 0x4000);
    long[] minusInfinity = {Long.MIN_VALUE, 0xffff};
    assertThat(hex(external(Buf.of(minusInfinity, 0, 1, Datatype.LONG_DOUBLE))))
        .isEqualTo("ffff0000000000000000000000000000");
    long[] zero = {0, 0x8000};
    assertThat(hex(external(Buf.of(zero, 0, 1, Datatype.LONG_DOUBLE))))
        .isEqualTo("80000000000000000000000000000000");
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      long[] any = {random.nextLong() | Long.MIN_VALUE, 1 + random.nextInt(0x7ffe)};
      byte[] there = external(Buf.of(any, 0, 1, Datatype.LONG_DOUBLE));
      Packed.unpackExternal(Buf.of(there), 0, Buf.of(back, 0, 1, Datatype.LONG_DOUBLE));
      assertThat(back).isEqualTo(any);
    }
  }

  @Test
  void randomTypesComeBackFromExternal32AndFromPack() {
    long seed = 5;
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Datatype type = new RandomTypes(random).next(3);
      if (TypeMap.of(type).stream().anyMatch(e -> e.type() == Datatype.LONG_DOUBLE)) {
        continue; // noise is not a long double
      }
      long count = random.nextInt(4);
      byte[] memory = new byte[RandomTypes.room(type, count, 8)];
      random.nextBytes(memory);
      Buf buf = Buf.of(memory, (int) type.originBytes(count) + 8, count, type);
      byte[] external = external(buf);
      byte[] packed = new byte[external.length + 5];
      assertThat(Packed.pack(buf, Buf.of(packed), 5)).isEqualTo(packed.length);
      byte[] copy = new byte[memory.length];
      Buf target = Buf.of(copy, (int) buf.offsetBytes(), count, type);
      Packed.unpackExternal(Buf.of(external), 0, target);
      byte[] again = new byte[memory.length];
      Buf other = Buf.of(again, (int) buf.offsetBytes(), count, type);
      assertThat(Packed.unpack(Buf.of(packed), 5, other)).isEqualTo(packed.length);
      assertThat(copy).as("seed %s, round %s: %s", seed, round, type).isEqualTo(again);
      for (long offset : TypeMap.offsets(buf)) {
        assertThat(copy[(int) offset]).isEqualTo(memory[(int) offset]);
      }
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Buf ints = Buf.of(new int[4]);
    assertThatThrownBy(() -> Packed.pack(ints, Buf.of(new byte[20]), 5))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("take 16 bytes from position 5 on, but the packed buffer has 20");
    assertThatThrownBy(() -> Packed.unpack(Buf.of(new byte[20]), -1, ints))
        .isInstanceOf(MpiArgumentException.class);
    assertThatThrownBy(() -> Packed.checkRepresentation("native"))
        .hasMessageContaining("external32");
    Buf gaps = Buf.of(new int[8], 0, 2, Datatype.vector(2, 1, 2, Datatype.INT));
    assertThatThrownBy(() -> Packed.pack(ints, gaps, 0)).hasMessageContaining("without gaps");
  }
}
