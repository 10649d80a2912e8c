package org.purempi.launch.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/** What values of other launchers' options are in our words. */
final class ForeignValues {
  /** What follows {@code --mca}. */
  static final OptionValue PARAMETER =
      new OptionValue(
          "KEY VALUE", (where, words) -> OptionChecks.notEmpty(where, words.getFirst()));

  private static final String MAP_BY = "-map-by";
  private static final String BIND_TO = "-bind-to";
  private static final String RECOVERY = "-enable-recovery";
  private static final String DISPLAY_MAP = "-display-map";

  /** Qualifiers of {@code --output} that ask for what is done anyway. */
  private static final String OUTPUT_QUALIFIERS = "(?i)(:(nocopy|raw))+$";

  private ForeignValues() {}

  /** The same value behind an option of ours. */
  static ForeignOption.Rewrite to(String option) {
    return (where, values) -> List.of(option, values.getFirst());
  }

  static List<String> perSocket(String where, List<String> values) {
    return List.of(MAP_BY, "ppr:" + values.getFirst() + ":socket", BIND_TO, "socket");
  }

  static List<String> perResource(String where, List<String> values) {
    return List.of(MAP_BY, "ppr:" + values.getFirst());
  }

  static List<String> cores(String where, List<String> values) {
    return List.of(BIND_TO, "core:" + values.getFirst());
  }

  static List<String> processors(String where, List<String> values) {
    return List.of(BIND_TO, "user:" + values.getFirst());
  }

  /** A parameter of Open MPI. */
  static List<String> parameter(String where, List<String> values) {
    String value = values.getLast();
    String option =
        switch (values.getFirst()) {
          case "btl_tcp_if_include" -> "-iface";
          case "plm_rsh_agent" -> "-launcher-exec";
          case "plm_rsh_args" -> "-launcher-args";
          case "orte_default_hostfile", "prte_default_hostfile" -> "-default-hostfile";
          case "rmaps_base_mapping_policy", "rmaps_default_mapping_policy" -> MAP_BY;
          case "hwloc_base_binding_policy", "hwloc_default_binding_policy" -> BIND_TO;
          default -> "";
        };
    if (option.equals("-iface") && value.indexOf(',') > 0) {
      value = value.substring(0, value.indexOf(','));
    }
    return option.isEmpty() ? List.of() : List.of(option, value);
  }

  /** PRRTE's {@code --output tag,dir=NAME,…}. */
  static List<String> output(String where, List<String> values) throws UsageException {
    var words = new ArrayList<String>();
    for (String part : ShellWords.parts(values.getFirst(), ",")) {
      String plain = part.replaceFirst(OUTPUT_QUALIFIERS, "");
      int equals = plain.indexOf('=');
      String name = lower(equals < 0 ? plain : plain.substring(0, equals));
      String file = plain.substring(equals + 1);
      switch (directive(name, "tag", "tag-detailed", "tag-fullname", "merge-stderr-to-stdout")) {
        case "tag" -> words.add("-l");
        case "tag-detailed", "tag-fullname" ->
            words.addAll(List.of("-prepend-pattern", "[%r on %h] "));
        case "merge-stderr-to-stdout" -> words.add("-merge-stderr-to-stdout");
        default -> {
          if (equals >= 0 && (name.equals("dir") || name.equals("directory"))) {
            words.addAll(List.of("-output-dir", file));
          } else if (equals >= 0 && (name.equals("file") || name.equals("filename"))) {
            String pattern = file.replace("%", "%%") + ".%r";
            words.addAll(List.of("-outfile-pattern", pattern, "-errfile-pattern", pattern));
          } else {
            throw new UsageException(
                where + ": write tag, merge, dir=NAME or file=NAME; lines are not stamped");
          }
        }
      }
    }
    return words;
  }

  /** PRRTE's {@code --display map,bindings,…}. */
  static List<String> display(String where, List<String> values) throws UsageException {
    var words = new ArrayList<String>();
    for (String part : ShellWords.parts(values.getFirst().replaceFirst(":.*", ""), ",")) {
      String name = lower(part.replaceFirst("=.*", ""));
      switch (directive(name, "map", "map-devel", "allocation", "bindings", "topo", "cpus")) {
        case "map", "map-devel", "allocation" -> words.add(DISPLAY_MAP);
        case "bindings" -> words.add("-report-bindings");
        case "topo", "cpus" -> {}
        default -> throw new UsageException(where + ": write map, bindings or allocation");
      }
    }
    return words;
  }

  /** PRRTE's {@code --runtime-options}. */
  static List<String> runtime(String where, List<String> values) throws UsageException {
    var words = new ArrayList<String>();
    for (String part : ShellWords.parts(values.getFirst(), ",")) {
      int equals = part.indexOf('=');
      String name = lower(equals < 0 ? part : part.substring(0, equals));
      String value = equals < 0 ? "true" : lower(part.substring(equals + 1));
      boolean isOn = !value.matches("0|f|n|false|no|disable");
      String refused =
          switch (name) {
            case "donotlaunch", "donotspawn" -> isOn ? "every job is started" : "";
            case "autorestart", "continuous", "max-restarts" ->
                isOn ? "a failed process ends the job" : "";
            case "error-nonzero-status" -> isOn ? "" : "a failed process ends the job";
            case "exec-agent" -> "name the tool before the program";
            case "stop-on-exec", "stop-in-init", "stop-in-app" ->
                isOn ? "send SIGUSR1 to mpiexec to see what ranks do" : "";
            case "fwd-environment" -> isOn ? "" : "write -genvnone";
            case "timeout",
                "recoverable",
                "spawn-timeout",
                "show-progress",
                "notifyerrors",
                "default-exec-agent",
                "output-proctable",
                "report-state-on-timeout",
                "get-stack-traces",
                "report-child-jobs-separately",
                "aggregate-help-messages" ->
                "";
            default -> "'" + name + "' is not an option of a run";
          };
      if (!refused.isEmpty()) {
        throw new UsageException(where + ": " + name + ": " + refused);
      }
      if (name.equals("timeout")) {
        words.addAll(List.of("-timeout", seconds(where, value)));
      } else if (name.equals("recoverable") && isOn) {
        words.add(RECOVERY);
      }
    }
    return words;
  }

  /** Days, hours, minutes and seconds, separated by colons. */
  private static String seconds(String where, String time) throws UsageException {
    long[] units = {
      1, TimeUnit.MINUTES.toSeconds(1), TimeUnit.HOURS.toSeconds(1), TimeUnit.DAYS.toSeconds(1)
    };
    String[] parts = time.split(":", -1);
    long seconds = 0;
    for (int i = 0; i < parts.length; i++) {
      if (parts.length > units.length || !parts[i].matches("[0-9]{1,8}")) {
        throw new UsageException(where + ": write timeout=SECONDS");
      }
      seconds += Long.parseLong(parts[i]) * units[parts.length - 1 - i];
    }
    return Long.toString(seconds);
  }

  static List<String> faultTolerance(String where, List<String> values) throws UsageException {
    return switch (lower(values.getFirst())) {
      case "ulfm", "mpi", "yes", "true", "1" -> List.of(RECOVERY);
      case "none", "no", "false", "0" -> List.of();
      default -> throw new UsageException(where + ": write ulfm, mpi or none");
    };
  }

  /** The directive of that name, which may be cut short as long as it means only one. */
  private static String directive(String name, String... directives) {
    @Nullable String found = null;
    for (String directive : directives) {
      if (directive.equals(name)) {
        return directive;
      }
      if (!name.isEmpty() && directive.startsWith(name)) {
        found = found == null ? directive : "";
      }
    }
    return found == null ? "" : found;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
