package org.purempi.pmi;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pairs of one job, and the names published by all; used by the server's thread only. */
final class KeyValueSpace {
  private static final String PROCESS_MAPPING = "PMI_process_mapping";

  private final String name;
  private final Map<String, String> pairs = new HashMap<>();
  private final Map<String, String> services = new HashMap<>();

  KeyValueSpace(PmiJob job) {
    this.name = job.kvsName();
    pairs.put(PROCESS_MAPPING, job.processMapping());
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
    pairs.put(key, value);
    return null;
  }

  @Nullable String get(PmiLine line) throws PmiException {
    return name.equals(line.require("kvsname")) ? pairs.get(line.require("key")) : null;
  }

  boolean publish(PmiLine line) throws PmiException {
    return services.putIfAbsent(line.require("service"), line.require("port")) == null;
  }

  @Nullable String lookup(PmiLine line) throws PmiException {
    return services.get(line.require("service"));
  }

  boolean unpublish(PmiLine line) throws PmiException {
    return services.remove(line.require("service")) != null;
  }
}
