package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiException;
import org.purempi.MpiFile;
import org.purempi.Whence;
import org.purempi.tests.OnRanks;

/** What is not of the Standard: arrays, records and text without a buffer, and progress. */
final class EverydayCases {
  private static final int ROWS = 5000;

  private EverydayCases() {}

  /** Some record. */
  record Particle(int id, double x) {}

  private static MpiFile open(Communicator world, Folder folder) {
    return MpiFile.open(world, folder.at("data"), FileMode.CREATE, FileMode.RDWR);
  }

  @OnRanks(3)
  static void arraysAreWrittenAndReadWhole(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = open(world, folder)) {
            int rank = world.rank();
            file.setView(new FileView(0, Datatype.DOUBLE));
            file.writeAtAll(2L * rank, new double[] {rank, rank + 0.5});
            double[] back = new double[2];
            assertThat(file.readAtAll(2L * rank, back).bytes()).isEqualTo(16);
            assertThat(back).containsExactly(rank, rank + 0.5);
            file.setView(new FileView(1000, Datatype.INT));
            file.writeAt(rank, new int[] {rank});
            int[] one = new int[1];
            file.seek(rank, Whence.SET);
            assertThat(file.read(one).count(Datatype.INT)).isEqualTo(1);
            assertThat(one).containsExactly(rank);
          }
        });
  }

  @OnRanks(3)
  static void recordsAreElementsOfTheirDatatype(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          int rank = world.rank();
          try (MpiFile file = open(world, folder)) {
            file.setView(new FileView(0, Datatype.of(Particle.class)));
            file.writeAtAll(
                2L * rank, new Particle[] {new Particle(rank, 0.5), new Particle(-rank, 1.5)});
            int next = (rank + 1) % world.size();
            assertThat(file.readAtAll(2L * next, Particle.class, 1))
                .containsExactly(new Particle(next, 0.5));
            assertThat(file.readAt(2L * world.size() - 1, Particle.class, 5))
                .as("what is left of the file")
                .containsExactly(new Particle(1 - world.size(), 1.5));
          }
        });
  }

  @OnRanks(3)
  static void textIsWrittenInTheOrderOfRanks(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = open(world, folder)) {
            file.writeOrdered("rank " + world.rank() + " says π\n");
            file.writeShared("end\n");
          }
          assertThat(Files.readString(folder.at("data")))
              .isEqualTo("rank 0 says π\nrank 1 says π\nrank 2 says π\nend\nend\nend\n");
        });
  }

  @OnRanks(2)
  static void collectiveWritesTellHowFarTheyHaveCome(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          Info hints = Info.of("cb_buffer_size", "8192");
          int ranks = world.size();
          Datatype every = Datatype.resized(Datatype.INT, 0, 4L * ranks);
          try (MpiFile file = open(world, folder)) {
            file.setView(new FileView(4L * world.rank(), Datatype.INT, every), hints);
            List<Long> told = new ArrayList<>();
            file.onProgress(
                (done, of) -> {
                  assertThat(of).isEqualTo(4L * ROWS);
                  told.add(done);
                });
            file.writeAtAll(0, Buf.of(new int[ROWS]));
            assertThat(told).isSorted().endsWith(4L * ROWS);
            assertThat(told.size()).isGreaterThan(ranks == 1 ? 0 : 2);
          }
        });
  }

  @OnRanks(2)
  static void aListenerThatThrowsMakesTheCallFailOnAllRanks(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = open(world, folder)) {
            file.onProgress(
                (done, of) -> {
                  if (world.rank() == 0) {
                    throw new IllegalStateException("enough");
                  }
                });
            assertThatThrownBy(() -> file.writeAtAll(world.rank(), new byte[1]))
                .isInstanceOf(MpiException.class)
                .hasMessageContaining(world.rank() == 0 ? "enough" : "rank 0");
          }
        });
  }
}
