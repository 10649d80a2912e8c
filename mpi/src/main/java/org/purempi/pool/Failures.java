package org.purempi.pool;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;

/** What tasks throw, as bytes: the exception itself, and as text in case it cannot be read. */
final class Failures {
  private static final byte[] NONE = {};

  /** Exceptions of input and output: plain data, and common. */
  private static final Set<Class<?>> ADMITTED =
      Set.of(
          IOException.class,
          UncheckedIOException.class,
          EOFException.class,
          FileNotFoundException.class,
          FileSystemException.class,
          NoSuchFileException.class,
          FileAlreadyExistsException.class,
          AccessDeniedException.class);

  private Failures() {}

  static void write(Throwable thrown, Packet out, Mpi mpi) {
    out.put(thrown.toString()).put(stack(thrown)).put(encoded(thrown, mpi));
  }

  private static byte[] encoded(Throwable thrown, Mpi mpi) {
    try {
      return mpi.encodeObject(thrown);
    } catch (MpiArgumentException e) {
      return NONE; // the text is sent all the same
    }
  }

  private static String stack(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString().strip();
  }

  /**
   * Reads one.
   *
   * @param what the task, in words
   */
  static TaskException read(ByteBuffer in, int rank, long index, String what, Mpi mpi) {
    String summary = Packet.text(in);
    String stack = Packet.text(in);
    byte[] encoded = Packet.bytes(in);
    String message = what + " has failed on rank " + rank + ": " + summary;
    if (encoded.length == 0) {
      String why = "\n(the exception cannot be serialised; this was its stack trace)\n";
      return new TaskException(rank, index, message + why + stack, null);
    }
    try {
      return new TaskException(
          rank, index, message, mpi.decodeObject(encoded, Throwable.class, ADMITTED));
    } catch (MpiException e) {
      String why = "\n(" + e.getMessage() + "; this was its stack trace)\n";
      return new TaskException(rank, index, message + why + stack, null);
    }
  }
}
