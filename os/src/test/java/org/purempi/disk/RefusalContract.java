package org.purempi.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.purempi.disk.Way.BOTH;
import static org.purempi.disk.Way.NEW;
import static org.purempi.disk.Way.ONLY_NEW;
import static org.purempi.disk.Way.PERMISSIONS;
import static org.purempi.disk.Way.READ;
import static org.purempi.disk.Way.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.purempi.disk.Disk.Option;
import org.purempi.disk.DiskException.Reason;
import org.purempi.os.User;

/** What every way to the disk refuses, and what it says then. */
abstract class RefusalContract extends DiskFixture {
  RefusalContract(Way way) {
    super(way);
  }

  @Test
  void aFileIsMadeOnlyWhereThatIsAskedFor() throws DiskException {
    refused(() -> open("a", BOTH), Reason.NO_SUCH_FILE, "cannot open " + path("a"), "No such file");
    open("a", ONLY_NEW).close();
    refused(() -> open("a", ONLY_NEW), Reason.EXISTS, path("a"), "File exists");
    open("a", NEW).close();
    disk.delete(path("a"));
    refused(() -> disk.delete(path("a")), Reason.NO_SUCH_FILE, "cannot delete " + path("a"));
    refused(() -> open("none/a", NEW), Reason.NO_SUCH_FILE);
    refused(() -> disk.open("", READ, 0), Reason.NO_SUCH_FILE);
  }

  @Test
  void whatIsNoFileIsABadOne() throws IOException {
    refused(() -> disk.open(directory.toString(), READ, 0), Reason.BAD_FILE, "Is a directory");
    refused(() -> disk.open(directory.toString(), WRITE, 0), Reason.BAD_FILE);
    refused(() -> disk.delete(directory.toString()), Reason.BAD_FILE, "Is a directory");
    open("a", NEW).close();
    refused(() -> open("a/b", READ), Reason.BAD_FILE, "Not a directory");
    refused(() -> open("a".repeat(300), NEW), Reason.BAD_FILE, "name too long");
    Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
    refused(() -> open("loop", READ), Reason.BAD_FILE, "symbolic links");
    refused(() -> disk.open(path("a") + "\0b", NEW, PERMISSIONS), Reason.BAD_FILE, "cannot open");
  }

  @Test
  void aFullDiskIsToldWithWhatWasWritten() throws DiskException {
    try (OpenFile full = disk.open("/dev/full", WRITE, 0)) {
      MemorySegment data = MemorySegment.ofArray(new byte[64]);
      refused(
          () -> full.write(data, 0, 64, 0),
          Reason.NO_SPACE,
          "cannot write to /dev/full: No space left on device",
          "0 of 64 bytes have been written");
      refused(
          () -> full.writeParts(data, new long[] {0, 9}, new long[] {4, 4}, 2, 0),
          Reason.NO_SPACE,
          "0 of 8 bytes have been written");
    }
  }

  @Test
  void aFileThatWouldBeTooLongIsRefused() throws DiskException {
    try (OpenFile file = open("a", NEW)) {
      MemorySegment data = MemorySegment.ofArray(new byte[64]);
      refused(() -> file.write(data, 0, 64, Long.MAX_VALUE - 64), Reason.TOO_LARGE);
      refused(() -> file.size(Long.MAX_VALUE), Reason.TOO_LARGE, "File too large");
    }
  }

  /** Writes more than it may. */
  static final class Limited {
    private Limited() {}

    public static void main(String[] args) throws DiskException {
      try (OpenFile file = Way.valueOf(args[0]).disk().open(args[1], NEW, PERMISSIONS)) {
        file.write(MemorySegment.ofArray(new byte[3 * MIB]), 0, 3 * MIB, 0);
      } catch (DiskException e) {
        System.out.println(e.reason() + " " + e.written() + " " + e.getMessage());
      }
    }
  }

  @Test
  void theLimitOfTheProcessDoesNotKillIt() throws Exception {
    Process limited = way.start(Limited.class, "ulimit -f 2050; ", path("a"));
    String told = new String(limited.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(limited.waitFor()).as(told).isZero();
    long written = Files.size(directory.resolve("a"));
    assertThat(written).isBetween((long) MIB, 3L * MIB - 1);
    assertThat(told)
        .startsWith("TOO_LARGE " + written + " cannot write to " + path("a"))
        .contains("; " + written + " of " + 3 * MIB + " bytes have been written");
  }

  @Test
  void aProgramThatRunsIsInUse() throws Exception {
    Path program = directory.resolve("sleep");
    Files.copy(Path.of("/bin/sleep"), program);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Process running = new ProcessBuilder(program.toString(), "100").start();
    try {
      Path exe = Path.of("/proc", Long.toString(running.pid()), "exe");
      while (!Files.isSameFile(exe, program)) {
        Thread.sleep(1);
      }
      refused(() -> open("sleep", WRITE), Reason.IN_USE, "Text file busy");
    } finally {
      running.destroyForcibly().waitFor();
    }
  }

  /** Root may write what it has no permission for, but not what the kernel only shows. */
  @Test
  void permissionsAreKept() throws IOException {
    disk.open(path("a"), NEW, 0400).close();
    String path = User.id() == 0 ? "/sys/kernel/uevent_seqnum" : path("a");
    assertThatThrownBy(() -> disk.open(path, WRITE, 0).close())
        .isInstanceOfSatisfying(
            DiskException.class, // containers see /sys read-only
            e -> assertThat(e.reason()).isIn(Reason.ACCESS, Reason.READ_ONLY));
  }

  @Test
  void whatAFileWasNotOpenedForIsRefused() throws DiskException {
    MemorySegment data = MemorySegment.ofArray(new byte[64]);
    open("a", NEW).close();
    try (OpenFile reader = open("a", READ);
        OpenFile writer = open("a", WRITE)) {
      refused(() -> reader.write(data, 0, 9, 0), Reason.ACCESS, "it is open for reading");
      refused(() -> reader.size(9), Reason.ACCESS);
      refused(() -> reader.allocate(9), Reason.ACCESS);
      refused(() -> reader.lock(0, 9, false), Reason.ACCESS);
      refused(() -> writer.read(data, 0, 9, 0), Reason.ACCESS, "it is open for writing");
      refused(() -> writer.lock(0, 9, true), Reason.ACCESS);
      reader.sync();
    }
  }

  @Test
  void aClosedFileSaysSo() throws DiskException {
    OpenFile file = open("a", NEW);
    file.close();
    file.close();
    MemorySegment data = MemorySegment.ofArray(new byte[64]);
    refused(() -> file.read(data, 0, 9, 0), Reason.CLOSED, path("a"), "has been closed");
    refused(() -> file.write(data, 0, 9, 0), Reason.CLOSED);
    refused(file::size, Reason.CLOSED);
    refused(file::sync, Reason.CLOSED);
    refused(() -> file.startSync(0, 9), Reason.CLOSED);
    refused(() -> file.lock(0, 9, false), Reason.CLOSED);
  }

  @Test
  void wrongArgumentsAreRefusedBeforeAnythingMoves() throws DiskException {
    for (Set<Option> wrong :
        List.of(
            EnumSet.noneOf(Option.class),
            EnumSet.of(Option.READ, Option.CREATE),
            EnumSet.of(Option.WRITE, Option.EXCLUSIVE))) {
      assertThatThrownBy(() -> open("a", wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(wrong.toString());
    }
    MemorySegment data = MemorySegment.ofArray(new byte[64]);
    try (OpenFile file = open("a", NEW)) {
      List<ThrowingCallable> outside =
          List.of(
              () -> file.read(data, 60, 5, 0),
              () -> file.write(data, -1, 5, 0),
              () -> file.write(data, 0, -1, 0),
              () -> file.write(data, 0, 5, -1),
              () -> file.writeParts(data, new long[] {0, 60}, new long[] {4, 5}, 2, 0),
              () -> file.writeParts(data, new long[1], new long[1], 2, 0),
              () -> file.size(-1),
              () -> file.lock(-1, 5, false));
      for (ThrowingCallable call : outside) {
        assertThatThrownBy(call).isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> file.read(data.asReadOnly(), 0, 5, 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(file.size()).isZero();
    }
  }

  @Test
  void memoryThatIsClosedIsNotTouched() throws DiskException {
    Arena arena = Arena.ofConfined();
    MemorySegment gone = arena.allocate(64);
    arena.close();
    try (OpenFile file = open("a", NEW)) {
      assertThatThrownBy(() -> file.write(gone, 0, 64, 0))
          .isInstanceOf(IllegalStateException.class);
      assertThat(file.size()).isZero();
    }
  }
}
