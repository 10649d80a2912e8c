package org.purempi.compat.mpjexpress;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.MpiException;

/** Two packages {@code mpi} on one class path are noticed. */
@Timeout(60)
class OneApiTest {
  @Test
  void thisOneAloneIsFine() {
    assertThatCode(() -> Environment.requireOneApi(Environment.class.getClassLoader()))
        .doesNotThrowAnyException();
  }

  @Test
  void bothAreNamed(@TempDir Path folder) throws IOException {
    Path other = folder.resolve(Environment.OF_OPEN_MPI);
    Files.createDirectories(folder.resolve("mpi"));
    Files.createFile(other);
    try (var loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, Environment.class.getClassLoader())) {
      assertThatThrownBy(() -> Environment.requireOneApi(loader))
          .isInstanceOf(MpiException.class)
          .hasMessageContaining("purempi-compat-mpjexpress")
          .hasMessageContaining(folder.toString());
    }
  }
}
