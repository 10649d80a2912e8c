package org.purempi.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.smpd.SmpdException;

/**
 * How a program is started on another host: by a command that is told the host and the program's
 * words, and whose standard streams are the program's.
 *
 * @param kind whose options the command takes
 * @param executable the command
 * @param extra words for the command, before the host
 */
record Launcher(Kind kind, String executable, List<String> extra) {
  /** Whose options a launcher takes. */
  enum Kind {
    /** No command: the program is started on this host, whatever the host's name. */
    FORK,
    SSH,
    /** Slurm's srun, within an allocation: one for all hosts. */
    SLURM,
    /** No command: the host's smpd, which listens on the port that stands for the command. */
    SMPD,
    /** Kubernetes' kubectl: the hosts are pods. */
    KUBECTL,
    /** Any command that takes a host and the words. */
    EXEC
  }

  /** The value of {@code -launcher}. */
  static final Value VALUE =
      Value.choice(
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

  /**
   * No questions, for nobody could answer several at once; no forwarding; a server that does not
   * answer is given up, and so is a connection that has died without a word.
   */
  private static final List<String> SSH_WORDS =
      List.of(
          "-x",
          "-T",
          "-o",
          "BatchMode=yes",
          "-o",
          "ConnectTimeout=20",
          "-o",
          "ServerAliveInterval=5",
          "-o",
          "ServerAliveCountMax=2");

  Launcher {
    extra = List.copyOf(extra);
  }

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
      List<String> words = Words.split(given.where(Option.LAUNCHER_EXEC), command);
      int other = words.indexOf(":"); // Open MPI's 'ssh : rsh', the second if there is no first
      command = words.getFirst();
      extra.addAll(words.subList(1, other < 0 ? words.size() : Math.max(1, other)));
    }
    String more = given.get(Option.LAUNCHER_ARGS);
    if (more != null) {
      extra.addAll(Words.split(given.where(Option.LAUNCHER_ARGS), more));
    }
    String wanted = kind == null ? (inSlurm && command == null ? "slurm" : "ssh") : kind;
    Kind its =
        switch (wanted) {
          case "fork", "none", "local" -> Kind.FORK;
          case "ssh" -> isSsh(command) ? Kind.SSH : Kind.EXEC;
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
      return smpd(SmpdLine.DEFAULT_PORT);
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
    return new Launcher(its, command == null ? otherwise : command, extra);
  }

  /** The daemons that listen on that port. */
  static Launcher smpd(int port) {
    return new Launcher(Kind.SMPD, "" + port, List.of());
  }

  /** The port of the daemons. */
  int port() throws SmpdException {
    try {
      return Integer.parseInt(executable);
    } catch (NumberFormatException e) {
      throw new SmpdException("connect: '" + executable + "' is no port");
    }
  }

  /** Whether a command takes ssh's options: it is called ssh, or nothing else was asked for. */
  private static boolean isSsh(@Nullable String command) {
    return command == null || Path.of(command).endsWith("ssh");
  }

  /** The words that start a program on a host. */
  List<String> words(Host host, List<String> program) {
    var words = new ArrayList<String>();
    String user = host.user();
    switch (kind) {
      case FORK, SMPD -> words.addAll(program);
      case SSH -> {
        words.add(executable);
        words.addAll(SSH_WORDS);
        words.addAll(extra);
        words.add(user == null ? host.name() : user + "@" + host.name());
        program.forEach(word -> words.add(Words.quoted(word)));
      }
      case EXEC -> {
        words.add(executable);
        words.addAll(extra);
        words.add(user == null ? host.name() : user + "@" + host.name());
        program.forEach(word -> words.add(Words.quoted(word)));
      }
      case KUBECTL -> {
        words.addAll(List.of(executable, "exec", "-i"));
        words.addAll(extra);
        words.addAll(List.of(host.name(), "--"));
        words.addAll(program);
      }
      case SLURM -> throw new IllegalStateException("one srun starts the managers of all hosts");
    }
    return words;
  }

  /** The words by which Slurm starts a program on each of these hosts, all with our input. */
  List<String> step(List<Host> hosts, List<String> program) {
    var words = new ArrayList<>(List.of(executable));
    words.add("--nodes=" + hosts.size());
    words.add("--ntasks=" + hosts.size());
    words.add("--nodelist=" + String.join(",", hosts.stream().map(Host::name).toList()));
    // The program shares the hosts with all there is, and their processors among its ranks.
    words.addAll(List.of("--ntasks-per-node=1", "--overlap", "--cpu-bind=none", "--mpi=none"));
    words.addAll(List.of("--export=NONE", "--kill-on-bad-exit=1"));
    words.addAll(extra);
    words.addAll(program);
    return words;
  }

  /** Its parts as one text for a manager, which starts others in turn. */
  List<String> parts() {
    var parts = new ArrayList<String>();
    parts.add(kind.name());
    parts.add(executable);
    parts.addAll(extra);
    return parts;
  }

  /** Reads what {@link #parts} wrote. */
  static Launcher of(List<String> parts) throws SmpdException {
    int fixed = 2;
    if (parts.size() >= fixed) {
      for (Kind kind : Kind.values()) {
        if (kind.name().equals(parts.getFirst())) {
          return new Launcher(kind, parts.get(1), parts.subList(fixed, parts.size()));
        }
      }
    }
    throw new SmpdException("connect: no launcher");
  }
}
