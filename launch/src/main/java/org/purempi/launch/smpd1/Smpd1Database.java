package org.purempi.launch.smpd1;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The key-value spaces of a job, which its first manager keeps. Used under the manager's lock.
 * Whoever fills it beyond its bounds is refused.
 */
final class Smpd1Database {
  private static final int NAME_BYTES = 16;
  private static final int MOST_SPACES = 1024;
  private static final int MOST_NAME = 256;
  private static final int MOST_VALUE = 8192;
  private static final long MOST_CHARACTERS = 64 << 20;
  private static final String END = "DBS_END";
  private static final String FAIL = "DBS_FAIL";

  private final Map<String, Map<String, String>> spaces = new LinkedHashMap<>();

  /** For everyone who walks through keys, or through spaces, how far. */
  private final Map<String, Integer> walks = new HashMap<>();

  private long characters;

  /** A name that no other space has. */
  static String freshName() {
    var bytes = new byte[NAME_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  /** Makes a space; false when there are too many. */
  boolean create(String name) {
    if (spaces.size() >= MOST_SPACES || name.isEmpty() || name.length() >= MOST_NAME) {
      return false;
    }
    spaces.putIfAbsent(name, new LinkedHashMap<>());
    return true;
  }

  /** Keeps a pair; false when there is no such space or no room. */
  boolean put(String name, String key, String value) {
    Map<String, String> space = spaces.get(name);
    int size = key.length() + value.length();
    boolean fits =
        key.length() < MOST_NAME
            && value.length() < MOST_VALUE
            && characters + size <= MOST_CHARACTERS;
    if (space == null || !fits) {
      return false;
    }
    String before = space.put(key, value);
    characters += before == null ? size : value.length() - before.length();
    return true;
  }

  @Nullable String get(String name, String key) {
    return spaces.getOrDefault(name, Map.of()).get(key);
  }

  private boolean delete(String name, String key) {
    String before = spaces.getOrDefault(name, Map.of()).get(key);
    if (before == null) {
      return false;
    }
    spaces.getOrDefault(name, new HashMap<>()).remove(key);
    characters -= key.length() + before.length();
    return true;
  }

  private boolean destroy(String name) {
    Map<String, String> space = spaces.remove(name);
    if (space == null) {
      return false;
    }
    space.forEach((key, value) -> characters -= key.length() + value.length());
    return true;
  }

  /** Adds what came of a command to the answer that is begun. */
  Smpd1Command serve(Smpd1Command command, Smpd1Command answer) {
    try {
      return switch (command.verb()) {
        case "dbput" ->
            done(answer, put(name(command), command.require("key"), command.require("value")));
        case "dbget" -> {
          String value = get(name(command), command.require("key"));
          yield value == null ? done(answer, false) : done(answer.with("value", value), true);
        }
        case "dbcreate" -> {
          String wanted = command.get("name");
          String name = wanted == null ? freshName() : wanted;
          yield create(name) ? done(answer.with("name", name), true) : done(answer, false);
        }
        case "dbdestroy" -> done(answer, destroy(name(command)));
        case "dbdelete" -> done(answer, delete(name(command), command.require("key")));
        case "dbfirst", "dbnext" -> walkKeys(command, answer);
        case "dbfirstdb", "dbnextdb" -> walkSpaces(command, answer);
        default -> refused(answer);
      };
    } catch (Smpd1Exception e) {
      return refused(answer);
    }
  }

  private static Smpd1Command refused(Smpd1Command answer) {
    return answer.with(Smpd1Command.RESULT, "FAIL - invalid dbs command.");
  }

  private static String name(Smpd1Command command) throws Smpd1Exception {
    return command.require("name");
  }

  private static Smpd1Command done(Smpd1Command answer, boolean well) {
    return answer.with(Smpd1Command.RESULT, well ? Smpd1Command.DBS_SUCCESS : FAIL);
  }

  private Smpd1Command walkKeys(Smpd1Command command, Smpd1Command answer) throws Smpd1Exception {
    Map<String, String> space = spaces.get(name(command));
    if (space == null) {
      return done(answer, false);
    }
    int at = step(command, "keys of " + name(command), command.verb().equals("dbfirst"));
    List<String> keys = new ArrayList<>(space.keySet());
    if (at >= keys.size()) {
      return done(answer.with("key", END), true);
    }
    String key = keys.get(at);
    return done(answer.with("key", key).with("value", space.getOrDefault(key, "")), true);
  }

  private Smpd1Command walkSpaces(Smpd1Command command, Smpd1Command answer) {
    int at = step(command, "spaces", command.verb().equals("dbfirstdb"));
    List<String> names = new ArrayList<>(spaces.keySet());
    return done(answer.with("name", at >= names.size() ? END : names.get(at)), true);
  }

  /** Each process walks by itself; answers where it is now. */
  private int step(Smpd1Command command, String what, boolean first) {
    if (walks.size() > MOST_SPACES) {
      walks.clear();
    }
    String who = command.source() + " " + command.get(Smpd1Command.CONTEXT) + " " + what;
    int at = first ? 0 : walks.getOrDefault(who, -1) + 1;
    walks.put(who, at);
    return at;
  }
}
