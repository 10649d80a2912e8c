package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.CREATE;
import static org.purempi.FileMode.RDWR;

import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiFile;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.2.8: hints, and which of them are in force. */
final class HintCases {
  private HintCases() {}

  @OnRanks({1, 2, 4})
  static void aFileTellsTheHintsInForce(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a", RDWR, CREATE)) {
            assertThat(file.getInfo().pairs())
                .containsAllEntriesOf(
                    Map.of(
                        "cb_buffer_size",
                        "16777216",
                        "cb_config_list",
                        "*:1",
                        "collective_buffering",
                        "true",
                        "romio_cb_write",
                        "automatic",
                        "romio_ds_read",
                        "automatic",
                        "ind_rd_buffer_size",
                        "4194304",
                        "ind_wr_buffer_size",
                        "524288"))
                .containsKey("cb_nodes");
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void hintsThatAreUnderstoodAreTakenAndOthersDropped(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          Info given =
              Info.of("cb_buffer_size", "8192")
                  .with("cb_nodes", "1000")
                  .with("access_style", "write_once")
                  .with("romio_ds_write", "disable")
                  .with("no_such_hint", "1");
          try (MpiFile file = folder.open("a", given)) {
            assertThat(file.getInfo().pairs())
                .containsEntry("cb_buffer_size", "8192")
                .containsEntry("cb_nodes", world.size() + "")
                .containsEntry("access_style", "write_once")
                .containsEntry("romio_ds_write", "disable")
                .doesNotContainKey("no_such_hint");
            file.setInfo(Info.of("cb_buffer_size", "4096").with("no_such_hint", "1"));
            assertThat(file.getInfo().pairs())
                .containsEntry("cb_buffer_size", "4096")
                .containsEntry("romio_ds_write", "disable")
                .doesNotContainKey("no_such_hint");
            file.setView(FileView.BYTES, Info.of("romio_cb_read", "enable"));
            assertThat(file.getInfo().get("romio_cb_read")).hasValue("enable");
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void aHintThatIsWrongAtOneRankChangesNothingAtAnyRank(Communicator world)
      throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            Info before = file.getInfo();
            for (Info wrong :
                List.of(
                    Info.of("cb_nodes", "0"),
                    Info.of("cb_buffer_size", "-1"),
                    Info.of("romio_cb_write", "maybe"))) {
              Info mine = isLast ? wrong : Info.of("cb_buffer_size", "4096");
              Expect.error(ErrorClass.INFO_VALUE, () -> file.setInfo(mine), "setInfo");
              Expect.error(
                  ErrorClass.INFO_VALUE, () -> file.setView(FileView.BYTES, mine), "setView");
              assertThat(file.getInfo()).isEqualTo(before);
            }
            interleave(file);
          }
          assertThat(folder.ints("a")).isEqualTo(Folder.count(0, 100 * world.size()));
        });
  }

  @OnRanks({2, 4})
  static void hintsOfCollectiveCallsMustBeTheSameOnAllRanks(Communicator world) throws Exception {
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          for (String key : List.of("cb_nodes", "cb_buffer_size")) {
            Info mine = Info.of(key, (rank + 1) + "");
            Expect.error(ErrorClass.NOT_SAME, () -> folder.open("a", mine));
            try (MpiFile file = folder.open("a")) {
              Info before = file.getInfo();
              Expect.error(ErrorClass.NOT_SAME, () -> file.setInfo(mine));
              Expect.error(ErrorClass.NOT_SAME, () -> file.setView(FileView.BYTES, mine));
              assertThat(file.getInfo()).isEqualTo(before);
              file.setInfo(Info.of("ind_rd_buffer_size", (rank + 1) + "")); // a rank's own matter
              interleave(file);
            }
            assertThat(folder.ints("a")).isEqualTo(Folder.count(0, 100 * world.size()));
          }
        });
  }

  /** Writes 0, 1, 2, … in turn. */
  private static void interleave(MpiFile file) {
    int n = 100;
    int size = file.size();
    int[] mine = new int[n];
    for (int i = 0; i < n; i++) {
      mine[i] = i * size + file.rank();
    }
    Datatype each = Datatype.resized(Datatype.INT, 0, 4L * size);
    file.setView(new FileView(4L * file.rank(), Datatype.INT, each));
    file.writeAll(Buf.of(mine));
  }

  @OnRanks({1, 2})
  static void aNewFileHasThePermissionsAskedFor(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.open("a", Info.of("file_perm", "0600")).close();
          assertThat(Files.getPosixFilePermissions(folder.at("a")))
              .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        });
  }
}
