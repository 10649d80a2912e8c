package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Distribution;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Mpi;
import org.purempi.MpiFile;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
import org.purempi.tests.Tree;

/**
 * Files written by MPICH's and Open MPI's C programs are, byte for byte, those written here; each
 * side reads what the other has written. {@code interchange.c} has the same views and numbers.
 */
@Timeout(180)
class InterchangeTest {
  private static final int RANKS = 4;
  private static final long HEADER_BYTES = 16;
  private static final Duration LIMIT = Duration.ofSeconds(80);
  private static final int FILES = View.values().length * Numbers.values().length * 2;

  @TempDir private static Path place;

  /** What a rank sees of the file. */
  private enum View {
    VECTOR,
    SUBARRAY,
    BLOCK,
    CYCLIC,
    ORDERED;

    Datatype filetype(int rank, Datatype of) {
      int[] halves = {2, 2};
      int even = Distribution.DFLT_DARG;
      return switch (this) {
        case VECTOR ->
            Datatype.resized(Datatype.vector(3, 2, 2 * RANKS, of), 0, 3 * 2 * RANKS * of.extent());
        case SUBARRAY ->
            Datatype.subarray(
                new int[] {6, 8},
                new int[] {3, 4},
                new int[] {rank / 2 * 3, rank % 2 * 4},
                ArrayOrder.C,
                of);
        case BLOCK ->
            Datatype.darray(
                RANKS,
                rank,
                new long[] {7, 5},
                new Distribution[] {Distribution.BLOCK, Distribution.BLOCK},
                new int[] {even, even},
                halves,
                ArrayOrder.C,
                of);
        case CYCLIC ->
            Datatype.darray(
                RANKS,
                rank,
                new long[] {7, 6},
                new Distribution[] {Distribution.CYCLIC, Distribution.CYCLIC},
                new int[] {2, even},
                halves,
                ArrayOrder.FORTRAN,
                of);
        case ORDERED -> of;
      };
    }

    FileView of(int rank, Datatype element, String representation) {
      long disp = HEADER_BYTES + (this == VECTOR ? 2L * rank * element.extent() : 0);
      return new FileView(disp, element, filetype(rank, element), representation);
    }

    int count(int rank, Datatype element) {
      return this == ORDERED
          ? 5 + rank
          : Math.toIntExact(2 * filetype(rank, element).size() / element.size());
    }
  }

  /** The numbers of a file: number i of rank r is 1000 r + i. */
  private enum Numbers {
    INT,
    DOUBLE,
    SHORT,
    FLOAT,
    INT64;

    Datatype type() {
      return from(0, 0).datatype();
    }

    /** So many numbers from one on. */
    Buf from(int first, int count) {
      int[] ints = new int[count];
      double[] doubles = new double[count];
      short[] shorts = new short[count];
      float[] floats = new float[count];
      long[] longs = new long[count];
      for (int i = 0; i < count; i++) {
        ints[i] = first + i;
        doubles[i] = first + i;
        shorts[i] = (short) (first + i);
        floats[i] = first + i;
        longs[i] = (long) first + i;
      }
      return switch (this) {
        case INT -> Buf.of(ints);
        case DOUBLE -> Buf.of(doubles);
        case SHORT -> Buf.of(shorts);
        case FLOAT -> Buf.of(floats);
        case INT64 -> Buf.of(longs);
      };
    }
  }

  /** Does with all files what one rank does with one. */
  private static void all(Path folder, boolean isWrite) {
    Mpi.runThreads(
        RANKS,
        world -> {
          for (View view : View.values()) {
            for (Numbers numbers : Numbers.values()) {
              one(world, folder, view, numbers, "native", isWrite);
              one(world, folder, view, numbers, "external32", isWrite);
            }
          }
        });
  }

  private static void one(
      Communicator world,
      Path folder,
      View view,
      Numbers numbers,
      String representation,
      boolean isWrite) {
    String name = (view + "-" + numbers).toLowerCase(Locale.ROOT) + "-" + representation;
    Path path = folder.resolve(name);
    int rank = world.rank();
    int count = view.count(rank, numbers.type());
    Buf mine = numbers.from(1000 * rank, count);
    FileMode[] writing = {FileMode.WRONLY, FileMode.CREATE};
    FileMode[] reading = {FileMode.RDONLY};
    try (MpiFile file = MpiFile.open(world, path, isWrite ? writing : reading)) {
      file.setView(view.of(rank, numbers.type(), representation));
      if (isWrite && view == View.ORDERED) {
        file.writeOrdered(mine);
      } else if (isWrite) {
        file.writeAll(mine);
      } else {
        Buf read = numbers.from(-count, count);
        var status = view == View.ORDERED ? file.readOrdered(read) : file.readAll(read);
        assertThat(status.count(numbers.type())).as(name).isEqualTo(count);
        assertThat(read.base()).as("%s at rank %d", name, rank).isEqualTo(mine.base());
      }
    }
  }

  private static void exchange(String peer, String... launcher) throws Exception {
    Path compiler = Path.of("/usr/bin/mpicc." + peer);
    Assumptions.assumeTrue(
        Files.isExecutable(compiler),
        "SKIPPED: " + compiler + " is not installed; .ci/install-peers installs it");
    Path source = Tree.ROOT.resolve("tests/src/test/resources/interchange.c");
    Path program = place.resolve("interchange." + peer);
    run(List.of(compiler + "", "-o", program + "", source + ""));
    Path theirs = Files.createDirectory(place.resolve(peer));
    Path ours = Files.createDirectory(place.resolve("ours-" + peer));
    List<String> job = new ArrayList<>(List.of(launcher));
    job.addAll(List.of("-n", RANKS + "", program + ""));
    run(with(job, "write", theirs + ""));
    all(ours, true);
    assertThat(names(ours)).hasSize(FILES).isEqualTo(names(theirs));
    for (String name : names(ours)) {
      assertThat(ours.resolve(name)).hasSameBinaryContentAs(theirs.resolve(name));
    }
    all(theirs, false);
    run(with(job, "read", ours + ""));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName() + "").sorted().toList();
    }
  }

  private static List<String> with(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toList();
  }

  private static void run(List<String> command) throws Exception {
    Outcome outcome = Launcher.start(LIMIT, command);
    assertThat(outcome.exitCode()).as("%s: %s", command, outcome).isZero();
  }

  @Test
  void openMpiAndWeReadEachOther() throws Exception {
    exchange("openmpi", "/usr/bin/mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe");
  }

  /** Its ranks spin: four of them on two cores take their time. */
  @Test
  @Tag("full")
  void mpichAndWeReadEachOther() throws Exception {
    exchange("mpich", "/usr/bin/mpiexec.mpich");
  }
}
