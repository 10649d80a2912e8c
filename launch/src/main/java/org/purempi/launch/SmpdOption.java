package org.purempi.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every option of smpd; each name is understood with one dash or two. */
enum SmpdOption {
  /** The manager of one job, over its standard streams. */
  MANAGER(true, "", "serve one job over the standard streams; mpiexec starts it so", "manager"),
  STATUS(true, "", "say what the daemon does, here or on HOST …", "status"),
  SHUTDOWN(true, "", "end the daemon; its jobs run to their end", "shutdown"),
  RESTART(true, "", "let the daemon read its file again and listen anew", "restart"),
  VALIDATE(true, "", "ask whether the passphrase is right", "validate"),
  CONSOLE(true, "", "send the commands of standard input, one a line", "console"),
  GET(true, "KEY", "print a setting of the daemon", "get"),
  SET(true, "KEY VALUE", "change a setting of the daemon, and in its file", "set"),
  DELETE(true, "KEY", "delete a setting of the daemon, and in its file", "delete"),
  PRINT(true, "", "print all settings of the daemon", "print", "query"),
  BACKGROUND(false, "", "go on in the background once it listens", "s", "background"),
  DEBUG(false, "", "say what happens on standard error", "d", "debug", "verbose", "v"),
  PORT(false, "N", "port of the daemon (default 8676)", "port", "p"),
  ANY_PORT(false, "", "take a free port and print it", "anyport"),
  PHRASE(false, "WORDS", "passphrase; every user of the host can see it here", "phrase"),
  FILE(false, "FILE", "file of passphrase and settings, mode 0600 (default ~/.smpd)", "smpdfile"),
  ASK(false, "", "ask for the passphrase even if the file has one", "getphrase"),
  NO_PROMPT(false, "", "never ask for the passphrase", "noprompt"),
  INTERFACE(
      false, "NAME", "listen there, too: interface, address, subnet or 'all'", "iface", "listen"),
  HOSTS(false, "LIST", "listen where these hosts are, and to them alone", "hosts"),
  SET_HOSTS(false, "LIST", "the same, and keep it in the file", "sethosts"),
  LOG_FILE(false, "FILE", "where -s writes what it says (default: nowhere)", "logfile"),
  SMPD1(false, "", "be, or ask, a daemon of MPICH 3.0's kind: MD5, no encryption", "smpd1-compat"),
  DETACHED(false, "", "let go of the standard streams once it listens; -s does it", "detached"),
  AT(false, "SOCKET", "where a manager finds the daemon that starts it", "at"),
  CALL(false, "", "a manager that calls back whom its standard input names", "call"),
  VERSION(true, "", "print the version and end", "version", "V"),
  HELP(true, "", "print this and end", "help", "h", "help2");

  private static final Map<String, SmpdOption> BY_NAME = new HashMap<>();

  static {
    for (SmpdOption option : values()) {
      option.names.forEach(name -> BY_NAME.put(name, option));
    }
  }

  /** Whether it says what to do, rather than how. */
  final boolean isAction;

  final String values;
  final String help;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  final List<String> names;

  SmpdOption(boolean isAction, String values, String help, String... names) {
    this.isAction = isAction;
    this.values = values;
    this.help = help;
    this.names = List.of(names);
  }

  /** The option of that name, given without its dashes. */
  static @Nullable SmpdOption named(String name) {
    return BY_NAME.get(name);
  }

  /** How many words follow it. */
  int valueCount() {
    return values.isEmpty() ? 0 : values.split(" ", -1).length;
  }
}
