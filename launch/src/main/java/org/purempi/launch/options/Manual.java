package org.purempi.launch.options;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.purempi.launch.service.SmpdManual;

/**
 * Prints mpiexec's manual page and its completions for bash and zsh, all from the table of options:
 * {@code Manual man|bash|zsh}; the page of other launchers' options; and smpd's. Run when purempi
 * is packed.
 */
public final class Manual {
  private static final int USAGE = 2;

  private Manual() {}

  /** Prints what the one argument names. */
  public static void main(String[] arguments) {
    var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    switch (arguments.length == 1 ? arguments[0] : "") {
      case "man" -> page(out);
      case "bash" -> bash(out);
      case "zsh" -> zsh(out);
      case "others" -> OthersPage.print(out);
      case "man-smpd" -> SmpdManual.page(out);
      case "bash-smpd" -> SmpdManual.bash(out);
      default -> {
        System.err.println("write man, bash, zsh, others, man-smpd or bash-smpd");
        System.exit(USAGE);
      }
    }
    out.flush();
  }

  private static void page(PrintStream out) {
    out.println(
        """
        .TH MPIEXEC 1 "" "purempi" "User Commands"
        .SH NAME
        mpiexec, mpirun \\- start a job of MPI processes
        .SH SYNOPSIS
        .B mpiexec
        [\\fIglobal options\\fR] [\\fIoptions\\fR] \\fIPROGRAM\\fR [\\fIarguments\\fR]
        [: [\\fIoptions\\fR] \\fIPROGRAM\\fR ...]
        .SH DESCRIPTION
        PROGRAM is a .java file (compiled once), a class (with \\-cp), a .jar, 'java' with its own
        options, or any executable. Flags of the JVM (\\-X..., \\-D...) may stand among the options.
        Every name is understood with one dash or two.
        .SH OPTIONS OF ONE PROGRAM\
        """);
    for (Option option : Option.values()) {
      if (option == Option.GENV) {
        out.println(".SH GLOBAL OPTIONS");
      }
      var names = new ArrayList<String>();
      option.names.forEach(name -> names.add("\\fB\\-" + name.replace("-", "\\-") + "\\fR"));
      String values = option.value.shown();
      out.println(".TP\n" + String.join(", ", names) + "\\fI" + values + "\\fR");
      String help = option.description().replace("-", "\\-");
      // A line that begins with a quote or a dot would be taken for an instruction.
      out.println(help.startsWith("'") || help.startsWith(".") ? "\\&" + help : help);
    }
    out.println(
        """
        .SH SIGNALS
        SIGUSR1, and ctrl\\-\\e on the terminal: print what each rank waits for. With
        \\-ckpoint\\-prefix, SIGUSR1 asks the ranks for a checkpoint instead.
        .SH SEE ALSO
        purempi ps, purempi stacks and purempi queues look at a running job; purempi nameserver keeps
        names of jobs; purempi help.
        .SH EXIT STATUS
        That of the first failure (128 + n for signal n), 124 after a timeout, 88 when the job hangs,
        2 when the call is wrong.\
        """);
  }

  private static String words() {
    var names = new ArrayList<String>();
    for (Option option : Option.values()) {
      option.names.forEach(name -> names.add("-" + name));
    }
    return String.join(" ", names);
  }

  private static void bash(PrintStream out) {
    out.printf(
        """
        # bash completion for mpiexec and mpirun of purempi
        _purempi_mpiexec() {
          local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
          COMPREPLY=()
          case $before in
        %s  esac
          case $word in
          -*) mapfile -t COMPREPLY < <(compgen -W '%s' -- "$word") ;;
          *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
          esac
        }
        complete -o filenames -F _purempi_mpiexec mpiexec mpirun
        """,
        bashValues(), words());
  }

  /** What may follow an option. */
  private static String bashValues() {
    var lines = new StringBuilder();
    for (Option option : Option.values()) {
      if (option.value.fitsBehindEquals() && !option.value.isOptional()) {
        String what =
            option.value.text().contains("|")
                ? "-W '"
                    + option.value.text().toLowerCase(java.util.Locale.ROOT).replace('|', ' ')
                    + "'"
                : option.value.text().startsWith("DIR") ? "-d" : "-f";
        lines.append("  -").append(String.join("|-", option.names)).append(") ");
        lines.append("mapfile -t COMPREPLY < <(compgen ").append(what);
        lines.append(" -- \"$word\"); return ;;\n");
      }
    }
    return lines.toString();
  }

  private static void zsh(PrintStream out) {
    out.println("#compdef mpiexec mpirun\n# zsh completion for mpiexec and mpirun of purempi");
    out.println("_arguments -S \\");
    for (Option option : Option.values()) {
      for (String name : option.names) {
        out.println("  '-" + name + "[" + quoted(option.help) + "]" + zshValues(option) + "' \\");
      }
    }
    out.println("  '*::program:_files'");
  }

  private static String zshValues(Option option) {
    var values = new StringBuilder();
    if (!option.value.isNone() && !option.value.isOptional()) {
      for (String value : List.of(option.value.text().split(" ", -1))) {
        values.append(':').append(quoted(value)).append(':');
        values.append(value.startsWith("DIR") || value.startsWith("FILE") ? "_files" : "");
      }
    }
    return values.toString();
  }

  private static String quoted(String text) {
    return text.replace("'", "").replace("[", "(").replace("]", ")").replace(":", "\\:");
  }
}
