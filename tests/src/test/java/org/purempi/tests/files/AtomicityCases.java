package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiFile;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** Section 14.6: what ranks see of what others write. */
final class AtomicityCases {
  private static final int RECORD = 12_000;
  private static final int ROUNDS = 40;

  private AtomicityCases() {}

  private static byte[] filled(int value) {
    byte[] record = new byte[RECORD];
    Arrays.fill(record, (byte) value);
    return record;
  }

  private static void checkWhole(byte[] record) {
    for (byte each : record) {
      if (each != record[0]) {
        throw new AssertionError("a record has parts of " + record[0] + " and of " + each);
      }
    }
  }

  private static List<FileView> views() {
    Datatype pieces = Datatype.resized(Datatype.contiguous(300, Datatype.BYTE), 0, 700);
    return List.of(new FileView(5, Datatype.BYTE), new FileView(5, Datatype.BYTE, pieces));
  }

  private static List<Info> hints() {
    return List.of(
        Info.EMPTY,
        Info.of("romio_ds_write", "enable")
            .with("ind_wr_buffer_size", "1000")
            .with("romio_ds_read", "enable")
            .with("ind_rd_buffer_size", "1000"),
        Info.of("romio_cb_write", "enable").with("romio_ds_write", "disable"));
  }

  @OnRanks(
      value = {1, 2, 4},
      seconds = 60)
  static void anAtomicRecordIsNeverTorn(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          for (Info hints : hints()) {
            for (FileView view : views()) {
              try (MpiFile file = folder.open("a", hints)) {
                file.setAtomicity(true);
                assertThat(file.getAtomicity()).isTrue();
                file.setView(view);
                file.writeAtAll(0, Buf.of(filled(0)));
                contend(world, file);
              }
            }
          }
        });
  }

  private static void contend(Communicator world, MpiFile file) {
    byte[] got = new byte[RECORD];
    for (int i = 0; i < ROUNDS; i++) {
      byte[] mine = filled(1 + world.rank() * ROUNDS + i);
      switch ((i + world.rank()) % 4) {
        case 0 -> file.writeAt(0, Buf.of(mine));
        case 1 -> file.readAt(0, Buf.of(got));
        case 2 -> file.iwriteAt(0, Buf.of(mine)).waitFor();
        default -> file.ireadAt(0, Buf.of(got)).waitFor();
      }
      checkWhole(got);
    }
    for (int i = 0; i < ROUNDS / 8; i++) {
      file.writeAtAll(0, Buf.of(filled(1 + world.rank() * ROUNDS + i)));
      file.readAtAll(0, Buf.of(got));
      checkWhole(got);
      world.barrier();
    }
  }

  @OnRanks({1, 2})
  static void callsOfOneRankThatAreUnderWayTogetherAreAtomicToo(Communicator world)
      throws Exception {
    Folder.with(
        world,
        folder -> {
          for (FileView view : views()) {
            try (MpiFile file = folder.open("a", hints().get(1))) {
              file.setAtomicity(true);
              file.setView(view);
              file.writeAtAll(0, Buf.of(filled(0)));
              for (int i = 0; i < ROUNDS / 4; i++) {
                List<Request<Status>> begun = new ArrayList<>();
                List<byte[]> read = new ArrayList<>();
                for (int k = 0; k < 4; k++) {
                  begun.add(file.iwriteAt(0, Buf.of(filled(1 + i * 4 + k + 50 * world.rank()))));
                  byte[] got = new byte[RECORD];
                  begun.add(file.ireadAt(0, Buf.of(got)));
                  read.add(got);
                }
                Request.waitAll(begun);
                read.forEach(AtomicityCases::checkWhole);
              }
            }
          }
        });
  }

  @OnRanks({2, 4})
  static void whatIsWrittenAtomicallyIsSeenWithoutSync(Communicator world) throws Exception {
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT));
            file.setAtomicity(true);
            for (int round = 0; round < 10; round++) {
              file.writeAt(rank, Buf.of(new int[] {10 * round + rank}));
              world.barrier();
              int[] got = new int[world.size()];
              file.readAt(0, Buf.of(got));
              assertThat(got).isEqualTo(Folder.count(10 * round, world.size()));
              world.barrier();
            }
            file.setAtomicity(false);
            assertThat(file.getAtomicity()).isFalse();
          }
        });
  }

  @OnRanks({2, 4})
  static void syncBarrierSyncShowsWhatOthersHaveWritten(Communicator world) throws Exception {
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT));
            for (int round = 0; round < 5; round++) {
              file.writeAt(rank, Buf.of(new int[] {10 * round + rank}));
              file.sync();
              world.barrier();
              file.sync();
              int[] got = new int[world.size()];
              file.readAt(0, Buf.of(got));
              assertThat(got).isEqualTo(Folder.count(10 * round, world.size()));
              world.barrier();
            }
          }
        });
  }
}
