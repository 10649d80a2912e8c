package org.purempi.pmi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pairs of one job, as far as they are known here; used by the server's thread only. */
final class KeyValueSpace {
  private final String name;
  private final Map<String, String> pairs = new HashMap<>();

  /** The keys in the order in which they came, for those who ask by number. */
  private final List<String> keys = new ArrayList<>();

  private Map<String, String> fresh = new LinkedHashMap<>();

  KeyValueSpace(PmiJob job) {
    this.name = job.kvsName();
    int bytes = job.processMapping().length();
    if (bytes > 0 && bytes < PmiLimits.OURS.valueBytes()) {
      add(PmiClient.MAPPING, job.processMapping());
    }
    add(job.preput());
  }

  /** Null when the pair was taken, else why not. */
  @Nullable String put(PmiLine line) throws PmiException {
    if (!name.equals(line.require("kvsname"))) {
      return "no_such_key_value_space";
    }
    String key = line.require("key");
    String value = line.require("value");
    if (key.length() >= PmiLimits.OURS.keyBytes()) {
      return "key_too_long";
    }
    if (value.length() >= PmiLimits.OURS.valueBytes()) {
      return "value_too_long";
    }
    add(key, value);
    fresh.put(key, value);
    return null;
  }

  private void add(String key, String value) {
    if (pairs.put(key, value) == null) {
      keys.add(key);
    }
  }

  /** Adds what others have put. */
  void add(Map<String, String> others) {
    others.forEach(this::add);
  }

  /** What has been put here since the last call. */
  Map<String, String> takeFresh() {
    Map<String, String> taken = fresh;
    fresh = new LinkedHashMap<>();
    return taken;
  }

  /** The key of that number, or null behind the last one. */
  @Nullable String key(PmiLine line) throws PmiException {
    int index = line.requireInt("idx");
    boolean there = name.equals(line.require("kvsname")) && index >= 0 && index < keys.size();
    return there ? keys.get(index) : null;
  }

  /** The value of a key that {@link #key} answered. */
  String value(String key) {
    return pairs.getOrDefault(key, "");
  }

  @Nullable String get(PmiLine line) throws PmiException {
    return isOurs(line) ? pairs.get(line.require("key")) : null;
  }

  /** Whether a command is about these pairs. */
  boolean isOurs(PmiLine line) throws PmiException {
    return name.equals(line.require("kvsname"));
  }
}
