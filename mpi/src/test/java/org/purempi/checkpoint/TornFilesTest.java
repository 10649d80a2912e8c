package org.purempi.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;

/** Whenever a job ends and whatever happens to its files, the last complete one is restored. */
@Timeout(120)
@ResourceLock(Resources.SYSTEM_ERR)
class TornFilesTest {
  private static final int GLOBAL = 5;

  /** Every so many'th ending is also looked at after the next checkpoint. */
  private static final int SWEPT = 9;

  @TempDir Path place;

  /** A disk of a job that ends after so many steps: each byte and each other deed is one. */
  private static final class Mortal implements Storage {
    private final AtomicInteger steps;

    Mortal(int steps) {
      this.steps = new AtomicInteger(steps);
    }

    boolean isDead() {
      return steps.get() < 0;
    }

    private void step() throws IOException {
      if (steps.decrementAndGet() < 0) {
        throw ended();
      }
    }

    private static IOException ended() {
      return new IOException("the job has ended");
    }

    @Override
    public Sink create(Path file) throws IOException {
      step();
      Sink sink = DISK.create(file);
      return new Sink() {
        @Override
        public void write(MemorySegment bytes, long at) throws IOException {
          long before = steps.getAndAdd((int) -bytes.byteSize());
          long some = Math.clamp(before, 0, bytes.byteSize());
          sink.write(bytes.asSlice(0, some), at);
          if (some < bytes.byteSize()) {
            throw ended();
          }
        }

        @Override
        public void sync() throws IOException {
          step();
        }

        @Override
        public void close() throws IOException {
          sink.close();
        }
      };
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      step();
      DISK.rename(from, to);
    }

    @Override
    public void sync(Path folder) throws IOException {
      step();
    }

    @Override
    public void delete(Path file) throws IOException {
      step();
      DISK.delete(file);
    }
  }

  /** A rank's small data. */
  private static final class Data {
    final int[] dealt;
    final int[] same = new int[1];

    Data(Communicator comm) {
      dealt = new int[Share.block(GLOBAL, comm).intLength()];
    }

    Data register(Checkpoint checkpoint) {
      checkpoint.block("d", Buf.of(dealt), GLOBAL);
      checkpoint.replicated("s", Buf.of(same));
      return this;
    }

    void set(int version) {
      Arrays.fill(dealt, version);
      same[0] = version;
    }

    /** The version, if all of it has the same. */
    int version() {
      assertThat(dealt).containsOnly(same[0]);
      return same[0];
    }
  }

  private static Checkpoint open(Communicator comm, Path folder, Storage storage) {
    return Checkpoint.setup(comm).prefix(folder).keep(1).storage(storage).open();
  }

  private static void save(Communicator comm, Path folder, Storage storage, int version) {
    try (var checkpoint = open(comm, folder, storage)) {
      Data data = new Data(comm).register(checkpoint);
      data.set(version);
      checkpoint.save();
    }
  }

  /** The version that is restored; 0 if there is none. */
  private static int restore(Communicator comm, Path folder) {
    try (var checkpoint = open(comm, folder, Storage.DISK)) {
      Data data = new Data(comm).register(checkpoint);
      return checkpoint.restore() ? data.version() : 0;
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.list(from)) {
      Files.createDirectories(to);
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes of) throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }
          });
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hasVersion(Path folder, int generation) {
    try {
      return CheckpointFolder.manifests(folder).stream()
          .anyMatch(id -> id.generation() == generation);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int afterAllSteps(int ranks, Path place) {
    Path first = place.resolve("first");
    int[] endings = new int[1];
    Mpi.runThreads(
        ranks,
        world -> {
          save(world, first, Storage.DISK, 1);
          boolean isDead = true;
          for (int steps = 0; isDead; steps++) {
            Path folder = place.resolve("after-" + steps);
            if (world.rank() == 0) {
              copy(first, folder);
            }
            world.barrier();
            Mortal mine = new Mortal(steps);
            try {
              save(world, folder, mine, 2);
            } catch (MpiException e) {
              assertThat(e).hasMessageContaining("the job has ended");
            }
            isDead = world.allreduce(mine.isDead() ? 1 : 0, Op.MAX) == 1;
            int version = restore(world, folder);
            assertThat(version).isEqualTo(hasVersion(folder, 2) ? 2 : 1);
            boolean isSwept = steps % SWEPT == 0;
            if (isSwept) { // what was torn is no obstacle, and is swept
              save(world, folder, Storage.DISK, 3);
              assertThat(restore(world, folder)).isEqualTo(3);
            }
            world.barrier();
            if (world.rank() == 0) {
              assertThat(!isSwept || folder.toFile().list().length == ranks + 1).isTrue();
              delete(folder);
              endings[0] = steps;
            }
          }
        });
    return endings[0];
  }

  @Test
  void aJobOfOneRankMayEndAtEveryByteAndEveryStep() {
    told(() -> assertThat(afterAllSteps(1, place)).isGreaterThan(300));
  }

  @Test
  void aJobOfSeveralRanksMayEndAtEveryByteAndEveryStep() {
    told(() -> assertThat(afterAllSteps(3, place)).isGreaterThan(400));
  }

  private static String told(Runnable body) {
    PrintStream before = System.err;
    var written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      body.run();
    } finally {
      System.setErr(before);
    }
    return written.toString(StandardCharsets.UTF_8);
  }

  /** Two checkpoints, of versions 1 and 2. */
  private void saveTwo(Communicator world) {
    try (var checkpoint = Checkpoint.setup(world).prefix(place).keep(2).open()) {
      Data data = new Data(world).register(checkpoint);
      for (int version = 1; version <= 2; version++) {
        data.set(version);
        checkpoint.save();
      }
    }
  }

  private List<Path> filesOf(long generation) throws IOException {
    var files = new ArrayList<Path>();
    for (String name : CheckpointFolder.files(place)) {
      CheckpointId owner = CheckpointFolder.owner(name);
      if (owner != null && owner.generation() == generation) {
        files.add(place.resolve(name));
      }
    }
    return files;
  }

  /** Flips a bit of each byte of a file; answers how many. */
  private int flipEach(Communicator world, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    for (int at = 0; at < content.length; at++) {
      world.barrier();
      if (world.rank() == 0) {
        byte[] wrong = content.clone();
        wrong[at] ^= (byte) (1 << (at % Byte.SIZE));
        Files.write(file, wrong);
      }
      world.barrier();
      assertThat(restore(world, place)).isEqualTo(1);
    }
    world.barrier();
    if (world.rank() == 0) {
      Files.write(file, content);
    }
    world.barrier();
    assertThat(restore(world, place)).isEqualTo(2);
    return content.length;
  }

  @Test
  void aFlippedByteAnywhereIsFoundAndTheOneBeforeIsTaken() throws IOException {
    Mpi.runThreads(2, this::saveTwo);
    List<Path> files = filesOf(2);
    int[] flips = new int[2];
    String told =
        told(
            () ->
                Mpi.runThreads(
                    2,
                    world -> {
                      try {
                        for (Path file : files) {
                          flips[world.rank()] += flipEach(world, file);
                        }
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                    }));
    assertThat(flips[0]).isGreaterThan(500);
    assertThat(told.lines()).hasSize(flips[0]);
    assertThat(told).contains("purempi: warning: checkpoint 2 is damaged, and the one before");
  }

  @Test
  void aMissingFileAndAShortOneAreFound() throws IOException {
    Mpi.runThreads(2, this::saveTwo);
    for (Path file : filesOf(2)) {
      byte[] content = Files.readAllBytes(file);
      Files.delete(file);
      String told =
          told(() -> Mpi.runThreads(2, world -> assertThat(restore(world, place)).isEqualTo(1)));
      boolean isManifest = file.toString().endsWith(".manifest");
      assertThat(told.isEmpty()).isEqualTo(isManifest); // without one there is no checkpoint
      Files.write(file, Arrays.copyOf(content, content.length - 1));
      told(() -> Mpi.runThreads(2, world -> assertThat(restore(world, place)).isEqualTo(1)));
      Files.write(file, content);
    }
    Mpi.runThreads(2, world -> assertThat(restore(world, place)).isEqualTo(2));
  }

  @Test
  void theNumberThatIsWantedIsRestoredOrMissed() {
    Mpi.runThreads(2, this::saveTwo);
    Mpi.runThreads(
        2,
        world -> {
          try (var checkpoint = Checkpoint.setup(world).prefix(place).number(1).open()) {
            Data data = new Data(world).register(checkpoint);
            assertThat(checkpoint.restore()).isTrue();
            assertThat(data.version()).isEqualTo(1);
            data.set(5);
            checkpoint.save(); // number 3
            assertThat(checkpoint.restore()).isTrue();
            assertThat(data.version()).isEqualTo(5);
          }
          try (var checkpoint = Checkpoint.setup(world).prefix(place).number(7).open()) {
            new Data(world).register(checkpoint);
            assertThatThrownBy(checkpoint::restore)
                .hasMessage("checkpoint 7 is not there, or not complete; there are 3, 2");
          }
        });
  }
}
