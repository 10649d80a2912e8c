package org.purempi.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;

/** A rank's data of every kind, which is a function of a version and of where it lies. */
final class Program {
  static final int BLOCK = 1003;
  static final int CYCLIC = 517;

  /** What only a program has. */
  record Settings(String name, int version) implements Serializable {}

  /** Objects of all ranks become one. */
  record Numbers(List<Integer> all) implements Serializable {}

  final Communicator comm;
  double[] doubles;
  final float[] floats;
  final int[] ints;
  final long[] longs;
  final byte[] bytes = new byte[11];
  final MemorySegment segment;
  final int[] step = new int[1];
  Settings settings = new Settings("none", 0);
  Map<String, Integer> own = Map.of();
  List<Integer> merged = List.of();

  Program(Communicator comm) {
    this.comm = comm;
    doubles = new double[Share.block(BLOCK, comm).intLength()];
    floats = new float[Share.cyclic(CYCLIC, comm).intLength()];
    ints = new int[Share.block(CYCLIC, comm).intLength()];
    longs = new long[Share.cyclic(BLOCK, comm).intLength()];
    segment = Arena.ofAuto().allocate(Share.block(BLOCK, comm).length() * Double.BYTES);
  }

  /** Registers all of it but what is of each rank alone. */
  Program register(Checkpoint checkpoint) {
    checkpoint.block("doubles", () -> Buf.of(doubles), BLOCK);
    checkpoint.cyclic("floats", Buf.of(floats), CYCLIC);
    checkpoint.block("ints", Buf.of(ints), CYCLIC);
    checkpoint.cyclic("longs", Buf.of(longs), BLOCK);
    checkpoint.replicated("bytes of all", Buf.of(bytes));
    long elements = segment.byteSize() / Double.BYTES;
    checkpoint.block("segment", Buf.of(segment, elements, Datatype.DOUBLE), BLOCK);
    checkpoint.replicated("step", Buf.of(step));
    checkpoint.replicated("settings", Settings.class, () -> settings, s -> settings = s);
    checkpoint.local(
        "merged",
        Numbers.class,
        () -> new Numbers(merged),
        numbers -> merged = numbers.all(),
        all -> new Numbers(all.stream().flatMap(numbers -> numbers.all().stream()).toList()));
    return this;
  }

  /** Registers what fits to as many ranks only. */
  Program registerLocal(Checkpoint checkpoint) {
    checkpoint.local("own", Map.class, () -> own, map -> own = strings(map));
    return this;
  }

  private static Map<String, Integer> strings(Map<?, ?> map) {
    var strings = new HashMap<String, Integer>();
    map.forEach((key, value) -> strings.put((String) key, (Integer) value));
    return strings;
  }

  /** Gives it the data of a version. */
  void set(int version) {
    fill(version);
    doubles = doubles.clone(); // programs swap arrays
  }

  private void fill(int version) {
    Share block = Share.block(BLOCK, comm);
    Share cyclic = Share.cyclic(CYCLIC, comm);
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = version + block.global(i) * 0.5;
      segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, version - block.global(i));
    }
    for (int i = 0; i < floats.length; i++) {
      floats[i] = version + cyclic.global(i);
    }
    for (int i = 0; i < ints.length; i++) {
      ints[i] = version * 1000 + (int) Share.block(CYCLIC, comm).global(i);
    }
    for (int i = 0; i < longs.length; i++) {
      longs[i] = ((long) version << 40) + Share.cyclic(BLOCK, comm).global(i);
    }
    Arrays.fill(bytes, (byte) version);
    step[0] = version;
    settings = new Settings("run", version);
    own = Map.of("rank", comm.rank(), "version", version);
    merged = List.of(comm.rank(), version);
  }

  /** Fails unless it has the data of a version. */
  void check(int version) {
    Program expected = new Program(comm);
    expected.fill(version);
    assertThat(doubles).isEqualTo(expected.doubles);
    assertThat(floats).isEqualTo(expected.floats);
    assertThat(ints).isEqualTo(expected.ints);
    assertThat(longs).isEqualTo(expected.longs);
    assertThat(bytes).isEqualTo(expected.bytes);
    assertThat(segment.mismatch(expected.segment)).isEqualTo(-1);
    assertThat(step).isEqualTo(expected.step);
    assertThat(settings).isEqualTo(expected.settings);
  }

  /** Fails unless what is of each rank alone has that version. */
  void checkLocal(int version) {
    assertThat(own).isEqualTo(Map.of("rank", comm.rank(), "version", version));
    checkMerged(version);
  }

  /** Fails unless what was merged is of this rank alone again. */
  void checkMerged(int version) {
    assertThat(merged).containsExactly(comm.rank(), version);
  }
}
