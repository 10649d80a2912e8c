package org.purempi.launch.smpd1;

import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the daemon answers to {@code smpd -status}, {@code -shutdown}, {@code -get}, {@code -set}
 * and a console: one session. Settings are shared by all sessions and last as long as the daemon.
 * The passphrase is none of them.
 */
final class Smpd1Console {
  private static final int MOST_SETTINGS = 256;
  private static final int MOST_NAME = 256;
  private static final int MOST_VALUE = 8192;

  /** Keys that the original keeps beside its settings and tells everyone who is let in. */
  private static final Set<String> SECRETS = Set.of("phrase", "smpdpassword", "passwd", "pwd");

  private final String host;
  private final Map<String, String> settings;
  private final IntSupplier sessions;
  private Smpd1State state = Smpd1State.CONSOLE;
  private boolean shutsDown;
  private int nextTag;

  /**
   * @param sessions how many sessions are open, this one among them
   */
  Smpd1Console(String host, Map<String, String> settings, IntSupplier sessions) {
    this.host = host;
    this.settings = settings;
    this.sessions = sessions;
  }

  Smpd1State state() {
    return state;
  }

  /** Whether the daemon is to end after this session. */
  boolean shutsDown() {
    return shutsDown;
  }

  /** The answer to a command, if it has one. */
  @Nullable Smpd1Command answer(Smpd1Command command) throws Smpd1Exception {
    state = state.after(Smpd1State.step(command.verb()));
    return switch (command.verb()) {
      case "done", "closed", "print", "result" -> null;
      case "shutdown", "restart" -> {
        shutsDown = command.verb().equals("shutdown");
        yield back(command, "down");
      }
      case "close" -> back(command, "closed");
      case "status" -> result(command, host);
      case "stat" -> result(command, stat(command.get("param")));
      case "get" -> get(command);
      case "set", "delete" -> result(command, change(command) ? Smpd1Command.SUCCESS : "FAIL");
      case "exit_on_done" -> result(command, Smpd1Command.SUCCESS);
      case "connect" ->
          result(command, "FAIL - root smpd is not allowed to connect to other smpds.");
      // 'validate' too: there are no Windows accounts here
      default -> begin(command).refusing(command.verb());
    };
  }

  /** A command to the sender of one. */
  private Smpd1Command back(Smpd1Command command, String verb) {
    return Smpd1Command.of(
        verb, /* source= */ command.destination(), /* destination= */ command.source(), nextTag++);
  }

  private Smpd1Command begin(Smpd1Command command) {
    return command.answer(nextTag++).with("cmd_orig", command.verb());
  }

  private Smpd1Command result(Smpd1Command command, String result) {
    return begin(command).with(Smpd1Command.RESULT, result);
  }

  private String stat(@Nullable String what) {
    return switch (what == null ? "" : what) {
      case "context" -> sessions.getAsInt() + " sessions";
      case "process" -> "none";
      default -> "unknown";
    };
  }

  private static boolean isSecret(String key) {
    return SECRETS.contains(key.toLowerCase(java.util.Locale.ROOT));
  }

  private Smpd1Command get(Smpd1Command command) {
    String key = command.get("key");
    String value;
    synchronized (settings) {
      value = key == null || isSecret(key) ? null : settings.get(key);
    }
    return value == null
        ? result(command, "FAIL")
        : begin(command).with("value", value).with(Smpd1Command.RESULT, Smpd1Command.SUCCESS);
  }

  private boolean change(Smpd1Command command) {
    String key = command.get("key");
    String value = command.get("value");
    if (key == null || key.isEmpty() || key.length() >= MOST_NAME || isSecret(key)) {
      return false;
    }
    synchronized (settings) {
      if (command.verb().equals("delete")) {
        return settings.remove(key) != null;
      }
      boolean room = settings.containsKey(key) || settings.size() < MOST_SETTINGS;
      if (value == null || value.length() >= MOST_VALUE || !room) {
        return false;
      }
      settings.put(key, value);
      return true;
    }
  }
}
