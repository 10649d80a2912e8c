package org.purempi.setting;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a setting is read, from system properties and the environment. */
sealed interface Reading permits Setting {
  /** The system property. */
  String property();

  /** The environment variable. */
  String variable();

  /** What holds where it is not set, in words; empty if nothing does. */
  String standard();

  /** Whether it is read from the environment only. */
  boolean isVariableOnly();

  /** Throws unless it may have a value that is not blank. */
  void check(boolean isProperty, String value);

  /**
   * The value in this process; null if it is not set.
   *
   * @throws SettingException if it has a value that it cannot have
   */
  default @Nullable String text() {
    return text(System.getenv());
  }

  /**
   * The same with another environment than this process's.
   *
   * @throws SettingException if it has a value that it cannot have
   */
  default @Nullable String text(Map<String, String> environment) {
    String value = isVariableOnly() ? null : Reading.stripped(System.getProperty(property()));
    boolean isProperty = value != null;
    if (!isProperty) {
      value = Reading.stripped(environment.get(variable()));
    }
    if (value != null) {
      check(isProperty, value);
    }
    return value;
  }

  /** A value without blanks around it; null if nothing else is in it. */
  static @Nullable String stripped(@Nullable String value) {
    return value == null || value.isBlank() ? null : value.strip();
  }

  /**
   * Whether it is set to true, or is true unless set.
   *
   * @throws SettingException if it is neither true nor false
   */
  default boolean isOn() {
    return isOn(System.getenv());
  }

  /**
   * The same with another environment than this process's.
   *
   * @throws SettingException if it is neither true nor false
   */
  default boolean isOn(Map<String, String> environment) {
    String value = text(environment);
    return Allowed.isTrue(value == null ? standard() : value);
  }

  /**
   * The number in this process.
   *
   * @throws SettingException if it is none, or too small or large
   */
  default long number() {
    String value = text();
    return Long.parseLong(value == null ? standard() : value);
  }

  /**
   * The same, where the default depends on more than this setting.
   *
   * @throws SettingException if it is none, or too small or large
   */
  default long number(long otherwise) {
    String value = text();
    return value == null ? otherwise : Long.parseLong(value);
  }

  /**
   * The number that a text is, which somebody else has read.
   *
   * @throws SettingException if it is none, or too small or large
   */
  default long parse(String value) {
    check(false, value);
    return Long.parseLong(value);
  }
}
