package org.purempi.launch.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.remote.Launcher;
import org.purempi.launch.remote.Launcher.Kind;
import org.purempi.launch.service.SmpdLine;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;
import org.purempi.setting.Setting;

/** The options that say how programs are started on other hosts. */
final class LauncherOptions {
  /** The value of {@code -launcher}. */
  static final OptionValue VALUE =
      OptionValue.choice(
          "ssh|slurm|smpd|kubectl|fork",
          "local",
          "none",
          "srun",
          "kubernetes",
          "rsh",
          "exec",
          "manual",
          "blaunch",
          "lsf",
          "sge",
          "qrsh",
          "pbs",
          "pbsdsh",
          "ll",
          "llspawn",
          "pdsh",
          "persist");

  private LauncherOptions() {}

  /**
   * The launcher that the options, or else the variables of other launchers, ask for.
   *
   * @param kind the value of -launcher, or null
   * @param inSlurm whether the hosts are those of a Slurm allocation
   */
  static Launcher choose(@Nullable String kind, GivenOptions given, boolean inSlurm)
      throws UsageException {
    String command = given.get(Option.LAUNCHER_EXEC);
    List<String> extra = new ArrayList<>();
    if (command != null) {
      List<String> words = ShellWords.split(given.where(Option.LAUNCHER_EXEC), command);
      int other = words.indexOf(":"); // Open MPI's 'ssh : rsh', the second if there is no first
      command = words.getFirst();
      extra.addAll(words.subList(1, other < 0 ? words.size() : Math.max(1, other)));
    }
    String more = given.get(Option.LAUNCHER_ARGS);
    if (more != null) {
      extra.addAll(ShellWords.split(given.where(Option.LAUNCHER_ARGS), more));
    }
    String wanted = kind == null ? (inSlurm && command == null ? "slurm" : "ssh") : kind;
    Kind its =
        switch (wanted) {
          case "fork", "none", "local" -> Kind.FORK;
          case "ssh" -> Launcher.isSsh(command) ? Kind.SSH : Kind.EXEC;
          case "slurm", "srun" -> Kind.SLURM;
          case "smpd" -> Kind.SMPD;
          case "kubectl", "kubernetes" -> Kind.KUBECTL;
          default -> Kind.EXEC;
        };
    if (its == Kind.EXEC && command == null) {
      throw new UsageException(
          "-launcher %s: name the command that runs a program on a host, -launcher-exec %s"
              .formatted(
                  wanted,
                  switch (wanted) {
                    case "lsf", "blaunch" -> "blaunch";
                    case "sge", "qrsh" -> "'qrsh -inherit -V'";
                    case "pbs", "pbsdsh" -> "pbs_tmrsh";
                    default -> wanted.equals("rsh") ? "rsh" : "COMMAND";
                  }));
    }
    if (its == Kind.SMPD) {
      return Launcher.smpd(SmpdLine.DEFAULT_PORT);
    }
    if (its == Kind.EXEC && command != null) {
      Launcher through = Kubexec.launcher(Path.of(command), extra);
      if (through != null) {
        return through;
      }
    }
    String otherwise =
        switch (its) {
          case SLURM -> "srun";
          case KUBECTL -> "kubectl";
          default -> "ssh";
        };
    if (its == Kind.SLURM && given.isOn(Option.RECOVERY, Setting.RECOVERY)) {
      extra.addAll(0, List.of("--kill-on-bad-exit=0", "--no-kill"));
    }
    return new Launcher(its, command == null ? otherwise : command, extra);
  }
}
