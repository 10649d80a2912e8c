package org.purempi;

import java.nio.charset.StandardCharsets;

/**
 * Records and text in a file. A record with fixed-size components is one element of {@link
 * Datatype#of(Class)}: the view's etype is that, or bytes. Text is written as UTF-8, for a view of
 * bytes; a status counts bytes.
 */
public interface FileValues extends FileCalls {
  // ---- records

  /** Writes records, one after the other ({@code MPI_File_write_at}). */
  default <R extends Record> Status writeAt(long offset, R[] values) {
    return writeAt(offset, RecordElements.of(values));
  }

  /** Writes records; collective ({@code MPI_File_write_at_all}). */
  default <R extends Record> Status writeAtAll(long offset, R[] values) {
    return writeAtAll(offset, RecordElements.of(values));
  }

  /** Writes records at this rank's pointer ({@code MPI_File_write}). */
  default <R extends Record> Status write(R[] values) {
    return write(RecordElements.of(values));
  }

  /**
   * Reads records ({@code MPI_File_read_at}).
   *
   * @param count at most so many
   * @return as many as there are, whole
   */
  default <R extends Record> R[] readAt(long offset, Class<R> type, int count) {
    Buf room = RecordElements.room(type, count);
    return RecordElements.read(type, room, readAt(offset, room));
  }

  /** Reads records; collective ({@code MPI_File_read_at_all}). */
  default <R extends Record> R[] readAtAll(long offset, Class<R> type, int count) {
    Buf room = RecordElements.room(type, count);
    return RecordElements.read(type, room, readAtAll(offset, room));
  }

  /** Reads records at this rank's pointer ({@code MPI_File_read}). */
  default <R extends Record> R[] read(Class<R> type, int count) {
    Buf room = RecordElements.room(type, count);
    return RecordElements.read(type, room, read(room));
  }

  // ---- text

  private static Buf utf8(String text) {
    return Buf.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes text at this rank's pointer ({@code MPI_File_write}). */
  default Status write(String text) {
    return write(utf8(text));
  }

  /** Writes text at the shared pointer: a log, in any order ({@code MPI_File_write_shared}). */
  default Status writeShared(String text) {
    return writeShared(utf8(text));
  }

  /** Writes text, in the order of ranks; collective ({@code MPI_File_write_ordered}). */
  default Status writeOrdered(String text) {
    return writeOrdered(utf8(text));
  }
}
