package org.purempi.junit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opentest4j.AssertionFailedError;

/** What a rank threw, as it travels to the test: itself, or its text if it cannot be written. */
record SavedFailure(Throwable thrown) {
  static SavedFailure of(Throwable t) {
    return new SavedFailure(canBeWritten(t) ? t : substitute(t));
  }

  private static boolean canBeWritten(Throwable t) {
    try (var out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(t);
      return true;
    } catch (IOException e) {
      return false; // it holds something that is not serialisable
    }
  }

  private static Throwable substitute(Throwable t) {
    var failure = new AssertionFailedError(t.toString());
    failure.setStackTrace(t.getStackTrace());
    return failure;
  }

  /** Writes it beside its place and moves it there: whoever finds it finds it whole. */
  void write(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (var out = new ObjectOutputStream(Files.newOutputStream(part))) {
      out.writeObject(thrown);
    }
    Files.move(part, file);
  }

  /** Reads a file that this class has written, of a folder that only this user can write to. */
  @SuppressWarnings("BanSerializableRead")
  static Throwable read(Path file) throws IOException {
    try (var in = new ObjectInputStream(Files.newInputStream(file))) {
      return (Throwable) in.readObject();
    } catch (ClassNotFoundException e) {
      return new AssertionFailedError("a rank threw what is not known here: " + e.getMessage(), e);
    }
  }
}
