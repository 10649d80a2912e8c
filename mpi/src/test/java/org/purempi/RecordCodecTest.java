package org.purempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RecordCodecTest {
  record All(byte a, short b, char c, int d, long e, float f, double g, boolean h) {}

  record Point(double x, double y) {}

  private record Secret(Point at, byte level, Point to) {}

  record Nothing() {}

  record Named(String name) {}

  record Chain(int v, Link next) {}

  record Link(Chain of) {}

  @SuppressWarnings("ArrayRecordComponent") // what is refused
  record Vector(double[] v) {}

  record Checked(int n) {
    Checked {
      if (n < 0) {
        throw new IllegalArgumentException("n is " + n);
      }
    }
  }

  private static <R extends Record> void thereAndBack(R value, Class<R> type) {
    RecordCodec<R> codec = RecordCodec.of(type);
    MemorySegment heap = MemorySegment.ofArray(new byte[200]);
    MemorySegment nativeMemory = Arena.ofAuto().allocate(200);
    for (MemorySegment m : new MemorySegment[] {heap, nativeMemory}) {
      codec.write(value, m, 13);
      assertThat(codec.read(m, 13)).isEqualTo(value);
    }
  }

  @Test
  void recordsOfAllPrimitivesComeBackEqual() {
    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      thereAndBack(
          new All(
              (byte) random.nextInt(),
              (short) random.nextInt(),
              (char) random.nextInt(),
              random.nextInt(),
              random.nextLong(),
              random.nextFloat(),
              random.nextDouble(),
              random.nextBoolean()),
          All.class);
    }
  }

  @Test
  void nestedPrivateLocalAndEmptyRecordsComeBackEqual() {
    record Local(short s, Secret secret, Integer boxed) {}
    record Here(short s, Secret secret) {}
    thereAndBack(
        new Here((short) 3, new Secret(new Point(1, 2), (byte) 9, new Point(3, 4))), Here.class);
    thereAndBack(new Nothing(), Nothing.class);
    assertThatThrownBy(() -> Datatype.of(Local.class)).hasMessageContaining("boxed");
  }

  @Test
  void componentsLieAsInAStructOfC() {
    StructDatatype type = Datatype.of(All.class);
    assertThat(type.blocks().stream().map(StructDatatype.Block::displacement))
        .containsExactly(0L, 2L, 4L, 8L, 16L, 24L, 32L, 40L);
    assertThat(type.extent()).isEqualTo(48);
    assertThat(type.size()).isEqualTo(30);
    assertThat(Datatype.of(Secret.class).extent()).isEqualTo(40);
    MemorySegment m = MemorySegment.ofArray(new byte[48]);
    RecordCodec.of(All.class).write(new All((byte) 1, (short) 2, 'c', 4, 5, 6, 7, true), m, 0);
    assertThat(m.get(ValueLayout.JAVA_INT_UNALIGNED, 8)).isEqualTo(4);
    assertThat(m.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 32)).isEqualTo(7);
    assertThat(m.get(ValueLayout.JAVA_BYTE, 40)).isEqualTo((byte) 1);
  }

  @SuppressWarnings("ArrayRecordComponent") // what this is about
  record Body(
      int id, @Length(3) double[] at, @Length(2) Point[] path, @Length(3) boolean[] flags) {}

  @Test
  void arraysOfAFixedLengthAreInTheStruct() {
    StructDatatype type = Datatype.of(Body.class);
    assertThat(type.blocks())
        .containsExactly(
            new StructDatatype.Block(0, 1, Datatype.INT),
            new StructDatatype.Block(8, 3, Datatype.DOUBLE),
            new StructDatatype.Block(32, 2, Datatype.of(Point.class)),
            new StructDatatype.Block(64, 3, Datatype.BOOLEAN));
    assertThat(type.extent()).isEqualTo(72);
    Body body =
        new Body(
            7,
            new double[] {1, 2, 3},
            new Point[] {new Point(4, 5), new Point(6, 7)},
            new boolean[] {true, false, true});
    MemorySegment m = Arena.ofAuto().allocate(100);
    RecordCodec<Body> codec = RecordCodec.of(Body.class);
    codec.write(body, m, 11);
    Body back = codec.read(m, 11);
    assertThat(back.id).isEqualTo(7);
    assertThat(back.at).containsExactly(1, 2, 3);
    assertThat(back.path).containsExactly(new Point(4, 5), new Point(6, 7));
    assertThat(back.flags).containsExactly(true, false, true);
    Body wrong = new Body(7, new double[2], body.path, body.flags);
    assertThatThrownBy(() -> codec.write(wrong, m, 0))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("Body.at has 2 elements, but its @Length is 3");
  }

  @Test
  void gapsAreLeftAlone() {
    byte[] memory = new byte[40];
    java.util.Arrays.fill(memory, (byte) 77);
    Secret secret = new Secret(new Point(0, 0), (byte) 0, new Point(0, 0));
    RecordCodec.of(Secret.class).write(secret, MemorySegment.ofArray(memory), 0);
    assertThat(memory[16]).isZero();
    for (int i = 17; i < 24; i++) {
      assertThat(memory[i]).isEqualTo((byte) 77);
    }
  }

  @Test
  void aClassHasOneDatatypeHoweverItIsAskedFor() {
    assertThat(Datatype.of(Point.class)).isSameAs(Datatype.of(Point.class));
    assertThat(Datatype.of(MethodHandles.lookup(), Point.class)).isSameAs(Datatype.of(Point.class));
    assertThat(RecordCodec.of(Point.class).datatype()).isSameAs(Datatype.of(Point.class));
  }

  @Test
  void whatTheConstructorThrowsComesThrough() {
    MemorySegment m = MemorySegment.ofArray(new int[] {-5});
    assertThatThrownBy(() -> RecordCodec.of(Checked.class).read(m, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("n is -5");
  }

  @Test
  void componentsWithoutFixedSizeAreRefusedByName() {
    assertThatThrownBy(() -> Datatype.of(Named.class))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("component name of record")
        .hasMessageContaining("java.lang.String")
        .hasMessageContaining("sendObject");
    assertThatThrownBy(() -> Datatype.of(Vector.class))
        .hasMessageContaining("double[]")
        .hasMessageContaining("@Length");
    assertThatThrownBy(() -> Datatype.of(Chain.class))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("component of of record")
        .hasMessageContaining("contain itself");
  }
}
