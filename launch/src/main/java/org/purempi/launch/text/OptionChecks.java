package org.purempi.launch.text;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** What values of options must be, where no other class reads them. */
public final class OptionChecks {
  /** The values of an option that sets a variable. */
  public static final String PAIR = "NAME VALUE";

  /** More than this is taken for a slip of the keyboard. */
  public static final int MAX_PROCESSES = 100_000;

  private static final int LARGEST_PORT = 65_535;
  private static final String NUMBER = "[0-9]{1,18}";

  /** An interface has at most 15 characters, and perhaps a zone or an alias. */
  private static final String NETWORK =
      "[A-Za-z0-9_.][A-Za-z0-9_.:@%-]{0,45}|[0-9a-fA-F:.]{2,45}(/[0-9]{1,3})?";

  private OptionChecks() {}

  /** Refuses an empty word. */
  public static void notEmpty(String where, String word) throws UsageException {
    if (word.isBlank()) {
      throw new UsageException(where + ": the value is empty");
    }
  }

  /** A number of decimal digits; answers it. */
  public static long number(String where, String word, long least, long most, String what)
      throws UsageException {
    if (word.matches(NUMBER)) {
      long number = Long.parseLong(word);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw new UsageException("%s: write %s, %d to %d".formatted(where, what, least, most));
  }

  /** A number of seconds, 1 at least, or {@code off}. */
  public static void secondsOrOff(String where, String word) throws UsageException {
    if (!word.equals("off")) {
      long unused = number(where, word, 1, Integer.MAX_VALUE, "off, or a number of seconds");
    }
  }

  /**
   * A number of processes that a user has written; answers it.
   *
   * @param where the option and its value, the beginning of an error
   */
  public static int processes(String where, String text) throws UsageException {
    if (!text.matches("-?[0-9]{1,18}")) {
      throw new UsageException(where + ": not a number of processes; write for example -n 4");
    }
    long count = Long.parseLong(text);
    if (count < 1) {
      throw new UsageException(where + ": at least one process is needed");
    }
    if (count > MAX_PROCESSES) {
      throw new UsageException(
          where + ": at most %d processes can be started".formatted(MAX_PROCESSES));
    }
    return (int) count;
  }

  /** Refuses what is not a port, 1 to 65535. */
  public static void port(String where, String word) throws UsageException {
    number(where, word, 1, LARGEST_PORT, "a port");
  }

  /** {@code LOW:HIGH}. */
  public static void portRange(String where, String word) throws UsageException {
    String range = word.replace('-', ':');
    if (range.matches("[1-9][0-9]{0,4}:[1-9][0-9]{0,4}")) {
      int colon = range.indexOf(':');
      int low = Integer.parseInt(range.substring(0, colon));
      int high = Integer.parseInt(range.substring(colon + 1));
      if (low <= high && high <= LARGEST_PORT) {
        return;
      }
    }
    throw new UsageException(where + ": write LOW:HIGH, as 50000:50100");
  }

  /** An interface, an address or a subnet, which another host may have and this one not. */
  public static void network(String where, String word) throws UsageException {
    if (!word.matches(NETWORK)) {
      throw new UsageException(
          where + ": write an interface, an address, or a subnet as 10.1.0.0/16");
    }
  }

  /** The name of a variable and its value, in two words or in one with '='. */
  public static void variable(String where, List<String> words) throws UsageException {
    String first = words.getFirst();
    String name = words.size() > 1 ? first : first.substring(0, first.indexOf('='));
    variableName(where, name);
  }

  /** {@code NAME} or {@code NAME=VALUE}. */
  public static void export(String where, String word) throws UsageException {
    int equals = word.indexOf('=');
    variableName(where, equals < 0 ? word : word.substring(0, equals));
  }

  private static void variableName(String where, String name) throws UsageException {
    if (name.isBlank() || name.indexOf('=') >= 0) {
      throw new UsageException(
          "%s: %s cannot name a variable".formatted(where, ShellWords.shown(name)));
    }
  }

  /** Names of variables, without values. */
  public static void variables(String where, String list) throws UsageException {
    List<String> names = ShellWords.parts(list, ",");
    for (String name : names) {
      if (name.isBlank() || name.indexOf('=') >= 0) {
        throw new UsageException(
            "%s: %s is not a name of a variable; -env sets one"
                .formatted(where, ShellWords.shown(name)));
      }
    }
    if (names.isEmpty()) {
      throw new UsageException(where + ": names no variable; -envnone passes none");
    }
  }

  /** A path, as written behind an option; answers it. */
  public static Path path(String where, String name) throws UsageException {
    notEmpty(where, name);
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UsageException(where + ": not a path", e);
    }
  }

  /** A directory that is there; answers its path. */
  public static Path folder(String where, String name) throws UsageException {
    Path folder = path(where, name).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new UsageException(where + ": there is no such directory");
    }
    return folder;
  }

  /** A directory that is there or can be made. */
  public static void newFolder(String where, String name) throws UsageException {
    Path folder = path(where, name);
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new UsageException(where + ": exists and is not a directory");
    }
  }

  /** A file that is there or can be made. */
  public static void newFile(String where, String name) throws UsageException {
    if (Files.isDirectory(path(where, name))) {
      throw new UsageException(where + ": is a directory; name a file");
    }
  }

  /** A file that is there or can be made, which is read, too: no device. */
  public static void settingsFile(String where, String name) throws UsageException {
    newFile(where, name);
    if (Files.exists(Path.of(name)) && !Files.isRegularFile(Path.of(name))) {
      throw new UsageException(where + ": is a device, pipe or socket; name a file");
    }
  }

  /** A file that can be run. */
  public static void script(String where, String name) throws UsageException {
    Path file = path(where, name);
    if (Files.isDirectory(file) || !Files.isExecutable(file)) {
      throw new UsageException(where + ": is not a program; name a file that can be run");
    }
  }

  /** Directories, separated by ':' or ';'. */
  public static void folders(String where, String list) throws UsageException {
    notEmpty(where, list);
    for (String one : ShellWords.parts(list.replace(';', ':'), ":")) {
      path(where, one);
    }
  }

  /** A class path, of which every part must be a path; it may be empty. */
  public static void classPath(String where, String list) throws UsageException {
    for (String part : ShellWords.classPath(list)) {
      if (!part.isEmpty()) {
        path(where, part);
      }
    }
  }

  /** A command with its words. */
  public static void command(String where, String line) throws UsageException {
    if (ShellWords.split(where, line).isEmpty()) {
      throw new UsageException(where + ": names no command");
    }
  }

  /** A rank, {@code all} or {@code none}; whether the job has the rank is seen later. */
  public static void reader(String where, String word) throws UsageException {
    if (!word.equals("all") && !word.equals("none")) {
      int largest = MAX_PROCESSES - 1;
      try {
        number(where, word, 0, largest, "a rank");
      } catch (UsageException e) {
        throw new UsageException(where + ": write a rank, 'all' or 'none'", e);
      }
    }
  }

  /** How many ranks a host takes, or Intel MPI's word for its slots. */
  public static void perHost(String where, String word) throws UsageException {
    if (!word.matches("all|allcores")) {
      number(where, word, 1, MAX_PROCESSES, "a number of ranks on a host");
    }
  }

  /** Names of mistakes, as {@code LOCAL:REQUEST:*}, separated by commas. */
  public static void mistakes(String where, String list) throws UsageException {
    if (!list.matches("[A-Za-z:_*]+(, *[A-Za-z:_*]+)*")) {
      throw new UsageException(where + ": write names such as LOCAL:REQUEST:*, separated by ','");
    }
  }

  /** Kinds of memory as the Standard writes them (section 11.4.3), separated by commas. */
  public static void memoryKinds(String where, String list) throws UsageException {
    if (!list.matches("[a-z_]+(:[a-z_]+)*(,[a-z_]+(:[a-z_]+)*)*")) {
      throw new UsageException(where + ": write kinds of memory, such as mpi,system,cuda:device");
    }
  }
}
