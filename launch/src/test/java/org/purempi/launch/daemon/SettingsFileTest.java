package org.purempi.launch.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class SettingsFileTest {
  @TempDir private Path folder;

  private Path file(String mode, String text) throws IOException {
    Path path = Files.writeString(folder.resolve("smpd"), text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    return path;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw------x"})
  void aFileThatIsOpenToOthersIsRefused(String mode) throws IOException {
    Path path = file(mode, "phrase=a\n");
    assertThatThrownBy(() -> SettingsFile.read(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("open to other users")
        .hasMessageContaining("chmod 600 " + path);
  }

  @Test
  void thePassphraseIsNoSetting() throws IOException {
    SettingsFile file = SettingsFile.read(file("rw-------", "# mine\n\nphrase = a b=c \nport=9\n"));
    assertThat(file.get("phrase")).isEqualTo("a b=c");
    assertThat(file.settings()).containsOnlyKeys("port");
  }

  @Test
  void whatIsSetIsReadAgainByItsOwnerAlone() throws IOException {
    Path path = folder.resolve("fresh");
    SettingsFile.read(path).set("hosts", "a,b");
    SettingsFile again = SettingsFile.read(path);
    assertThat(again.get("hosts")).isEqualTo("a,b");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    again.set("hosts", null);
    assertThat(SettingsFile.read(path).settings()).isEmpty();
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void whatWouldBreakTheFileIsRefused() throws IOException {
    SettingsFile file = SettingsFile.read(folder.resolve("none"));
    assertThatThrownBy(() -> file.set("a b", "c")).hasMessageContaining("a key has");
    assertThatThrownBy(() -> file.set("a", "b\nphrase=c")).hasMessageContaining("one line");
    assertThatThrownBy(() -> file.set("a", "b".repeat(5000))).hasMessageContaining("one line");
    assertThatThrownBy(() -> SettingsFile.read(file("rw-------", "phrase=a\noops\n")))
        .hasMessageContaining("line 2");
  }
}
