package org.purempi.record;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes one rank's calls down: records into a file that is mapped, names into another. What was
 * written is there even when the process is killed. Any thread.
 */
public final class CallLog implements AutoCloseable {
  /** Records of one mapping. */
  private static final int CHUNK = 1 << 15;

  /** A rank that calls more often is heard up to here. */
  private static final int MOST_CHUNKS = 1 << 7;

  private final Path names;
  private final FileChannel channel;
  private final Arena arena = Arena.ofShared();
  private final AtomicReferenceArray<MemorySegment> chunks =
      new AtomicReferenceArray<>(MOST_CHUNKS);
  private final AtomicLong next = new AtomicLong();

  /**
   * Begins the files of a rank.
   *
   * @param folder exists
   */
  public CallLog(Path folder, int rank) {
    try {
      names = CallLogReader.names(folder, rank);
      channel =
          FileChannel.open(
              CallLogReader.calls(folder, rank), CREATE, TRUNCATE_EXISTING, READ, WRITE);
      Files.write(names, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a call down; its parts are those of {@link CallRecord}. */
  public void add(
      long begin,
      long end,
      long bytes,
      int peer,
      int tag,
      int order,
      int communicator,
      int what,
      int site,
      int thread) {
    long index = next.getAndIncrement();
    int number = (int) (index / CHUNK);
    if (number >= MOST_CHUNKS) {
      return;
    }
    MemorySegment chunk = chunks.getPlain(number);
    if (chunk == null) {
      chunk = chunk(number);
    }
    long at = index % CHUNK * CallRecord.BYTES;
    CallRecord.write(
        chunk, at, begin, end, bytes, peer, tag, order, communicator, what, site, thread);
  }

  private synchronized MemorySegment chunk(int number) {
    MemorySegment there = chunks.get(number);
    if (there != null) {
      return there;
    }
    long bytes = (long) CHUNK * CallRecord.BYTES;
    try {
      MemorySegment made =
          channel.map(FileChannel.MapMode.READ_WRITE, number * bytes, bytes, arena);
      chunks.set(number, made);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes a line of the file of names.
   *
   * @param word what the line is about
   * @param values tabs and ends of lines in them become blanks
   */
  public synchronized void name(String word, Object... values) {
    try {
      Files.writeString(names, line(word, values) + "\n", CREATE, APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A line of a file of names or of a profile: its parts with tabs between them. */
  public static String line(String word, Object... values) {
    return Stream.concat(Stream.of(word), Stream.of(values))
        .map(value -> String.valueOf(value).replaceAll("\\s", " "))
        .collect(Collectors.joining("\t"));
  }

  /** How many calls found no room. */
  public long dropped() {
    return Math.max(0, next.get() - (long) CHUNK * MOST_CHUNKS);
  }

  /** Cuts the file to what was written. Nothing is added any more. */
  @Override
  public void close() {
    long kept = Math.min(next.getAndSet(Long.MAX_VALUE / 2), (long) CHUNK * MOST_CHUNKS);
    arena.close();
    try (channel) {
      channel.truncate(kept * CallRecord.BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
