package org.purempi.hang;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.purempi.os.PrivateFiles;

/** Where the page of a hang is written. */
public final class HangFile {
  /** What a program, or mpiexec, exits with whose ranks hang. */
  public static final int EXIT_CODE = 88;

  private static final String NONE = "none";

  private HangFile() {}

  /**
   * Writes a page.
   *
   * @param wanted the file, {@code none}, or null for one of the working directory that is named
   *     after this process
   * @return a sentence that says where it is, or why it is not; empty if none is wanted
   */
  public static String write(@Nullable String wanted, String page) {
    if (NONE.equals(wanted)) {
      return "";
    }
    String name =
        wanted == null || wanted.isBlank()
            ? "purempi-hang-" + ProcessHandle.current().pid() + ".html"
            : wanted;
    try (OutputStream out = PrivateFiles.output(Path.of(name), false)) {
      out.write(page.getBytes(StandardCharsets.UTF_8));
      return "who waits for whom is drawn in " + name;
    } catch (IOException | InvalidPathException e) {
      return "who waits for whom could not be drawn in " + name + ": " + e.getMessage();
    }
  }
}
