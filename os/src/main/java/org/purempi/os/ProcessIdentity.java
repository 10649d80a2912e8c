package org.purempi.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A process, told apart from those that had its number before, or will have it. Linux only, by
 * {@code /proc}.
 *
 * @param number its number
 * @param start when it was started, in ticks since the system's start
 * @param space within which numbers are unique: containers may have some of their own
 */
public record ProcessIdentity(long number, long start, long space) {
  private static final Path PROC = Path.of("/proc");
  private static final Path SPACE = PROC.resolve("self/ns/pid");

  /** Fields of a line of {@code stat} behind the name, which may hold anything. */
  private static final int STATE = 0;

  private static final int START = 19;

  /** This process; null where that is not known. */
  public static @Nullable ProcessIdentity own() {
    try {
      String stat = stat("self");
      long number = Long.parseLong(stat.substring(0, stat.indexOf(' ')));
      return new ProcessIdentity(number, Long.parseLong(fields(stat)[START]), ownSpace());
    } catch (IOException | RuntimeException unknown) {
      return null;
    }
  }

  /** Whether it has ended; false as well if that cannot be told from here. */
  public boolean hasEnded() {
    try {
      if (space != ownSpace()) {
        return false;
      }
      String[] fields = fields(stat(Long.toString(number)));
      boolean isItself = Long.parseLong(fields[START]) == start;
      // Z: it has ended, and its parent has not asked how. X: the same, a moment later.
      return !isItself || fields[STATE].equals("Z") || fields[STATE].equals("X");
    } catch (NoSuchFileException gone) {
      return true;
    } catch (IOException | RuntimeException unknown) {
      return false;
    }
  }

  private static String stat(String process) throws IOException {
    return Files.readString(PROC.resolve(process).resolve("stat"));
  }

  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
  }

  /** The number in {@code pid:[4026531836]}. */
  private static long ownSpace() throws IOException {
    String link = Files.readSymbolicLink(SPACE).toString();
    return Long.parseLong(link.substring(link.indexOf('[') + 1, link.indexOf(']')));
  }
}
