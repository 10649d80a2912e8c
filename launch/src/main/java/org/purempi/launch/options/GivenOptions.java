package org.purempi.launch.options;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.remote.NetworkChoice;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.UsageException;
import org.purempi.setting.Setting;
import org.purempi.setting.SettingException;

/**
 * The global options of a call and their values, all of which have been checked. A variable stands
 * in for an option that was not given.
 */
public final class GivenOptions {
  /**
   * A value.
   *
   * @param where the option or variable and the value, as they were written: the beginning of an
   *     error
   */
  private record Given(String where, String text) {}

  private final Map<Option, Given> options = new EnumMap<>(Option.class);
  private final Map<Option, Given> variables = new EnumMap<>(Option.class);

  /** Keeps what was given; the last time counts. */
  void put(Option option, String written, List<String> words) {
    options.put(option, new Given(OptionValue.where(written, " ", words), String.join(" ", words)));
  }

  /** Takes a value back. */
  void remove(Option option) {
    options.remove(option);
  }

  /** Reads what stands in for options that were not given; a blank variable says nothing. */
  void readVariables(Map<String, String> environment) throws UsageException {
    for (Option option : Option.values()) {
      for (String variable : option.variables) {
        String text = environment.getOrDefault(variable, "").strip();
        if (!text.isEmpty() && !options.containsKey(option) && !variables.containsKey(option)) {
          option.value.checkVariable(variable, text);
          String where = OptionValue.where(variable, "=", List.of(text));
          variables.put(option, new Given(where, text));
        }
      }
    }
  }

  /** Whether the call itself has the option. */
  boolean has(Option option) {
    return options.containsKey(option);
  }

  /**
   * Whether the call has an option that stands alone, or the variable of its setting is true.
   *
   * @throws UsageException if that is neither true nor false
   */
  boolean isOn(Option option, Setting setting) throws UsageException {
    Given given = given(option);
    if (given == null || has(option)) {
      return given != null;
    }
    try {
      return setting.isOn(Map.of(setting.variable(), given.text));
    } catch (SettingException e) {
      throw UsageException.of(e);
    }
  }

  private @Nullable Given given(Option option) {
    Given given = options.get(option);
    return given == null ? variables.get(option) : given;
  }

  /** The value, or null if neither the option nor a variable gives one. */
  public @Nullable String get(Option option) {
    Given given = given(option);
    return given == null ? null : given.text;
  }

  /** The value, or another one if none is given. */
  public String get(Option option, String otherwise) {
    String text = get(option);
    return text == null ? otherwise : text;
  }

  /** The option or variable with its value, as it was written: the beginning of an error. */
  public String where(Option option) {
    Given given = given(option);
    return given == null ? "-" + option.names.getFirst() : given.where;
  }

  /** Where those listen that others of the job call. */
  NetworkChoice reach() {
    String ports = get(Option.PORT_RANGE);
    return new NetworkChoice(get(Option.INTERFACE), ports == null ? null : ports.replace('-', ':'));
  }
}
