package org.purempi.launch.remote;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.text.ShellWords;

/**
 * How a program is started on another host: by a command that is told the host and the program's
 * words, and whose standard streams are the program's.
 *
 * @param kind whose options the command takes
 * @param executable the command
 * @param extra words for the command, before the host
 */
public record Launcher(Kind kind, String executable, List<String> extra) {
  /** Whose options a launcher takes. */
  public enum Kind {
    /** No command: the program is started on this host, whatever the host's name. */
    FORK,
    /** A secure shell. */
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

  /** Keeps copies that nobody changes. */
  public Launcher {
    extra = List.copyOf(extra);
  }

  /** The daemons that listen on that port. */
  public static Launcher smpd(int port) {
    return new Launcher(Kind.SMPD, "" + port, List.of());
  }

  /** The port of the daemons. */
  int port() throws SmpdException {
    try {
      return Integer.parseInt(executable);
    } catch (NumberFormatException e) {
      throw new SmpdException("connect: '" + executable + "' is not a port");
    }
  }

  /** Whether a command takes ssh's options: it is called ssh, or nothing else was asked for. */
  public static boolean isSsh(@Nullable String command) {
    return command == null || Path.of(command).endsWith("ssh");
  }

  /** The words that start a program on a host. */
  public List<String> words(Host host, List<String> program) {
    var words = new ArrayList<String>();
    String user = host.user();
    switch (kind) {
      case FORK, SMPD -> words.addAll(program);
      case SSH -> {
        words.add(executable);
        words.addAll(SSH_WORDS);
        words.addAll(extra);
        words.add(user == null ? host.name() : user + "@" + host.name());
        program.forEach(word -> words.add(ShellWords.quoted(word)));
      }
      case EXEC -> {
        words.add(executable);
        words.addAll(extra);
        words.add(user == null ? host.name() : user + "@" + host.name());
        program.forEach(word -> words.add(ShellWords.quoted(word)));
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
