package org.purempi.launch.service;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.daemon.SettingsFile;
import org.purempi.launch.remote.NameServer;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * smpd's arguments.
 *
 * @param action what to do; null: be the daemon
 * @param words what follows the action's name
 * @param hosts whom to ask; empty: the daemon of this host
 * @param options how to do it
 */
public record SmpdLine(
    @Nullable SmpdOption action,
    List<String> words,
    List<String> hosts,
    Map<SmpdOption, String> options) {
  /** MPICH's. */
  public static final int DEFAULT_PORT = 8676;

  /** Reads the arguments of smpd. */
  public static SmpdLine parse(List<String> arguments) throws UsageException {
    SmpdOption action = null;
    List<String> words = List.of();
    var hosts = new ArrayList<String>();
    var options = new EnumMap<SmpdOption, String>(SmpdOption.class);
    for (int at = 0; at < arguments.size(); at++) {
      String written = arguments.get(at);
      if (!written.startsWith("-")) {
        hosts.add(written);
        continue;
      }
      SmpdOption option = SmpdOption.named(written.substring(written.startsWith("--") ? 2 : 1));
      if (option == null) {
        throw new UsageException(
            "unknown option '" + ShellWords.clipped(written) + "'; 'smpd -help' lists them all");
      }
      int next = at + 1 + option.value.count(arguments.subList(at + 1, arguments.size()));
      if (next > arguments.size()) {
        throw new UsageException(written + ": " + option.value.text() + " is missing after it");
      }
      List<String> values = List.copyOf(arguments.subList(at + 1, next));
      option.value.check(written, values);
      at = next - 1;
      if (!option.isAction) {
        options.put(option, values.isEmpty() ? "" : values.getFirst());
      } else if (action == null) {
        action = option;
        words = values;
      } else {
        throw new UsageException(written + ": one thing at a time, -" + action.names.getFirst());
      }
    }
    if (options.containsKey(SmpdOption.NAMES) && options.containsKey(SmpdOption.SMPD1)) {
      throw new UsageException("-nameserver: daemons of MPICH 3.0's kind keep names of a job only");
    }
    if (!hosts.isEmpty() && action == null) {
      throw new UsageException(
          "'" + ShellWords.clipped(hosts.getFirst()) + "' is not an option; see 'smpd -help'");
    }
    return new SmpdLine(action, words, List.copyOf(hosts), options);
  }

  boolean has(SmpdOption option) {
    return options.containsKey(option);
  }

  /** The value of an option, or null. */
  @Nullable String get(SmpdOption option) {
    return options.get(option);
  }

  /** The port of the daemon: what was asked for, else what its file says, for one of jobs. */
  int port(SettingsFile file) throws UsageException {
    String written = options.get(SmpdOption.PORT);
    if (written != null) {
      return Integer.parseInt(written);
    }
    return has(SmpdOption.NAMES) ? NameServer.DEFAULT_PORT : portOf(file);
  }

  /** The port that a file names; smpd's own when it names none. */
  public static int portOf(SettingsFile file) throws UsageException {
    String text = file.get("port");
    if (text == null) {
      return DEFAULT_PORT;
    }
    OptionChecks.port(file.path() + ": port=" + ShellWords.shown(text), text);
    return Integer.parseInt(text);
  }
}
