package org.purempi.record;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads what a {@link CallLog} has written, also of a process that was killed.
 *
 * <p>The lines of names, whose parts are separated by tabs:
 *
 * <pre>
 *   rank    number  size of the world
 *   host    name    number: hosts with the same number share a clock
 *   start   nanoTime  milliseconds since 1970        the same moment
 *   clock   nanoTime  nanoseconds to add for rank 0's clock   (measured at that moment)
 *   what    number  family  name                     of a call
 *   comm    number  context  name  ranks             in the world: 0-3,7
 *   site    number  file:line  class.method
 *   thread  number  name
 *   end     nanoTime  calls that found no room       has ended MPI
 * </pre>
 */
public final class CallLogReader implements AutoCloseable {
  private static final String CALLS = ".calls";
  private static final String NAMES = ".names";

  private final Arena arena = Arena.ofShared();
  private final MemorySegment records;
  private final List<List<String>> lines;
  private final long count;

  /**
   * Opens the files of a rank.
   *
   * @throws NoSuchFileException if there are none
   */
  public CallLogReader(Path folder, int rank) throws IOException {
    try (FileChannel channel = FileChannel.open(calls(folder, rank));
        Stream<String> names = Files.lines(names(folder, rank))) {
      records = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      lines = names.map(line -> Arrays.asList(line.split("\t", -1))).toList();
    }
    count = count(records);
  }

  /** The records that are there; behind the last one a killed process has left zeros. */
  private static long count(MemorySegment records) {
    long n = records.byteSize() / CallRecord.BYTES;
    while (n > 0 && CallRecord.read(records, (n - 1) * CallRecord.BYTES).begin() == 0) {
      n--;
    }
    return n;
  }

  /** The file of a rank's records. */
  public static Path calls(Path folder, int rank) {
    return folder.resolve("rank-" + rank + CALLS);
  }

  /** The file of a rank's names. */
  public static Path names(Path folder, int rank) {
    return folder.resolve("rank-" + rank + NAMES);
  }

  /** The ranks that have left files in a folder, in their order. */
  public static int[] ranks(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("rank-\\d{1,9}\\" + CALLS))
          .mapToInt(name -> Integer.parseInt(name.substring(5, name.length() - CALLS.length())))
          .sorted()
          .toArray();
    }
  }

  /** The lines of names, each with its parts. */
  public List<List<String>> lines() {
    return lines;
  }

  /** How many records there are. */
  public long count() {
    return count;
  }

  /**
   * A record, in the order in which calls have returned.
   *
   * @return one whose begin is 0 if the process was killed while it wrote it
   */
  public CallRecord get(long index) {
    return CallRecord.read(records, index * CallRecord.BYTES);
  }

  @Override
  public void close() {
    arena.close();
  }
}
