package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.RandomTypes;
import org.purempi.TypeMap;
import org.purempi.os.fast.PieceCopy;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/** Random type trees against the naive type map, byte by byte, cut anywhere. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RandomLayoutTest {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final int ROUNDS = 400;
  private static final int MARGIN = 16;

  /** What a round works with: a buffer of a random type in a kind of memory. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares samples
  private record Sample(String where, Buf buf, byte[] before, List<Long> map) {
    static Sample next(Random random, long seed, int round) {
      Datatype type = new RandomTypes(random).next(1 + random.nextInt(4));
      long count = random.nextInt(4);
      byte[] noise = new byte[(RandomTypes.room(type, count, MARGIN) + 7) / 8 * 8];
      for (int i = 0; i < noise.length; i++) {
        noise[i] = (byte) (random.nextInt() & 1);
      }
      int kind = random.nextInt(Kinds.NUMBER);
      Object memory = Kinds.of(kind, noise.length);
      Kinds.write(memory, noise);
      long offset = type.originBytes(count) + MARGIN;
      Buf buf = Kinds.buf(memory, offset, count, type);
      String where =
          "seed %d, round %d: %s in %s"
              .formatted(seed, round, buf, memory.getClass().getSimpleName());
      return new Sample(where, buf, noise, TypeMap.offsets(buf));
    }

    /** Whether a byte of memory is twice in the message: it can be sent, but not received into. */
    boolean overlaps() {
      boolean twice = new HashSet<>(map).size() < map.size();
      assertThat(Layout.overlaps(buf)).as(where).isEqualTo(twice);
      return twice;
    }

    byte[] now() {
      return Kinds.read(buf.base(), before.length);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void boundsFollowFromTheTypeMap(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Datatype type = new RandomTypes(random).next(1 + random.nextInt(4));
      String where = "seed " + seed + ", round " + round + ": " + type;
      List<TypeMap.Entry> map = TypeMap.of(type);
      long size = map.stream().mapToLong(e -> e.type().width()).sum();
      long lb = map.stream().mapToLong(TypeMap.Entry::displacement).min().orElse(0);
      long ub = map.stream().mapToLong(e -> e.displacement() + e.type().width()).max().orElse(0);
      assertThat(type.size()).as(where).isEqualTo(size);
      assertThat(type.trueLb()).as(where).isEqualTo(lb);
      assertThat(type.trueExtent()).as(where).isEqualTo(ub - lb);
      long at = 0;
      for (int i = 0; i < map.size(); i++) {
        at += map.get(i).type().width();
        assertThat(new org.purempi.Status(0, 0, at).elements(type)).as(where).isEqualTo(i + 1L);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void anyTypeIsPackedInTypeMapOrderWhereverItIsCut(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Sample s = Sample.next(random, seed, round);
      assertThat(s.buf.bytes()).as(s.where).isEqualTo(s.map.size());
      Source source = Layout.source(s.buf);
      MemorySegment message = message(random, s.map.size() + 1);
      for (int at = 0; at < s.map.size(); ) {
        int n = 1 + random.nextInt(s.map.size() - at);
        source.read(message, at, n);
        at += n;
      }
      assertThat(source.remainingBytes()).as(s.where).isZero();
      for (int i = 0; i < s.map.size(); i++) {
        assertThat(message.get(BYTE, i)).as(s.where).isEqualTo(s.before[s.map.get(i).intValue()]);
      }
      for (int jump = 0; jump < 5 && !s.map.isEmpty(); jump++) {
        int at = random.nextInt(s.map.size());
        source.position(at);
        source.read(message, 0, 1);
        assertThat(message.get(BYTE, 0)).as(s.where).isEqualTo(s.before[s.map.get(at).intValue()]);
        assertThat(source.remainingBytes()).as(s.where).isEqualTo(s.map.size() - at - 1L);
      }
    }
  }

  /** As a whole, a short message is copied piece by piece at first and then by a table. */
  @ParameterizedTest
  @ValueSource(longs = {51, 52, 53, 54, 55, 56})
  void aWholeMessageIsTheSameHoweverOftenItIsSent(long seed) throws InterruptedException {
    awaitMachineCode();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Sample s = Sample.next(random, seed, round);
      boolean overlaps = s.overlaps();
      int bytes = s.map.size();
      byte[] expected = new byte[bytes];
      for (int i = 0; i < bytes; i++) {
        expected[i] = s.before[s.map.get(i).intValue()];
      }
      for (int again = 0; again < 3; again++) {
        MemorySegment message = message(random, bytes);
        Layout.source(s.buf).read(message, 0, bytes);
        assertThat(message.toArray(BYTE)).as(s.where).isEqualTo(expected);
        if (!overlaps) {
          byte[] without = s.before.clone();
          s.map.forEach(at -> without[at.intValue()] = 0);
          Kinds.write(s.buf.base(), without);
          Layout.sink(s.buf).write(message, 0, bytes);
          assertThat(s.now()).as(s.where).isEqualTo(s.before);
        }
      }
    }
  }

  @Test
  void aShortMessageHasATableFromTheSecondTimeOnWhateverItsCount() throws InterruptedException {
    awaitMachineCode();
    Datatype type = Datatype.vector(3, 1, 2, Datatype.LONG);
    Datatype large = Datatype.vector(600, 1, 2, Datatype.LONG);
    for (long count : new long[] {1, 4}) {
      assertThat(TypeLayout.of(type).times(count).table()).isNull();
      assertThat(TypeLayout.of(type).times(count).table() != null).isEqualTo(PieceCopy.isReady());
      assertThat(TypeLayout.of(large).times(count).table()).isNull();
      assertThat(TypeLayout.of(large).times(count).table()).isNull();
    }
  }

  private static void awaitMachineCode() throws InterruptedException {
    while (PieceCopy.isPending() && !PieceCopy.isReady()) {
      Thread.sleep(10);
    }
  }

  private static MemorySegment message(Random random, int bytes) {
    return random.nextBoolean()
        ? Arena.ofAuto().allocate(bytes)
        : MemorySegment.ofArray(new byte[bytes]);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void aMessageOfAnyLengthFillsATypeInTypeMapOrderAndNothingBesides(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Sample s = Sample.next(random, seed, round);
      if (s.overlaps()) {
        continue;
      }
      int part = random.nextInt(s.map.size() + 1);
      MemorySegment message = message(random, part);
      byte[] expected = s.before.clone();
      for (int i = 0; i < part; i++) {
        message.set(BYTE, i, (byte) (random.nextInt() & 1));
        expected[s.map.get(i).intValue()] = message.get(BYTE, i);
      }
      Sink sink = Layout.sink(s.buf);
      for (int at = 0; at < part; ) {
        int n = 1 + random.nextInt(part - at);
        sink.write(message, at, n);
        at += n;
      }
      assertThat(s.now()).as(s.where).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24, 25, 26})
  void copyingBetweenLayoutsMovesBytesInTypeMapOrderUpToTheShorter(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Sample from = Sample.next(random, seed, round);
      Sample to = Sample.next(random, seed, round);
      if (to.overlaps()) {
        continue;
      }
      int bytes = Math.min(from.map.size(), to.map.size());
      byte[] expected = to.before.clone();
      for (int i = 0; i < bytes; i++) {
        expected[to.map.get(i).intValue()] = from.before[from.map.get(i).intValue()];
      }
      assertThat(Layout.copy(from.buf, to.buf)).isEqualTo(bytes);
      assertThat(to.now()).as(from.where + " to " + to.where).isEqualTo(expected);
    }
  }

  /** Lists and nested vectors of many short blocks, which are moved by kernels written for them. */
  private static Datatype shortPieces(Random random) {
    Datatype word = List.of(Datatype.SHORT, Datatype.FLOAT, Datatype.DOUBLE).get(random.nextInt(3));
    int length = 1 + random.nextInt(6);
    if (random.nextBoolean()) {
      int inner = 2 + random.nextInt(6);
      Datatype row = Datatype.vector(inner, length, length + 1L + random.nextInt(3), word);
      long stride = (random.nextBoolean() ? 1 : -1) * (row.extent() + 10);
      return Datatype.hvector(2 + random.nextInt(190), 1, stride, row);
    }
    int[] places = new int[16 + random.nextInt(100)];
    for (int i = 0; i < places.length; i++) {
      places[i] = length * (i + random.nextInt(2) * places.length);
    }
    return Datatype.indexedBlock(length, places, word);
  }

  @ParameterizedTest
  @ValueSource(longs = {41, 42, 43, 44})
  void manyShortPiecesGoThereAndBackWhereverTheyAreCut(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      Datatype type = shortPieces(random);
      int room = (int) (2 * type.extent() + Math.max(0, type.lb()) + 15) / 8 * 8;
      Object memory = Kinds.of(random.nextInt(Kinds.NUMBER - 1), room);
      byte[] noise = new byte[room];
      random.nextBytes(noise);
      Kinds.write(memory, noise);
      Buf buf = Kinds.buf(memory, type.originBytes(1), 1 + random.nextInt(2), type);
      List<Long> map = TypeMap.offsets(buf);
      MemorySegment message = message(random, map.size());
      byte[] expected = new byte[room];
      Source source = Layout.source(buf);
      Sink sink = Layout.sink(buf);
      for (int at = 0; at < map.size(); ) {
        int n = 1 + random.nextInt(map.size() - at);
        source.read(message, at, n);
        at += n;
      }
      for (int i = 0; i < map.size(); i++) {
        int from = map.get(i).intValue();
        assertThat(message.get(BYTE, i)).as("seed %s, %s", seed, buf).isEqualTo(noise[from]);
        expected[from] = noise[from];
      }
      Kinds.write(memory, new byte[room]);
      for (int at = 0; at < map.size(); ) {
        int n = 1 + random.nextInt(map.size() - at);
        sink.write(message, at, n);
        at += n;
      }
      assertThat(Kinds.read(memory, room)).as("seed %s, %s", seed, buf).isEqualTo(expected);
    }
  }

  @Test
  void rowsThatGoDownNeedNoRoomBelowTheLastOne() throws InterruptedException {
    awaitMachineCode();
    Datatype row = Datatype.vector(2, 1, 3, Datatype.INT);
    for (int rows : new int[] {100, 128, 130, 300}) {
      int[] memory = new int[8 * rows - 4];
      Arrays.setAll(memory, i -> i);
      Buf rowsUp = Buf.of(memory, 8 * (rows - 1), 1, Datatype.hvector(rows, 1, -32, row));
      int[] packed = new int[2 * rows];
      Layout.copy(rowsUp, Buf.of(packed));
      for (int i = 0; i < rows; i++) {
        assertThat(packed[2 * i]).isEqualTo(8 * (rows - 1 - i));
        assertThat(packed[2 * i + 1]).isEqualTo(8 * (rows - 1 - i) + 3);
      }
    }
  }

  /** Blocks long enough that both layouts are walked together. */
  private static Buf longRuns(Random random, Object memory, int bytes) {
    List<Datatype> kinds = new ArrayList<>();
    long piece = 512L + random.nextInt(3000);
    kinds.add(
        Datatype.hvector(
            1 + random.nextInt(8), piece, piece + 1 + random.nextInt(99), Datatype.BYTE));
    kinds.add(
        Datatype.hindexed(
            new long[] {piece, 600, 700}, new long[] {9000, 100, 4000}, Datatype.BYTE));
    kinds.add(
        Datatype.hvector(500, 1, 24 + random.nextInt(9), Datatype.contiguous(3, Datatype.LONG)));
    kinds.add(Datatype.hvector(400, 2, 100, Datatype.DOUBLE));
    Datatype type = kinds.get(random.nextInt(kinds.size()));
    long count = Math.max(1, (bytes - 100L) / (type.extent() + 200));
    return Kinds.buf(
        memory, random.nextInt(100), count, Datatype.resized(type, 0, type.extent() + 100));
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34})
  void layoutsOfLongRunsAreCopiedTogether(long seed) {
    Random random = new Random(seed);
    int bytes = 80_000;
    for (int round = 0; round < 100; round++) {
      Object source = Kinds.of(random.nextInt(Kinds.FLAGS), bytes);
      Object target = Kinds.of(random.nextInt(Kinds.FLAGS), bytes);
      byte[] noise = new byte[bytes];
      random.nextBytes(noise);
      Kinds.write(source, noise);
      Buf from = longRuns(random, source, bytes);
      Buf to = longRuns(random, target, bytes);
      List<Long> reads = TypeMap.offsets(from);
      List<Long> writes = TypeMap.offsets(to);
      int n = Math.min(reads.size(), writes.size());
      byte[] expected = new byte[bytes];
      for (int i = 0; i < n; i++) {
        expected[writes.get(i).intValue()] = noise[reads.get(i).intValue()];
      }
      Source cursor = Layout.source(from);
      Sink sink = Layout.sink(to);
      for (int at = 0; at < n; ) {
        int part = Math.min(n - at, 1 + random.nextInt(n));
        assertThat(cursor.transferTo(sink, part)).isTrue();
        at += part;
      }
      assertThat(Kinds.read(target, bytes))
          .as("seed %s, round %s: %s to %s", seed, round, from, to)
          .isEqualTo(expected);
    }
  }
}
