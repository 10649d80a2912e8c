package org.purempi.world;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the user set: the system property {@code purempi.NAME}, else the environment variable {@code
 * PUREMPI_NAME} in capitals with underscores, which launchers pass on.
 */
final class Setting {
  private static final String PROPERTY = "purempi.";

  private Setting() {}

  /** The value; null if it is not set, or empty. */
  static @Nullable String get(String name) {
    String value = System.getProperty(PROPERTY + name);
    if (value == null) {
      value = System.getenv(variable(name));
    }
    return value == null || value.isBlank() ? null : value.strip();
  }

  /** Whether it is set to true, yes, on or 1. */
  static boolean isOn(String name) {
    String value = get(name);
    return value != null && value.toLowerCase(Locale.ROOT).matches("true|yes|on|1");
  }

  /** The environment variable of a setting. */
  static String variable(String name) {
    return (PROPERTY + name).toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
