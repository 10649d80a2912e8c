package org.purempi.launch.options;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.JvmFlags;
import org.purempi.launch.text.UsageException;
import org.purempi.setting.Setting;
import org.purempi.setting.SettingCheck;
import org.purempi.setting.SettingException;

/** The settings of purempi in a call of mpiexec, for which it speaks instead of each rank. */
public final class GivenSettings {
  private static final String FLAG = "-D";

  private GivenSettings() {}

  /** Lets a flag {@code -Dpurempi.x=y} among mpiexec's options stand for the variable as well. */
  static void read(String flag, Map<String, String> variables) {
    int equals = flag.indexOf('=');
    if (flag.startsWith(FLAG) && equals > 0) {
      @Nullable Setting setting = Setting.ofProperty(flag.substring(FLAG.length(), equals));
      if (setting != null) {
        variables.put(setting.variable(), flag.substring(equals + 1));
      }
    }
  }

  /**
   * A sentence for each name that no setting has, in variables or in flags of a JVM.
   *
   * @throws UsageException if a setting has a value that it cannot have
   */
  public static List<String> unknown(List<Command> commands) throws UsageException {
    Set<String> unknown = new LinkedHashSet<>();
    try {
      for (Command command : commands) {
        unknown.addAll(SettingCheck.unknown(command.environment(), properties(command.words())));
      }
    } catch (SettingException e) {
      throw UsageException.of(e);
    }
    return new ArrayList<>(unknown);
  }

  /** What a java command sets; of any other, hardly anything looks like it. */
  private static Properties properties(List<String> words) {
    var properties = new Properties();
    for (int at = 1; at < words.size() && words.get(at).startsWith("-"); at++) {
      String word = words.get(at);
      int equals = word.indexOf('=');
      if (word.startsWith(FLAG)) {
        String name = word.substring(FLAG.length(), equals < 0 ? word.length() : equals);
        properties.setProperty(name, equals < 0 ? "" : word.substring(equals + 1));
      } else if (JvmFlags.takesValue(word) || JvmFlags.namesClassPath(word)) {
        at++;
      }
    }
    return properties;
  }
}
