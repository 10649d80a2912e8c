package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.transport.Source;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LayoutTest {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  record Gap(short a, int b) {}

  record Dense(int a, int b, long c) {}

  record Nested(byte tag, Gap gap, Dense dense) {}

  /** 96 bytes of every kind of memory. */
  static Stream<Object> memories() {
    return Stream.of(
        new byte[96],
        new short[48],
        new char[48],
        new int[24],
        new long[12],
        new float[24],
        new double[12],
        new boolean[96],
        MemorySegment.ofArray(new long[12]),
        MemorySegment.ofArray(new byte[96]),
        Arena.ofAuto().allocate(96));
  }

  private static MemorySegment segment(Buf buf) {
    return Objects.requireNonNull(Layout.segment(buf));
  }

  private static void fill(Object base, Random random) {
    byte[] noise = new byte[96];
    random.nextBytes(noise);
    if (base instanceof boolean[]) {
      for (int i = 0; i < noise.length; i++) {
        noise[i] &= 1;
      }
    }
    Memory.write(base, 0, MemorySegment.ofArray(noise), 0, noise.length);
  }

  private static byte[] bytesOf(Object base) {
    if (base instanceof boolean[] flags) {
      byte[] bytes = new byte[flags.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (flags[i] ? 1 : 0);
      }
      return bytes;
    }
    return Objects.requireNonNull(Memory.view(base)).toArray(BYTE);
  }

  @ParameterizedTest
  @MethodSource("memories")
  void anyRangeOfAnyMemoryIsReadByteByByteExactly(Object base) {
    Random random = new Random(11);
    fill(base, random);
    byte[] expected = bytesOf(base);
    ContiguousCursor cursor = new ContiguousCursor();
    MemorySegment target = Arena.ofAuto().allocate(200);
    for (int round = 0; round < 500; round++) {
      int from = random.nextInt(96);
      int bytes = random.nextInt(97 - from);
      int to = random.nextInt(100);
      target.fill((byte) 99);
      cursor.reset(base, from, bytes).read(target, to, bytes);
      assertThat(cursor.remainingBytes()).isZero();
      for (int i = 0; i < 200; i++) {
        byte wanted = i >= to && i < to + bytes ? expected[from + i - to] : 99;
        assertThat(target.get(BYTE, i)).as("round %s byte %s", round, i).isEqualTo(wanted);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("memories")
  void anyRangeOfAnyMemoryIsWrittenAndNothingBesides(Object base) {
    Random random = new Random(12);
    for (int round = 0; round < 500; round++) {
      fill(base, random);
      byte[] expected = bytesOf(base);
      byte[] message = new byte[96];
      random.nextBytes(message);
      int at = random.nextInt(96);
      int bytes = random.nextInt(97 - at);
      for (int i = 0; i < bytes; i++) {
        expected[at + i] =
            base instanceof boolean[] ? (byte) (message[i] == 0 ? 0 : 1) : message[i];
      }
      int cut = random.nextInt(bytes + 1);
      ContiguousCursor cursor = new ContiguousCursor().reset(base, at, bytes);
      cursor.write(MemorySegment.ofArray(message), 0, cut);
      cursor.write(MemorySegment.ofArray(message), cut, bytes - cut);
      assertThat(bytesOf(base)).as("round %s", round).isEqualTo(expected);
    }
  }

  @Test
  void aCursorNeverGoesBeyondItsRange() {
    ContiguousCursor cursor = new ContiguousCursor().reset(new int[10], 4, 8);
    MemorySegment other = MemorySegment.ofArray(new byte[64]);
    assertThatThrownBy(() -> cursor.read(other, 0, 9)).hasMessage("9 bytes of 8 that are left");
    assertThatThrownBy(() -> cursor.write(other, 0, 9)).hasMessage("9 bytes of 8 that are left");
    assertThatThrownBy(() -> cursor.position(9)).isInstanceOf(IndexOutOfBoundsException.class);
    cursor.position(8);
    assertThat(cursor.remainingBytes()).isZero();
  }

  @Test
  void aContiguousBufferIsOneSegmentAndBooleansAreNot() {
    int[] a = {1, 2, 3, 4};
    MemorySegment segment = Objects.requireNonNull(Layout.source(Buf.of(a, 1, 2)).contiguous());
    assertThat(segment.toArray(ValueLayout.JAVA_INT)).containsExactly(2, 3);
    assertThat(Layout.source(Buf.of(new boolean[3])).contiguous()).isNull();
    assertThat(Layout.segment(Buf.of(new boolean[3]))).isNull();
  }

  @Test
  void typesWithoutGapsAreContiguous() {
    assertThat(Layout.contiguous(Datatype.INT)).isTrue();
    assertThat(Layout.contiguous(Datatype.TWO_INT)).isTrue();
    assertThat(Layout.contiguous(Datatype.FLOAT_INT)).isTrue();
    assertThat(Layout.contiguous(Datatype.of(Dense.class))).isTrue();
    assertThat(Layout.contiguous(Datatype.DOUBLE_INT)).isFalse();
    assertThat(Layout.contiguous(Datatype.SHORT_INT)).isFalse();
    assertThat(Layout.contiguous(Datatype.of(Nested.class))).isFalse();
  }

  @Test
  void oneElementOfOneRunIsContiguousThoughItsExtentIsLarger() {
    Source one = Layout.source(Buf.of(new long[2], 0, 1, Datatype.DOUBLE_INT));
    assertThat(one.contiguous()).isNotNull();
    assertThat(one.remainingBytes()).isEqualTo(12);
  }

  @Test
  void copyingWithinOneArrayMovesAsIfThroughAnotherArray() {
    int[] a = {1, 2, 3, 4, 5};
    Layout.copy(Buf.of(a, 0, 4), Buf.of(a, 1, 4));
    assertThat(a).containsExactly(1, 1, 2, 3, 4);
    boolean[] b = {true, false, true, true};
    Layout.copy(Buf.of(b, 0, 3), Buf.of(b, 1, 3));
    assertThat(b).containsExactly(true, true, false, true);
  }

  @Test
  void oneOrTwoElementsMoveWithinOneArrayLikeMany() {
    double[] a = {1, 2, 3};
    Layout.copy(Buf.of(a, 0, 2), Buf.of(a, 1, 2));
    assertThat(a).containsExactly(1, 1, 2);
    boolean[] b = {true, false, true};
    Layout.copy(Buf.of(b, 0, 2), Buf.of(b, 1, 2));
    assertThat(b).containsExactly(true, true, false);
    long[] c = {4, 5, 6};
    Layout.copy(Buf.of(MemorySegment.ofArray(c), 2, Datatype.LONG), Buf.of(c, 1, 2));
    assertThat(c).containsExactly(4, 4, 5);
  }

  @Test
  void copyingBooleansToBytesAndBackKeepsThem() {
    boolean[] flags = {true, false, true};
    byte[] bytes = new byte[3];
    Layout.copy(Buf.of(flags), Buf.of(bytes));
    assertThat(bytes).containsExactly(1, 0, 1);
    boolean[] back = new boolean[3];
    Layout.copy(Buf.of(bytes), Buf.of(back));
    assertThat(back).isEqualTo(flags);
  }

  @Test
  void scratchIsZeroedAndOfTheArrayTypeThatLoopsRunOn() {
    assertThat(Layout.scratch(Datatype.DOUBLE, 5).base()).isEqualTo(new double[5]);
    assertThat(Layout.scratch(Datatype.C_DOUBLE_COMPLEX, 5).base()).isEqualTo(new double[10]);
    assertThat(Layout.scratch(Datatype.FLOAT, 5).base()).isEqualTo(new float[5]);
    assertThat(Layout.scratch(Datatype.UINT64_T, 5).base()).isEqualTo(new long[5]);
    assertThat(Layout.scratch(Datatype.LOGICAL, 5).base()).isEqualTo(new int[5]);
    assertThat(Layout.scratch(Datatype.SHORT, 5).base()).isEqualTo(new short[5]);
    assertThat(Layout.scratch(Datatype.CHAR, 5).base()).isEqualTo(new char[5]);
    assertThat(Layout.scratch(Datatype.BOOLEAN, 5).base()).isEqualTo(new byte[5]);
    for (Datatype type : List.of(Datatype.DOUBLE_INT, Datatype.LONG_DOUBLE, Datatype.SHORT_INT)) {
      Buf buf = Layout.scratch(type, 3);
      assertThat(buf.count()).isEqualTo(3);
      assertThat(buf.datatype()).isEqualTo(type);
      assertThat(segment(buf).byteSize()).isEqualTo(3 * type.extent());
      assertThat(Layout.scratch(type, 0).bytes()).isZero();
    }
  }

  @Test
  @SuppressWarnings("restricted") // the whole memory is what this is about
  void theWholeMemoryIsABufferForAbsoluteAddresses() {
    MemorySegment bottom = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    MemorySegment a = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 1, 2, 3);
    MemorySegment b = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 4, 5);
    long[] addresses = {a.address() + 16, b.address(), a.address()};
    Buf buf = Buf.of(bottom, 1, Datatype.hindexedBlock(1, addresses, Datatype.LONG));
    long[] got = new long[3];
    Layout.copy(buf, Buf.of(got));
    assertThat(got).containsExactly(3, 4, 1);
    Layout.copy(Buf.of(new long[] {7, 8, 9}), buf);
    assertThat(a.toArray(ValueLayout.JAVA_LONG)).containsExactly(9, 2, 7);
    assertThat(b.toArray(ValueLayout.JAVA_LONG)).containsExactly(8, 5);
  }

  @Test
  void theSegmentOfABufferBeginsAtItsFirstElement() {
    double[] a = {1, 2, 3};
    MemorySegment segment = segment(Buf.of(a, 1, 2));
    assertThat(segment.toArray(ValueLayout.JAVA_DOUBLE)).containsExactly(2, 3);
    assertThat(segment(Buf.of(a, 3, 0)).byteSize()).isZero();
    MemorySegment pairs = MemorySegment.ofArray(new int[7]);
    Buf two = Buf.of(pairs, 2, Datatype.DOUBLE_INT);
    assertThat(segment(two).byteSize()).as("up to the last byte of data").isEqualTo(28);
  }

  @Test
  void theSegmentOfABufferBeginsBeforeTheOriginIfItsElementsDo() {
    int[] a = {1, 2, 3, 4, 5};
    Datatype backwards = Datatype.vector(3, 1, -1, Datatype.INT);
    Buf buf = Buf.of(a, 3, 1, backwards);
    assertThat(backwards.originBytes(1)).isEqualTo(8);
    assertThat(segment(buf).toArray(ValueLayout.JAVA_INT)).containsExactly(2, 3, 4);
    Buf scratch = Layout.scratch(backwards, 2);
    assertThat(Layout.copy(Buf.of(a, 3, 1, backwards), scratch)).isEqualTo(12);
  }
}
