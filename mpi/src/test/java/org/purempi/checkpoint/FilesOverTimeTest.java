package org.purempi.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;

/** Checkpoints one after the other: what is written, when, and what stays. */
@Timeout(60)
class FilesOverTimeTest {
  private static final int BLOCKS = 4;
  private static final int BLOCK_LONGS = Blocks.BYTES / Long.BYTES;

  @TempDir Path place;

  private List<Long> generations() {
    try {
      return CheckpointFolder.manifests(place).stream().map(CheckpointId::generation).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long bytesOf(long generation) {
    long bytes = 0;
    try {
      for (String name : CheckpointFolder.files(place)) {
        CheckpointId owner = CheckpointFolder.owner(name);
        if (owner != null && owner.generation() == generation) {
          bytes += Files.size(place.resolve(name));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes;
  }

  @Test
  void soManyStayAsWereAskedFor() {
    Mpi.runThreads(
        2,
        world -> {
          int[] value = {0};
          try (var checkpoint = Checkpoint.setup(world).prefix(place).keep(3).open()) {
            checkpoint.replicated("value", Buf.of(value));
            for (int i = 1; i <= 6; i++) {
              value[0] = i;
              checkpoint.save();
              world.barrier();
              assertThat(generations()).hasSize(Math.min(i, 3)).startsWith((long) i);
              world.barrier();
            }
          }
        });
    assertThat(place.toFile().list()).hasSize(3 * 3);
  }

  @Test
  void blocksThatHaveNotChangedAreNotWrittenAgain() {
    Mpi.runThreads(
        2,
        world -> {
          long[] data = new long[BLOCKS * BLOCK_LONGS + 7];
          Arrays.fill(data, world.rank() + 1);
          try (var checkpoint = incremental(world)) {
            checkpoint.local("data", Buf.of(data));
            checkpoint.save();
            data[2 * BLOCK_LONGS] = 99;
            checkpoint.save();
            world.barrier();
            assertThat(bytesOf(1)).isGreaterThan(2L * BLOCKS * Blocks.BYTES);
            assertThat(bytesOf(2)).isBetween(2L * Blocks.BYTES, 2L * Blocks.BYTES + 5000);
            world.barrier();
            data[0] = 98;
            checkpoint.save();
            checkpoint.save();
            checkpoint.save();
            world.barrier();
            assertThat(bytesOf(5)).isLessThan(5000);
            assertThat(generations()).containsExactly(5L); // and files of 1, 2 and 3
            world.barrier();
            Arrays.fill(data, -1);
            assertThat(checkpoint.restore()).isTrue();
          }
          check(world, data);
        });
    Mpi.runThreads(
        2,
        world -> {
          long[] data = new long[BLOCKS * BLOCK_LONGS + 7];
          try (var checkpoint = incremental(world)) {
            checkpoint.local("data", Buf.of(data));
            assertThat(checkpoint.restore()).isTrue();
            check(world, data);
            checkpoint.save();
            world.barrier();
            assertThat(bytesOf(6)).isLessThan(5000); // goes on with the files of another run
            world.barrier();
            Arrays.fill(data, 5);
            checkpoint.save();
          }
        });
    assertThat(place.toFile().list()).hasSize(3); // nothing refers to older files any more
  }

  private Checkpoint incremental(Communicator world) {
    return Checkpoint.setup(world).prefix(place).incremental().keep(1).open();
  }

  private static void check(Communicator world, long[] data) {
    long[] expected = new long[data.length];
    Arrays.fill(expected, world.rank() + 1);
    expected[2 * BLOCK_LONGS] = 99;
    expected[0] = 98;
    assertThat(Arrays.mismatch(data, expected)).isEqualTo(-1);
  }

  /** A disk on which files are finished only when they may be. */
  private static final class Slow implements Storage {
    final CountDownLatch may = new CountDownLatch(1);
    final AtomicBoolean fails = new AtomicBoolean();

    @Override
    public Sink create(Path file) throws IOException {
      try {
        may.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      if (fails.get()) {
        throw new IOException("the disk is full");
      }
      return DISK.create(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      DISK.rename(from, to);
    }

    @Override
    public void sync(Path folder) throws IOException {
      DISK.sync(folder);
    }

    @Override
    public void delete(Path file) throws IOException {
      DISK.delete(file);
    }
  }

  private Checkpoint asynchronous(Communicator world, Storage storage) {
    return Checkpoint.setup(world)
        .prefix(place)
        .everyCalls(1)
        .asynchronous()
        .storage(storage)
        .open();
  }

  @Test
  void theProgramGoesOnWhileFilesAreWritten() {
    Slow slow = new Slow();
    Mpi.runThreads(
        2,
        world -> {
          int[] value = {1};
          try (var checkpoint = asynchronous(world, world.rank() == 1 ? slow : Storage.DISK)) {
            checkpoint.replicated("value", Buf.of(value));
            assertThat(checkpoint.maybe()).isTrue();
            value[0] = 2; // what is written is a copy
            for (int i = 0; i < 20; i++) {
              assertThat(checkpoint.maybe()).isFalse(); // one at a time
            }
            world.barrier();
            assertThat(generations()).isEmpty();
            world.barrier();
            slow.may.countDown();
          }
          world.barrier();
          assertThat(generations()).containsExactly(1L);
          world.barrier();
          try (var checkpoint = asynchronous(world, Storage.DISK)) {
            checkpoint.replicated("value", Buf.of(value));
            assertThat(checkpoint.restore()).isTrue();
            assertThat(value[0]).isEqualTo(1);
            value[0] = 3;
            checkpoint.save();
            value[0] = 4;
            checkpoint.save(); // waits for the one before
          }
        });
    assertThat(generations()).containsExactly(3L, 2L);
  }

  @Test
  void aFailureInTheBackgroundIsToldToAllAtTheNextCall() {
    Slow full = new Slow();
    full.fails.set(true);
    full.may.countDown();
    Mpi.runThreads(
        3,
        world -> {
          int[] value = {1};
          try (var checkpoint = asynchronous(world, world.rank() == 2 ? full : Storage.DISK)) {
            checkpoint.replicated("value", Buf.of(value));
            assertThat(checkpoint.maybe()).isTrue();
            assertThatThrownBy(
                    () -> {
                      while (!checkpoint.maybe()) {
                        Thread.onSpinWait();
                      }
                    })
                .isInstanceOf(MpiException.class)
                .hasMessage("a checkpoint has failed, older ones stay: rank 2: the disk is full");
            world.barrier();
            full.fails.set(false);
            world.barrier();
            checkpoint.save();
          }
        });
    assertThat(generations()).containsExactly(2L);
  }

  @Test
  void aRankThatLeavesAfterAnExceptionWaitsForNobody() {
    Mpi.runThreads(
        2,
        world -> {
          int[] value = {1};
          if (world.rank() == 0) {
            assertThatThrownBy(
                    () -> {
                      try (var checkpoint = asynchronous(world, Storage.DISK)) {
                        checkpoint.replicated("value", Buf.of(value));
                        assertThat(checkpoint.maybe()).isTrue();
                        throw new IllegalStateException("of the program");
                      }
                    })
                .hasMessage("of the program");
            world.send(value, 1, 0);
          } else {
            try (var checkpoint = asynchronous(world, Storage.DISK)) {
              checkpoint.replicated("value", Buf.of(value));
              assertThat(checkpoint.maybe()).isTrue();
              var unused = world.recv(value, 0, 0); // rank 0 closes before
            }
          }
        });
    assertThat(generations()).containsExactly(1L);
  }
}
