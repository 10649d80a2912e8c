package org.purempi.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.disk.Way.BOTH;
import static org.purempi.disk.Way.NEW;
import static org.purempi.disk.Way.READ;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.purempi.disk.DiskException.Reason;

/** What every way to the disk does. */
abstract class DiskContract extends DiskFixture {
  DiskContract(Way way) {
    super(way);
  }

  @Test
  void arraysAndOtherMemoryAreWrittenAndRead() throws DiskException {
    byte[] data = random(3 * MIB + 17);
    try (OpenFile file = open("a", NEW);
        Arena arena = Arena.ofConfined()) {
      file.write(MemorySegment.ofArray(data), 5, data.length - 5L, 100);
      MemorySegment there = arena.allocate(data.length);
      assertThat(file.read(there, 2, data.length - 5L, 100)).isEqualTo(data.length - 5L);
      assertThat(
              there.asSlice(2, data.length - 5L).mismatch(MemorySegment.ofArray(data).asSlice(5)))
          .isEqualTo(-1);
      assertThat(there.get(ValueLayout.JAVA_BYTE, 1)).isZero();
      file.write(there, 2, data.length - 5L, 0);
      byte[] back = new byte[data.length];
      assertThat(file.read(MemorySegment.ofArray(back), 5, data.length - 5L, 0))
          .isEqualTo(data.length - 5L);
      assertThat(Arrays.equals(back, 5, back.length, data, 5, data.length)).isTrue();
      assertThat(file.size()).isEqualTo(data.length + 95L);
    }
  }

  @Test
  void arraysOfAnyTypeServe() throws DiskException {
    try (OpenFile file = open("a", NEW)) {
      file.write(MemorySegment.ofArray(new double[] {1, 2, 3}), 8, 16, 0);
      long[] back = new long[3];
      assertThat(file.read(MemorySegment.ofArray(back), 8, 16, 0)).isEqualTo(16);
      assertThat(back).containsExactly(0, Double.doubleToLongBits(2), Double.doubleToLongBits(3));
      int[] integers = {7, 8, 9};
      file.write(MemorySegment.ofArray(integers).asSlice(4), 4, 4, 0);
      assertThat(file.read(MemorySegment.ofArray(integers), 0, 4, 0)).isEqualTo(4);
      assertThat(integers).containsExactly(9, 8, 9);
    }
  }

  @Test
  void fewerBytesAreReadAtTheEndAndNoneBehindIt() throws DiskException {
    try (OpenFile file = open("a", NEW)) {
      file.write(MemorySegment.ofArray(new byte[] {1, 2, 3}), 0, 3, 0);
      byte[] back = {9, 9, 9, 9};
      assertThat(file.read(MemorySegment.ofArray(back), 0, 4, 1)).isEqualTo(2);
      assertThat(back).containsExactly(2, 3, 9, 9);
      assertThat(file.read(MemorySegment.ofArray(back), 0, 4, 3)).isZero();
      assertThat(file.read(MemorySegment.ofArray(back), 0, 4, 1L << 40)).isZero();
      long[] zero = {0};
      assertThat(file.readParts(MemorySegment.ofArray(back), zero, new long[] {4}, 1, 1))
          .isEqualTo(2);
    }
  }

  @Test
  void noBytesAreNothing() throws DiskException {
    try (OpenFile file = open("a", NEW)) {
      MemorySegment none = MemorySegment.ofArray(new byte[0]);
      assertThat(file.read(none, 0, 0, 0)).isZero();
      file.write(none, 0, 0, 1000);
      file.writeParts(none, new long[] {0}, new long[] {0}, 1, 1000);
      assertThat(file.readParts(none, new long[0], new long[0], 0, 0)).isZero();
      file.allocate(0);
      file.lock(0, 0, false);
      file.unlock(0, 0);
      assertThat(file.size()).isZero();
    }
  }

  @Test
  void manyPartsGoToOneStretchAndComeFromIt() throws DiskException {
    try (Arena arena = Arena.ofConfined()) {
      manyParts(MemorySegment.ofArray(new long[MIB]));
      manyParts(arena.allocate(8L * MIB, 8));
    }
  }

  /** Lengths from none to some MiB, among more parts than the kernel takes at once. */
  private void manyParts(MemorySegment memory) throws DiskException {
    int parts = 2500;
    long[] offsets = new long[parts];
    long[] lengths = new long[parts];
    Random random = new Random(parts);
    byte[] stretch = new byte[8 * MIB];
    int bytes = 0;
    long offset = 0;
    for (int i = parts - 1; i >= 0; i--) { // from behind: the order in memory is another one
      lengths[i] = i == 1500 ? 2 * MIB + 3 : random.nextInt(4) * random.nextInt(800);
      offsets[i] = offset + random.nextInt(50);
      offset = offsets[i] + lengths[i];
    }
    byte[] data = random((int) memory.byteSize());
    memory.copyFrom(MemorySegment.ofArray(data));
    for (int i = 0; i < parts; i++) {
      System.arraycopy(data, (int) offsets[i], stretch, bytes, (int) lengths[i]);
      bytes += (int) lengths[i];
    }
    try (OpenFile file = open("a", NEW)) {
      file.writeParts(memory, offsets, lengths, parts, 7);
      byte[] written = new byte[bytes];
      assertThat(file.read(MemorySegment.ofArray(written), 0, bytes, 7)).isEqualTo(bytes);
      assertThat(Arrays.equals(written, Arrays.copyOf(stretch, bytes))).isTrue();
      memory.fill((byte) 0);
      assertThat(file.readParts(memory, offsets, lengths, parts, 7)).isEqualTo(bytes);
      byte[] expected = new byte[data.length];
      for (int i = 0; i < parts; i++) {
        int at = (int) offsets[i];
        System.arraycopy(data, at, expected, at, (int) lengths[i]);
      }
      assertThat(memory.mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
    }
  }

  @Test
  void whatIsNotInMemoryIsReadFromTheDisk() throws Exception {
    byte[] data = random(3 * MIB + 17);
    try (OpenFile file = open("a", NEW)) {
      file.write(MemorySegment.ofArray(data), 0, data.length, 0);
      file.startSync(0, 2 * MIB);
      file.startSync(2 * MIB, 5 * MIB); // a hint may be of too much, or of nothing
      file.startSync(0, 0);
      file.sync();
      for (int parts = 0; parts < 2; parts++) {
        String[] forget = {"dd", "if=" + path("a"), "iflag=nocache", "count=0", "status=none"};
        assertThat(new ProcessBuilder(forget).start().waitFor()).isZero();
        byte[] back = new byte[data.length];
        MemorySegment to = MemorySegment.ofArray(back);
        long[] half = {data.length / 2, data.length - data.length / 2};
        long bytes =
            parts == 0
                ? file.read(to, 0, back.length, 0)
                : file.readParts(to, new long[] {0, half[0]}, half, 2, 0);
        assertThat(bytes).isEqualTo(data.length);
        assertThat(Arrays.equals(back, data)).isTrue();
      }
    }
  }

  @Test
  void aFileMayBeLongerThan2GiB() throws DiskException {
    long far = 5L << 30;
    try (OpenFile file = open("a", NEW)) {
      file.write(MemorySegment.ofArray(new byte[] {1}), 0, 1, far);
      assertThat(file.size()).isEqualTo(far + 1);
      byte[] back = {9, 9, 9};
      assertThat(file.read(MemorySegment.ofArray(back), 0, 3, far - 1)).isEqualTo(2);
      assertThat(back).containsExactly(0, 1, 9);
      file.size(far / 2);
      assertThat(file.size()).isEqualTo(far / 2);
      assertThat(file.read(MemorySegment.ofArray(back), 0, 3, far)).isZero();
    }
  }

  @Test
  void theSizeIsSetUpAndDown() throws DiskException {
    try (OpenFile file = open("a", NEW)) {
      file.write(MemorySegment.ofArray(new byte[] {1, 2, 3}), 0, 3, 0);
      file.size(5);
      byte[] back = {9, 9, 9, 9, 9};
      assertThat(file.read(MemorySegment.ofArray(back), 0, 5, 0)).isEqualTo(5);
      assertThat(back).containsExactly(1, 2, 3, 0, 0);
      file.size(1);
      file.size(2);
      assertThat(file.read(MemorySegment.ofArray(back), 0, 5, 0)).isEqualTo(2);
      assertThat(back).startsWith(1, 0);
      file.size(0);
      assertThat(file.size()).isZero();
    }
  }

  @Test
  void roomIsReservedAndWhatIsThereStays() throws Exception {
    try (OpenFile file = open("a", NEW)) {
      file.write(MemorySegment.ofArray(new byte[] {1, 2, 3}), 0, 3, 0);
      file.allocate(MIB);
      assertThat(file.size()).isEqualTo(MIB);
      file.sync();
      assertThat(blocks("a")).isGreaterThanOrEqualTo(MIB / 512);
      file.allocate(10);
      assertThat(file.size()).isEqualTo(MIB);
      byte[] back = new byte[4];
      assertThat(file.read(MemorySegment.ofArray(back), 0, 4, 0)).isEqualTo(4);
      assertThat(back).containsExactly(1, 2, 3, 0);
    }
  }

  /** Blocks of 512 bytes that a file has. */
  private long blocks(String name) throws IOException {
    Process stat = new ProcessBuilder("stat", "-c", "%b", path(name)).start();
    String told = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Long.parseLong(told.strip());
  }

  @Test
  void permissionsAreThoseAskedForLessTheUmask() throws IOException {
    disk.open(path("mine"), NEW, 0600).close();
    assertThat(permissions("mine")).isEqualTo("rw-------");
    disk.open(path("all"), NEW, 0666).close();
    Files.createFile(directory.resolve("likewise"));
    assertThat(permissions("all")).isEqualTo(permissions("likewise"));
    disk.open(path("all"), NEW, 0600).close();
    assertThat(permissions("all")).isEqualTo(permissions("likewise"));
  }

  private String permissions(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name)));
  }

  @Test
  void namesMayHaveAnyLetters() throws IOException {
    boolean isUnicode =
        Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode('∑');
    String name = isUnicode ? "größe ∑" : "size of all";
    open(name, NEW).close();
    assertThat(directory.resolve(name)).exists();
  }

  @Test
  void oneFileHasOneIdentity() throws IOException {
    Files.createSymbolicLink(directory.resolve("link"), Path.of("a"));
    try (OpenFile one = open("a", NEW);
        OpenFile same = open("link", READ);
        OpenFile other = open("b", NEW)) {
      assertThat(one.identity()).isEqualTo(same.identity()).isNotEqualTo(other.identity());
      assertThat(one.identity()).isEqualTo(ChannelDisk.identity(directory.resolve("a")));
    }
  }

  @Test
  void openingAndClosingLeavesNothingBehind() throws DiskException {
    open("a", NEW).close();
    int before = descriptors();
    for (int i = 0; i < 1000; i++) {
      try (OpenFile file = open("a", BOTH)) {
        file.write(MemorySegment.ofArray(new byte[] {1}), 0, 1, i);
      }
      refused(() -> disk.open(directory.toString(), READ, 0), Reason.BAD_FILE);
    }
    assertThat(descriptors()).isLessThan(before + 100);
  }

  private static int descriptors() {
    String[] numbers = new File("/proc/self/fd").list();
    return numbers == null ? 0 : numbers.length;
  }
}
