package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Datatype;
import org.purempi.RandomTypes;
import org.purempi.TypeMap;

/** Repeated random types against the naive type map, byte by byte. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TilingTest {
  private static final int ROUNDS = 1000;
  private static final int TILES = 12;

  /** Where the data of some tiles lies. */
  private static long[] places(Datatype type, int tiles) {
    long[] tile =
        TypeMap.of(type).stream()
            .flatMapToLong(
                e -> LongStream.range(e.displacement(), e.displacement() + e.type().width()))
            .toArray();
    long[] places = new long[tiles * tile.length];
    Arrays.setAll(places, i -> tile[i % tile.length] + i / tile.length * type.extent());
    return places;
  }

  private static boolean increases(long[] places) {
    for (int i = 1; i < places.length; i++) {
      if (places[i] <= places[i - 1]) {
        return false;
      }
    }
    return true;
  }

  /** A random type; half of them as views have them, whose places increase. */
  private static Datatype type(Random random) {
    if (random.nextBoolean()) {
      return new RandomTypes(random).next(1 + random.nextInt(3));
    }
    int blocks = 1 + random.nextInt(9);
    int length = 1 + random.nextInt(8);
    long[] lengths = new long[blocks];
    long[] displacements = new long[blocks];
    long at = 0;
    for (int i = 0; i < blocks; i++) {
      lengths[i] = random.nextBoolean() ? length : 1 + random.nextInt(40);
      at += random.nextInt(20);
      displacements[i] = at;
      at += lengths[i];
    }
    Datatype type = Datatype.hindexed(lengths, displacements, Datatype.BYTE);
    return Datatype.resized(type, 0, at + random.nextInt(9));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void dataLiesWhereTheTypeMapSays(long seed) {
    Random random = new Random(seed);
    int seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Datatype type = type(random);
      long[] places = places(type, TILES);
      String where = "seed " + seed + ", round " + round + ": " + type;
      Tiling tiling = Tiling.of(type);
      boolean isApart = tiling.order() == Tiling.Order.APART;
      assertThat(isApart).as(where).isEqualTo(increases(places));
      if (isApart && places.length > 0) {
        seen++;
        checkPlaces(Tiling.of(tiling.words()), places, random, where);
        checkCursors(tiling, places, random, where);
      }
    }
    assertThat(seen).isGreaterThan(ROUNDS / 3);
  }

  private static void checkPlaces(Tiling tiling, long[] places, Random random, String where) {
    for (int i = 0; i < 20; i++) {
      int data = random.nextInt(places.length);
      assertThat(tiling.at(data)).as(where).isEqualTo(places[data]);
      long place = places[data] + random.nextInt(9) - 4;
      if (place <= places[places.length - 1]) {
        long below = Arrays.stream(places).filter(p -> p < place).count();
        assertThat(tiling.below(place)).as(where).isEqualTo(below);
      }
    }
    int from = random.nextInt(places.length);
    int to = from + random.nextInt(places.length - from);
    int[] next = {from};
    tiling.walk(
        from,
        to,
        (at, bytes) -> {
          for (long i = 0; i < bytes; i++) {
            assertThat(at + i).as(where).isEqualTo(places[next[0]++]);
          }
        });
    assertThat(next[0]).as(where).isEqualTo(to);
  }

  /** The data in a block that has only what is asked for. */
  private static void checkCursors(Tiling tiling, long[] places, Random random, String where) {
    int from = random.nextInt(places.length);
    int to = from + 1 + random.nextInt(places.length - from);
    long begin = places[from];
    int span = (int) (places[to - 1] + 1 - begin);
    byte[] block = new byte[span];
    random.nextBytes(block);
    byte[] data = new byte[to - from];
    for (int i = 0; i < data.length; i++) {
      data[i] = block[(int) (places[from + i] - begin)];
    }
    boolean isNative = random.nextBoolean();
    MemorySegment memory =
        isNative ? Arena.ofAuto().allocate(span) : MemorySegment.ofArray(new byte[span]);
    memory.copyFrom(MemorySegment.ofArray(block));
    byte[] read = new byte[data.length];
    tiling.source(memory, -begin, from).read(MemorySegment.ofArray(read), 0, data.length);
    assertThat(read).as("%s, read from %d to %d", where, from, to).isEqualTo(data);
    byte[] written = block.clone();
    byte[] other = new byte[data.length];
    random.nextBytes(other);
    for (int i = 0; i < other.length; i++) {
      written[(int) (places[from + i] - begin)] = other[i];
    }
    tiling.sink(memory, -begin, from).write(MemorySegment.ofArray(other), 0, other.length);
    assertThat(memory.toArray(ValueLayout.JAVA_BYTE))
        .as("%s, written from %d to %d", where, from, to)
        .isEqualTo(written);
  }
}
