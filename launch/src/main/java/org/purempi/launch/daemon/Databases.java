package org.purempi.launch.daemon;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.smpd.SmpdException;

/**
 * Key-value spaces that callers make at the daemon's console; a space goes with the conversation
 * that made it. Used by one thread.
 */
final class Databases {
  private static final int MOST_SPACES = 256;
  private static final int MOST_CHARACTERS = 1 << 20;
  private static final int NAME_BYTES = 16;

  /** One space, and how far its reader has come. */
  private static final class Space {
    final Object owner;
    final Map<String, String> pairs = new LinkedHashMap<>();
    List<String> unread = List.of();
    int characters;

    Space(Object owner) {
      this.owner = owner;
    }
  }

  private final Map<String, Space> spaces = new LinkedHashMap<>();
  private List<String> unread = List.of();

  /** Makes a space of that name, or of one that nobody can guess. */
  String create(@Nullable String name, Object owner) throws SmpdException {
    if (spaces.size() >= MOST_SPACES) {
      throw new SmpdException("there are " + MOST_SPACES + " key-value spaces already");
    }
    byte[] random = new byte[NAME_BYTES];
    new SecureRandom().nextBytes(random);
    String its = name == null ? HexFormat.of().withUpperCase().formatHex(random) : name;
    if (spaces.putIfAbsent(its, new Space(owner)) != null) {
      throw new SmpdException("there is a key-value space '" + its + "' already");
    }
    return its;
  }

  private Space space(String name) throws SmpdException {
    Space space = spaces.get(name);
    if (space == null) {
      throw new SmpdException("there is no key-value space '" + name + "'");
    }
    return space;
  }

  void destroy(String name) throws SmpdException {
    var unused = space(name);
    spaces.remove(name);
  }

  /** Everything that a conversation has made goes with it. */
  void forget(Object owner) {
    spaces.values().removeIf(space -> space.owner == owner);
  }

  void put(String name, String key, String value) throws SmpdException {
    Space space = space(name);
    String old = space.pairs.getOrDefault(key, "");
    int more = space.characters + key.length() + value.length() - old.length();
    if (more > MOST_CHARACTERS) {
      throw new SmpdException("the key-value space holds " + MOST_CHARACTERS + " characters");
    }
    space.characters = more;
    space.pairs.put(key, value);
  }

  String get(String name, String key) throws SmpdException {
    String value = space(name).pairs.get(key);
    if (value == null) {
      throw new SmpdException("there is no key '" + key + "'");
    }
    return value;
  }

  void delete(String name, String key) throws SmpdException {
    Space space = space(name);
    String old = space.pairs.remove(key);
    if (old == null) {
      throw new SmpdException("there is no key '" + key + "'");
    }
    space.characters -= old.length();
  }

  /** The first key of a space, or the next one; null behind the last. */
  @Nullable String key(String name, boolean first) throws SmpdException {
    Space space = space(name);
    if (first) {
      space.unread = new ArrayList<>(space.pairs.keySet());
    }
    return take(space.unread);
  }

  /** The first space, or the next one; null behind the last. */
  @Nullable String name(boolean first) {
    if (first) {
      unread = new ArrayList<>(spaces.keySet());
    }
    return take(unread);
  }

  private static @Nullable String take(List<String> rest) {
    return rest.isEmpty() ? null : rest.removeFirst();
  }
}
