package org.purempi.learn.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays of the MNIST family, and what is none. */
class IdxFileTest {
  @TempDir Path folder;

  private Path file(String name, int magic, int... words) throws IOException {
    var bytes = ByteBuffer.allocate(4 + 4 * words.length + 6).putInt(magic);
    for (int word : words) {
      bytes.putInt(word);
    }
    bytes.put(new byte[] {1, 2, 3, 4, 5, (byte) 250});
    Path file = folder.resolve(name);
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
      out.write(bytes.array());
    }
    return file;
  }

  @Test
  void recordsAreRead() throws IOException {
    for (String name : new String[] {"plain", "packed.gz"}) {
      IdxFile three = IdxFile.read(file(name, 0x0803, 3, 1, 2));
      assertThat(three.shape()).containsExactly(3, 1, 2);
      assertThat(three.records()).isEqualTo(3);
      assertThat(three.recordBytes()).isEqualTo(2);
      assertThat(three.get(1, 0)).isEqualTo(3);
      assertThat(three.get(2, 1)).isEqualTo(250);
      assertThatThrownBy(() -> three.get(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(IdxFile.read(file("none", 0x0801, 0)).recordBytes()).isZero();
  }

  @Test
  void whatIsNoneIsRefused() throws IOException {
    assertThatThrownBy(() -> IdxFile.read(folder.resolve("missing")))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("missing is not there");
    Path floats = file("floats", 0x0D01, 6);
    assertThatThrownBy(() -> IdxFile.read(floats))
        .hasMessage(floats + " begins with 00000d01: it is no IDX file of unsigned bytes");
    Path brief = file("short", 0x0802, 4, 2);
    assertThatThrownBy(() -> IdxFile.read(brief)).hasMessage(brief + " ends after 6 of 8 bytes");
    Path large = file("large", 0x0802, 1 << 20, 1 << 20);
    assertThatThrownBy(() -> IdxFile.read(large))
        .hasMessage(large + " says that it is too large for an array");
    Path negative = file("negative", 0x0801, -5);
    assertThatThrownBy(() -> IdxFile.read(negative)).hasMessageContaining("too large");
    byte[] packed = Files.readAllBytes(file("whole.gz", 0x0803, 3, 1, 2));
    Path torn = Files.write(folder.resolve("torn.gz"), Arrays.copyOf(packed, packed.length - 12));
    assertThatThrownBy(() -> IdxFile.read(torn))
        .hasMessage(torn + " ends too early: Unexpected end of ZLIB input stream");
    Path plain = Files.write(folder.resolve("plain.gz"), new byte[] {0, 0, 8, 1, 0, 0, 0, 0});
    assertThatThrownBy(() -> IdxFile.read(plain))
        .hasMessage(plain + " is not what gzip has packed: Not in GZIP format");
    Path header = Files.write(folder.resolve("header"), new byte[] {0, 0, 8, 3, 0, 0});
    assertThatThrownBy(() -> IdxFile.read(header)).hasMessage(header + " ends within its header");
  }
}
