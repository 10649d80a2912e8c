package org.purempi.setting;

/**
 * A setting has a value that it cannot have: the message names it, the value and what it may be.
 */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * A value that is not allowed.
   *
   * @param where the property or variable and its value, as they were written
   * @param needed what is allowed
   */
  SettingException(String where, String needed) {
    super(where + ": " + needed);
  }
}
