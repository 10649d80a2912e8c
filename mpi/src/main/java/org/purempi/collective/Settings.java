package org.purempi.collective;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The user's wishes: {@code -Dpurempi.OPERATION=ALGORITHM}, or the environment variable {@code
 * PUREMPI_OPERATION}. All ranks must be given the same.
 */
@FunctionalInterface
interface Settings {
  /** The algorithm wished for an operation, or null. */
  @Nullable String algorithm(String operation);

  /** The settings of this process; a property goes before the environment. */
  static Settings ofThisProcess() {
    return operation -> {
      String property = System.getProperty(property(operation));
      return property != null ? property : System.getenv(variable(operation));
    };
  }

  /** The name of the system property. */
  static String property(String operation) {
    return "purempi." + operation;
  }

  /** The name of the environment variable. */
  static String variable(String operation) {
    return "PUREMPI_" + operation.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
