package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiFile;
import org.purempi.Whence;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.4: offsets that no file reaches. */
final class LimitCases {
  private static final long[] FAR = {Long.MAX_VALUE, Long.MAX_VALUE / 4 - 1, 1L << 61};

  private LimitCases() {}

  private static List<FileView> views() {
    Datatype two = Datatype.resized(Datatype.contiguous(2, Datatype.INT), 0, 100);
    return List.of(new FileView(8, Datatype.INT), new FileView(8, Datatype.INT, two));
  }

  @OnRanks({1, 2, 4})
  static void anOffsetThatNoFileReachesIsRefused(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Buf two = Buf.of(new int[2]);
    Folder.with(
        world,
        folder -> {
          for (String together : List.of("automatic", "enable")) {
            Info hints = Info.of("romio_cb_write", together).with("romio_cb_read", together);
            try (MpiFile file = folder.open("a", hints)) {
              for (FileView view : views()) {
                file.setView(view);
                for (long far : FAR) {
                  Expect.error(ErrorClass.ARG, () -> file.writeAt(far, two), "" + far);
                  Expect.error(ErrorClass.ARG, () -> file.readAt(far, two));
                  Expect.error(ErrorClass.ARG, () -> file.iwriteAt(far, two).waitFor());
                  Expect.error(ErrorClass.ARG, () -> file.getByteOffset(far));
                  Expect.error(ErrorClass.ARG, () -> file.writeAtAll(isLast ? far : 0, two));
                  Expect.error(
                      ErrorClass.ARG, () -> file.ireadAtAll(isLast ? far : 0, two).waitFor());
                  Expect.error(ErrorClass.ARG, () -> file.seek(far, Whence.SET), "seek");
                  Expect.error(ErrorClass.ARG, () -> file.seekShared(far, Whence.SET));
                }
              }
              assertThat(file.getSize()).isZero();
            }
          }
        });
  }
}
