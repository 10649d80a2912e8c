package org.purempi.tests.device;

import java.util.Map;
import java.util.TreeMap;

/** The cases that cannot run on devices, and why. */
public final class HostOnly {
  private static final Map<String, String> REASONS = new TreeMap<>();

  static {
    because("tasks are objects: no buffer of a program is used", ".pool.");
    because("about processes, which start programs of their own", ".spawn.");
    because("about the environment, whose calls take no buffers", ".environment.");
    because("about many ranks and communicators", ".scale.");
  }

  private HostOnly() {}

  private static void because(String reason, String... names) {
    for (String name : names) {
      REASONS.put(name, reason);
    }
  }

  /** Whether a case, by its full name, is one of them. */
  public static boolean isOne(String fullName) {
    return REASONS.keySet().stream().anyMatch(fullName::contains);
  }
}
