package org.purempi.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks at what was set before anything reads it: names that nobody knows, and wrong values. */
public final class SettingCheck {
  /** What Kubernetes tells every pod about a service whose name begins with purempi. */
  private static final String OF_A_SERVICE =
      ".*_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_.+)?)?)";

  private SettingCheck() {}

  /**
   * A sentence for each name that looks like a setting and is none, in the order of names.
   *
   * @param variables environment variables and their values
   * @param properties system properties and their values
   * @throws SettingException if a setting has a value that it cannot have
   */
  public static List<String> unknown(Map<String, String> variables, Map<?, ?> properties) {
    // Loops, not lambdas: every process comes by here when it starts.
    List<String> unknown = new ArrayList<>();
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      String name = variable.getKey();
      if (name.startsWith(Setting.VARIABLE)
          && !isKnownVariable(name, variable.getValue(), properties)
          && !name.matches(OF_A_SERVICE)) {
        unknown.add(name);
      }
    }
    for (Map.Entry<?, ?> property : properties.entrySet()) {
      if (property.getKey() instanceof String name
          && name.startsWith(Setting.PROPERTY)
          && !isKnownProperty(name, String.valueOf(property.getValue()))) {
        unknown.add(name);
      }
    }
    if (!unknown.isEmpty()) {
      unknown.sort(null);
      unknown.replaceAll(SettingCheck::sentence);
    }
    return unknown;
  }

  private static boolean isKnownVariable(String name, String value, Map<?, ?> properties) {
    for (Setting setting : Setting.values()) {
      if (matches(setting, name, setting.variable())) {
        Object property = properties.get(setting.property());
        if (property == null || setting.isVariableOnly()) {
          setting.check(false, value);
        }
        return true;
      }
    }
    return false;
  }

  private static boolean isKnownProperty(String name, String value) {
    for (Setting setting : Setting.values()) {
      if (!setting.isVariableOnly() && matches(setting, name, setting.property())) {
        setting.check(true, value);
        return true;
      }
    }
    return false;
  }

  private static boolean matches(Setting setting, String name, String its) {
    return setting.isFamily() ? name.startsWith(its) : name.equals(its);
  }

  private static String sentence(String name) {
    List<String> known = new ArrayList<>();
    boolean isProperty = name.startsWith(Setting.PROPERTY);
    for (Setting setting : Setting.values()) {
      if (setting.audience() != Audience.OURSELVES && !(isProperty && setting.isVariableOnly())) {
        known.add(isProperty ? setting.property() : setting.variable());
      }
    }
    @Nullable String nearest = Spelling.nearest(name, known);
    return "there is no setting "
        + name
        + (nearest == null
            ? " (docs/reference/settings.md lists them all)"
            : "; did you mean " + nearest + "?");
  }
}
