package org.purempi.launch.system;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment that the script was called with, which for our JVM's sake has changed some of it.
 */
public final class CallersEnvironment {
  /**
   * Before variables that the script put aside so that they do not reach our own JVM, or that it
   * set for it; empty: there was none.
   */
  private static final String KEPT = "PUREMPI_KEPT_";

  private CallersEnvironment() {}

  /** The same, as it was before: out of the environment of our process. */
  public static Map<String, String> of(Map<String, String> process) {
    var callers = new HashMap<>(process);
    for (String name : List.copyOf(callers.keySet())) {
      if (name.startsWith(KEPT)) {
        String value = callers.remove(name);
        String plain = name.substring(KEPT.length());
        if (value == null || value.isEmpty()) {
          callers.remove(plain);
        } else {
          callers.put(plain, value);
        }
      }
    }
    return callers;
  }
}
