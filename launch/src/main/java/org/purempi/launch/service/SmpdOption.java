package org.purempi.launch.service;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.HostWords;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.UsageException;

/** Every option of smpd; each name is understood with one dash or two. */
public enum SmpdOption {
  /** The manager of one job, over its standard streams. */
  MANAGER(
      true,
      OptionValue.NONE,
      "serve one job over the standard streams; mpiexec starts it so",
      "manager"),
  STATUS(true, OptionValue.NONE, "say what the daemon does, here or on HOST …", "status"),
  SHUTDOWN(true, OptionValue.NONE, "end the daemon; its jobs run to their end", "shutdown"),
  RESTART(true, OptionValue.NONE, "let the daemon read its file again and listen anew", "restart"),
  VALIDATE(true, OptionValue.NONE, "ask whether the passphrase is right", "validate"),
  CONSOLE(true, OptionValue.NONE, "send the commands of standard input, one a line", "console"),
  GET(true, OptionValue.one("KEY", SmpdOption::key), "print a setting of the daemon", "get"),
  SET(
      true,
      new OptionValue("KEY VALUE", SmpdOption::pair),
      "change a setting of the daemon, and in its file",
      "set"),
  DELETE(
      true,
      OptionValue.one("KEY", SmpdOption::key),
      "delete a setting of the daemon, and in its file",
      "delete"),
  PRINT(true, OptionValue.NONE, "print all settings of the daemon", "print", "query"),
  BACKGROUND(false, OptionValue.NONE, "go on in the background once it listens", "s", "background"),
  DEBUG(
      false, OptionValue.NONE, "say what happens on standard error", "d", "debug", "verbose", "v"),
  PORT(
      false,
      OptionValue.one("N", OptionChecks::port),
      "port of the daemon (default 8676)",
      "port",
      "p"),
  ANY_PORT(false, OptionValue.NONE, "take a free port and print it", "anyport"),
  PHRASE(
      false,
      OptionValue.any("WORDS"),
      "passphrase; every user of the host can see it here",
      "phrase"),
  FILE(
      false,
      OptionValue.one("FILE", OptionChecks::settingsFile),
      "file of passphrase and settings, mode 0600 (default ~/.smpd)",
      "smpdfile"),
  ASK(false, OptionValue.NONE, "ask for the passphrase even if the file has one", "getphrase"),
  NO_PROMPT(false, OptionValue.NONE, "never ask for the passphrase", "noprompt"),
  INTERFACE(
      false,
      OptionValue.one("NAME", OptionChecks::network),
      "listen there, too: interface, address, subnet or 'all'",
      "iface",
      "listen"),
  HOSTS(
      false,
      OptionValue.ofHosts("LIST", HostWords::parse),
      "listen where these hosts are, and to them alone",
      "hosts"),
  SET_HOSTS(
      false,
      OptionValue.ofHosts("LIST", HostWords::parse),
      "the same, and keep it in the file",
      "sethosts"),
  LOG_FILE(
      false,
      OptionValue.one("FILE", OptionChecks::newFile),
      "where -s writes what it says (default: nowhere)",
      "logfile"),
  SMPD1(
      false,
      OptionValue.NONE,
      "be, or ask, a daemon of MPICH 3.0's kind: MD5, no encryption",
      "smpd1-compat"),
  NAMES(
      false,
      OptionValue.NONE,
      "keep names of jobs, and start none; 'purempi nameserver' calls it so (port 6392)",
      "nameserver"),
  DETACHED(
      false,
      OptionValue.NONE,
      "detach from the standard streams once it listens; -s does this",
      "detached"),
  AT(
      false,
      OptionValue.one("SOCKET", OptionChecks::path),
      "where a manager finds the daemon that starts it",
      "at"),
  CALL(false, OptionValue.NONE, "a manager that calls back whom its standard input names", "call"),
  VERSION(true, OptionValue.NONE, "print the version and end", "version", "V"),
  HELP(true, OptionValue.NONE, "print this and end", "help", "h", "help2");

  private static final Map<String, SmpdOption> BY_NAME = new HashMap<>();

  static {
    for (SmpdOption option : values()) {
      option.names.forEach(name -> BY_NAME.put(name, option));
    }
  }

  /** Whether it says what to do, rather than how. */
  final boolean isAction;

  /** What it takes. */
  @SuppressWarnings("ImmutableEnumChecker") // its check holds nothing
  public final OptionValue value;

  final String help;

  /** How it is written, without dashes; the first is the one that pages use. */
  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  public final List<String> names;

  SmpdOption(boolean isAction, OptionValue value, String help, String... names) {
    this.isAction = isAction;
    this.value = value;
    this.help = help;
    this.names = List.of(names);
  }

  /** The option of that name, given without its dashes. */
  static @Nullable SmpdOption named(String name) {
    return BY_NAME.get(name);
  }

  private static void key(String where, String word) throws UsageException {
    if (!word.matches("[A-Za-z0-9_.-]{1,64}")) {
      throw new UsageException(where + ": a key has 1 to 64 letters, digits, '_', '.', '-'");
    }
  }

  private static void pair(String where, List<String> words) throws UsageException {
    key(where, words.getFirst());
    if (words.getLast().chars().anyMatch(Character::isISOControl)) {
      throw new UsageException(where + ": a value is one line");
    }
  }
}
