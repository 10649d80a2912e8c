package org.purempi.benchmarks;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;

/**
 * How fast layouts after those of the DDTBench are packed from and unpacked to a {@code double[]}:
 * gigabytes of data in a second, the best of some runs.
 *
 * <pre>
 * java -cp benchmarks/target/classes:mpi/target/classes:transport/target/classes:os/target/classes:\
 * pmi/target/classes --enable-native-access=ALL-UNNAMED org.purempi.benchmarks.PackLayouts
 * </pre>
 */
final class PackLayouts {
  /** Doubles in each message. */
  private static final int N = 16_384;

  private static final int WARM_UPS = 400;
  private static final int RUNS = 20;
  private static final int CALLS = 40;

  private record Sample(String name, Datatype type, int count) {}

  private PackLayouts() {}

  public static void main(String[] args) {
    Mpi.runThreads(1, PackLayouts::run);
  }

  private static List<Sample> samples() {
    Datatype real = Datatype.DOUBLE;
    List<Sample> all = new ArrayList<>();
    all.add(new Sample("NAS MG x: vector of 1 double", Datatype.vector(N, 1, 16, real), 1));
    all.add(new Sample("NAS LU: vector of 5 doubles", Datatype.vector(N / 5, 5, 40, real), 1));
    all.add(new Sample("NAS MG y: rows of 64", Datatype.vector(N / 64, 64, 1024, real), 1));
    Datatype inner = Datatype.vector(12, 3, 6, real);
    all.add(new Sample("MILC: vector of vectors", Datatype.hvector(N / 36, 1, 1152, inner), 1));
    Datatype column =
        Datatype.resized(Datatype.vector(128, 1, 64, Datatype.C_DOUBLE_COMPLEX), 0, 16);
    all.add(new Sample("FFT2: transposed", Datatype.contiguous(64, column), 1));
    Random random = new Random(1);
    all.add(new Sample("LAMMPS: indexed, 1 double", scattered(random, N, 1, real), 1));
    all.add(new Sample("LAMMPS: indexed, 3 doubles", scattered(random, N / 3, 3, real), 1));
    all.add(
        new Sample("SPECFEM3D: indexed, 1 float", scattered(random, N * 2, 1, Datatype.FLOAT), 1));
    all.add(new Sample("indexed, 1 to 15 doubles", uneven(random), 1));
    Datatype particle =
        Datatype.struct(
            new long[] {3, 1, 1, 2},
            new long[] {0, 32, 40, 56},
            real,
            Datatype.INT,
            real,
            Datatype.FLOAT);
    all.add(new Sample("struct of 24 + 4 + 8 + 8 bytes", particle, N * 8 / 44));
    all.add(new Sample("SHORT_INT", Datatype.SHORT_INT, N * 8 / 6));
    return all;
  }

  private static Datatype scattered(Random random, int blocks, int length, Datatype type) {
    int[] displacements = new int[blocks];
    for (int i = 0; i < blocks; i++) {
      displacements[i] = i * (length + 3) + random.nextInt(3);
    }
    return Datatype.indexedBlock(length, displacements, type);
  }

  private static Datatype uneven(Random random) {
    int[] lengths = new int[N / 8];
    int[] displacements = new int[N / 8];
    int at = 0;
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = 1 + random.nextInt(15);
      displacements[i] = at;
      at += lengths[i] + 1 + random.nextInt(8);
    }
    return Datatype.indexed(lengths, displacements, Datatype.DOUBLE);
  }

  private static void run(Communicator world) {
    try (Arena arena = Arena.ofConfined()) {
      for (Sample s : samples()) {
        long bytes = (s.count - 1) * s.type.extent() + s.type.trueExtent() + s.type.trueLb();
        Buf data = Buf.of(new double[(int) (bytes / Double.BYTES + 1)], 0, s.count, s.type);
        Buf packed = Buf.of(arena.allocate(data.bytes(), Double.BYTES));
        double pack = bestNanos(() -> world.pack(data, packed, 0));
        double unpack = bestNanos(() -> world.unpack(packed, 0, data));
        IO.println(
            "%-32s %7d bytes   pack %5.2f GB/s   unpack %5.2f GB/s"
                .formatted(s.name, data.bytes(), data.bytes() / pack, data.bytes() / unpack));
      }
    }
  }

  private static double bestNanos(Runnable call) {
    for (int i = 0; i < WARM_UPS; i++) {
      call.run();
    }
    double best = Double.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      long begin = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      best = Math.min(best, (System.nanoTime() - begin) / (double) CALLS);
    }
    return best;
  }
}
