package org.purempi.launch.program;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * The files that a job's programs are made of: jars and directories of a class path, or a program
 * named by its path. Purempi itself and Java are not among them: they are installed.
 */
public final class Staging {
  private static final String WILDCARD = "*";

  /**
   * One of them.
   *
   * @param origin where it is here
   * @param digest see {@link StableArchive#digest}
   * @param isProgram whether it is executed
   */
  public record Item(Path origin, String digest, boolean isProgram) {}

  private final List<Item> items = new ArrayList<>();

  private Staging() {}

  /**
   * What these programs need.
   *
   * @param apps the programs as the user named them
   * @param commands how each is executed
   * @param library the class path of purempi
   */
  public static Staging of(List<AppContext> apps, List<Command> commands, String library)
      throws UsageException {
    var staging = new Staging();
    Set<String> installed = new TreeSet<>(ShellWords.parts(library, File.pathSeparator));
    var files = new LinkedHashMap<Path, Boolean>();
    for (int i = 0; i < commands.size(); i++) {
      Command command = commands.get(i);
      int at = classPathAt(command);
      if (at > 0 && !runsFromElsewhere(command, at)) {
        for (String part : ShellWords.classPath(command.words().get(at))) {
          if (!installed.contains(part)) {
            expanded(command, part).forEach(file -> files.putIfAbsent(file, false));
          }
        }
      } else if (isJava(command)) {
        throw new UsageException(
            "-stage sends class paths and jars; java "
                + String.join(" ", apps.get(i).arguments())
                + " names neither: write -cp PATH CLASS or -jar FILE");
      } else if (apps.get(i).program().indexOf('/') >= 0) {
        files.put(Path.of(command.words().getFirst()), true);
      }
    }
    try {
      for (var file : files.entrySet()) {
        staging.items.add(
            new Item(file.getKey(), StableArchive.digest(file.getKey()), file.getValue()));
      }
    } catch (IOException e) {
      throw new UsageException("-stage: cannot read " + e.getMessage(), e);
    }
    return staging;
  }

  /** What is sent to hosts that lack it. */
  public List<Item> items() {
    return items;
  }

  private static boolean isJava(Command command) {
    return Path.of(command.words().getFirst()).endsWith("java");
  }

  /** Where the class path or the jar of a Java program stands among its words, or -1. */
  private static int classPathAt(Command command) {
    List<String> words = command.words();
    if (!isJava(command)) {
      return -1;
    }
    for (int at = 1; at + 1 < words.size(); at++) {
      if (words.get(at).equals("-cp") || words.get(at).equals("-jar")) {
        return at + 1;
      }
    }
    return -1;
  }

  /** Whether java runs a module or a source file, which are not on the class path. */
  private static boolean runsFromElsewhere(Command command, int classPathAt) {
    List<String> words = command.words();
    boolean isPath = words.get(classPathAt - 1).equals("-cp");
    String program = classPathAt + 1 < words.size() ? words.get(classPathAt + 1) : "";
    return isPath
        && (program.equals("-m") || program.startsWith("--module") || program.endsWith(".java"));
  }

  /** The files that an element of a class path stands for, those that are there. */
  private static List<Path> expanded(Command command, String part) {
    try {
      if (!part.endsWith(WILDCARD)) {
        Path place = command.directory().resolve(part);
        return Files.exists(place) ? List.of(place) : List.of();
      }
      Path folder = command.directory().resolve(part.substring(0, part.length() - 1));
      try (var files = Files.list(folder)) {
        return files
            .filter(file -> file.toString().toLowerCase(java.util.Locale.ROOT).endsWith(".jar"))
            .sorted()
            .toList();
      }
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      return List.of(); // java passes over it too
    }
  }

  /**
   * A command with files of another host in the place of ours.
   *
   * @param there where each item is on that host
   */
  public static Command moved(Command command, Map<Path, String> there) {
    var words = new ArrayList<>(command.words());
    int at = classPathAt(command);
    if (at < 0) {
      words.set(0, there.getOrDefault(Path.of(words.getFirst()), words.getFirst()));
    } else {
      var parts = new ArrayList<String>();
      for (String part : ShellWords.classPath(words.get(at))) {
        parts.addAll(moved(command, part, there));
      }
      words.set(at, String.join(File.pathSeparator, parts));
    }
    return new Command(words, command.directory(), command.environment());
  }

  private static List<String> moved(Command command, String part, Map<Path, String> there) {
    var moved = new ArrayList<String>();
    for (Path file : expanded(command, part)) {
      @Nullable String place = there.get(file);
      if (place != null) {
        moved.add(place);
      }
    }
    return moved.isEmpty() ? List.of(part) : moved;
  }
}
