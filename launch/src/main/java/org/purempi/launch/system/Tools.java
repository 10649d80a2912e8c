package org.purempi.launch.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The programs of the system that mpiexec uses, found once. */
public final class Tools {
  /** The shell that starts every rank. */
  public static final String SHELL = "/bin/sh";

  /** Takes a script; without what BASH_ENV names, and what was exported as functions. */
  private static final String SCRIPT_AS_IT_IS = "-pc";

  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Keeps perl from complaining of a locale that is not installed. */
  private static final Map<String, String> QUIET_PERL = Map.of("PERL_BADLANG", "0");

  /**
   * Linux's TIOCNOTTY. Without it, a rank that turns to the terminal would be stopped, as every
   * process in the background is. And mpiexec's scripts ignore SIGTTIN, which is not for ranks.
   */
  private static final String LEAVE_TERMINAL =
      "if (open my $t, '+<', '/dev/tty') { ioctl $t, 0x5422, 0 } $SIG{TTIN} = 'DEFAULT';";

  private static final String NEW_GROUP_IN_PERL =
      "delete $ENV{PERL_BADLANG}; setpgrp; "
          + LEAVE_TERMINAL
          + " exec {$ARGV[0]} @ARGV; print STDERR \"$ARGV[0]: $!\\n\"; exit 127";

  private final List<String> newSession;
  private final @Nullable String perl = find("perl");
  private final @Nullable String bash = find("bash");
  private final @Nullable String taskset = find("taskset");

  /** Those of this host. */
  public Tools() {
    String setsid = find("setsid");
    newSession = setsid == null ? List.of() : List.of(setsid);
  }

  /** What goes before a command to give it a session of its own; empty where that is not known. */
  public List<String> newSession() {
    return newSession;
  }

  /**
   * What goes before a command.
   *
   * @param words that become it
   * @param variables that they need, and that it does not see
   */
  public record Prefix(List<String> words, Map<String, String> variables) {}

  /**
   * What gives a command with these variables a process group of its own, without our terminal. It
   * stays in our session if that is possible: ranks in sessions of their own could not yield to
   * each other (docs/decisions/waiting.md).
   */
  public Prefix newGroup(Set<String> variables) {
    if (perl != null && variables.stream().noneMatch(name -> name.startsWith("PERL"))) {
      return new Prefix(List.of(perl, "-e", NEW_GROUP_IN_PERL, "--"), QUIET_PERL);
    }
    return new Prefix(newSession, Map.of());
  }

  /**
   * The shell that can open connections, up to the script that it takes.
   *
   * @throws IOException when it is not here
   */
  public List<String> bash() throws IOException {
    if (bash == null) {
      throw new IOException("-pmi-fd: the program 'bash' is not installed");
    }
    return List.of(bash, SCRIPT_AS_IT_IS);
  }

  /**
   * A shell that hands these variables on, up to the script that it takes: a plain one forgets
   * those that it could not name, such as {@code my.key} or an exported function.
   */
  public List<String> shell(Set<String> variables) {
    boolean plain = variables.stream().allMatch(name -> PLAIN_NAME.matcher(name).matches());
    return plain || bash == null ? List.of(SHELL, "-c") : List.of(bash, SCRIPT_AS_IT_IS);
  }

  /** What goes before a command to bind it to processors, if any; empty where that is not known. */
  public List<String> bound(String processors) {
    return taskset == null || processors.isEmpty() ? List.of() : List.of(taskset, "-c", processors);
  }

  private static @Nullable String find(String name) {
    for (String directory : List.of("/usr/bin", "/bin", "/usr/local/bin")) {
      Path program = Path.of(directory, name);
      if (Files.isExecutable(program)) {
        return program.toString();
      }
    }
    return null;
  }
}
