package org.purempi.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.os.User;

/** Who may have a secret in a file, and how. */
@Timeout(20)
class SecretFileTest {
  private static final int MOST = 64;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("secret"), "sesame opens");
    mode(file, "rw-------");
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  void aPrivateFileIsReadAlsoByALink() throws Exception {
    assertThat(SecretFile.read(file, MOST)).isEqualTo("sesame opens");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    assertThat(SecretFile.read(link, MOST)).isEqualTo("sesame opens");
  }

  @Test
  void whatOthersMayReadOrWriteIsRefusedAndTheMendingIsSaid() throws Exception {
    for (String mode : new String[] {"rw-r--r--", "rw----r--", "rw--w----", "rw-r-----"}) {
      mode(file, mode);
      Path link = folder.resolve("link" + mode);
      Files.createSymbolicLink(link, file);
      for (Path named : new Path[] {file, link}) {
        assertThatThrownBy(() -> SecretFile.read(named, MOST))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("is open to other users (" + mode + "): chmod 600 " + named);
      }
    }
  }

  @Test
  void whatIsNoFileOrTooLongOrNotThereIsNotRead() throws Exception {
    assertThatThrownBy(() -> SecretFile.read(folder, MOST)).hasMessageContaining("is not a file");
    assertThatThrownBy(() -> SecretFile.read(Path.of("/dev/zero"), MOST))
        .hasMessageContaining("is not a file");
    assertThatThrownBy(() -> SecretFile.read(file, 3)).hasMessageContaining("longer than 3 bytes");
    assertThatThrownBy(() -> SecretFile.read(folder.resolve("none"), MOST))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void anotherUsersFileIsRefusedUnlessRootHasPlacedItSomewhere() throws Exception {
    assumeTrue(User.id() == 0, "SKIPPED: only root can give files away");
    Files.setAttribute(file, "unix:uid", 65534);
    mode(folder, "rwxr-xr-x");
    assertThat(SecretFile.read(file, MOST)).isEqualTo("sesame opens");
    mode(folder, "rwxrwxrwx");
    assertThatThrownBy(() -> SecretFile.read(file, MOST)).hasMessageContaining("belongs to");
    mode(folder, "rwxr-xr-x");
    Files.setAttribute(folder, "unix:uid", 65534);
    assertThatThrownBy(() -> SecretFile.read(file, MOST))
        .hasMessageContaining("use a file of your own");
  }
}
