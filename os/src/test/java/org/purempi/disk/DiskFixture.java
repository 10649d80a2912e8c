package org.purempi.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.purempi.disk.Way.PERMISSIONS;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.disk.Disk.Option;
import org.purempi.disk.DiskException.Reason;

/** A way to the disk, and a directory to use it in. */
abstract class DiskFixture {
  static final int KIB = 1024;
  static final int MIB = 1024 * KIB;

  final Way way;
  final Disk disk;
  @TempDir Path directory;

  DiskFixture(Way way) {
    this.way = way;
    this.disk = way.disk();
  }

  String path(String name) {
    return directory.resolve(name).toString();
  }

  OpenFile open(String name, Set<Option> options) throws DiskException {
    return disk.open(path(name), options, PERMISSIONS);
  }

  static byte[] random(int bytes) {
    byte[] data = new byte[bytes];
    new Random(bytes).nextBytes(data);
    return data;
  }

  static void refused(ThrowingCallable call, Reason reason, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DiskException.class,
            e -> {
              String message = String.valueOf(e.getMessage());
              assertThat(e.reason()).as(message).isEqualTo(reason);
              assertThat(List.of(words)).allMatch(message::contains, message);
            });
  }
}
