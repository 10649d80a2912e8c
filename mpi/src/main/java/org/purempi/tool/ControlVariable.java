package org.purempi.tool;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.setting.Audience;
import org.purempi.setting.Setting;
import org.purempi.setting.SettingException;

/**
 * A control variable (section 15.3.6): a setting of purempi, as docs/reference/settings.md lists
 * them. All are texts of the process that can be set until MPI begins.
 */
public final class ControlVariable {
  private static final List<ControlVariable> ALL =
      Arrays.stream(Setting.values())
          .filter(s -> !s.isFamily() && !s.isVariableOnly() && s.audience() != Audience.OURSELVES)
          .map(ControlVariable::new)
          .toList();

  private final Setting setting;

  private ControlVariable(Setting setting) {
    this.setting = setting;
  }

  /** All of them, in the order of the page. */
  public static List<ControlVariable> all() {
    return ALL;
  }

  /** The one of that name, such as {@code purempi.transport}. */
  public static Optional<ControlVariable> named(String name) {
    return ALL.stream().filter(v -> v.name().equals(name)).findFirst();
  }

  /** Its name: that of the system property. */
  public String name() {
    return setting.property();
  }

  /** What it does, in one sentence. */
  public String sentence() {
    return setting.sentence();
  }

  /** The values that it may have, in words. */
  public String allowed() {
    return setting.allowed();
  }

  /** The name of its category: whom it is for. */
  public String category() {
    return setting.audience().name();
  }

  /** The description of its category. */
  String title() {
    return setting.audience().title();
  }

  /** Its value now; what holds otherwise, in words, where it is not set. */
  public String value() {
    String text = setting.text();
    return text == null ? setting.standard() : text;
  }

  /**
   * Sets it for this process.
   *
   * @throws MpiException if MPI has begun here, and settings have been read
   * @throws MpiArgumentException if the value is not allowed; then it stays as it was
   */
  public void set(String value) {
    if (Mpi.initialized()) {
      throw new MpiException(
          ErrorClass.OTHER, name() + " is read when MPI begins: set it before Mpi.init");
    }
    try {
      setting.check(true, value);
    } catch (SettingException e) {
      var wrong = new MpiArgumentException(ErrorClass.ARG, String.valueOf(e.getMessage()));
      wrong.initCause(e);
      throw wrong;
    }
    System.setProperty(name(), value);
  }

  @Override
  public String toString() {
    return name() + "=" + value();
  }
}
