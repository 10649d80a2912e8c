package org.purempi.launch.service;

import java.io.PrintStream;
import java.util.ArrayList;

/** smpd's manual page, help and completion for bash, from the table of its options. */
public final class SmpdManual {
  private SmpdManual() {}

  static void help(PrintStream out) {
    out.println(
        """
        usage: smpd [options]                    be the daemon of this host and user
               smpd ACTION [options] [HOST …]    ask the daemon of this host, or of HOST\
        """);
    for (boolean actions : new boolean[] {true, false}) {
      out.println(actions ? "Actions:" : "Options:");
      for (SmpdOption option : SmpdOption.values()) {
        if (option.isAction == actions) {
          String values = option.value.shown();
          String names = "-" + String.join(", -", option.names) + values;
          out.printf("  %-26s %s%n", names, option.help);
        }
      }
    }
  }

  /** Writes the manual page of smpd, as troff. */
  public static void page(PrintStream out) {
    out.println(
        """
        .TH SMPD 1 "" "purempi" "User Commands"
        .SH NAME
        smpd \\- let jobs of mpiexec in on this host
        .SH SYNOPSIS
        .B smpd
        [\\fIoptions\\fR]
        .br
        .B smpd
        \\fIACTION\\fR [\\fIoptions\\fR] [\\fIHOST\\fR ...]
        .SH DESCRIPTION
        Without an action: the daemon of this host and user. It listens on loopback unless \\-iface or
        \\-hosts say otherwise, lets those in who know its passphrase, and starts their processes as the
        user who started it. With an action: asks the daemon of this host, or of each HOST.
        Every name is understood with one dash or two.\
        """);
    for (boolean actions : new boolean[] {true, false}) {
      out.println(actions ? ".SH ACTIONS" : ".SH OPTIONS");
      for (SmpdOption option : SmpdOption.values()) {
        if (option.isAction == actions) {
          var names = new ArrayList<String>();
          option.names.forEach(name -> names.add("\\fB\\-" + name + "\\fR"));
          String values = option.value.isNone() ? "" : " \\fI" + option.value.text() + "\\fR";
          out.println(".TP\n" + String.join(", ", names) + values);
          out.println(option.help.replace("-", "\\-"));
        }
      }
    }
    out.println(
        """
        .SH FILES
        ~/.smpd: lines 'phrase=...', 'port=...', 'iface=...', 'hosts=...'; mode 0600.
        .SH EXIT STATUS
        0 when all is well, 1 when a daemon does not answer as it should, 2 when the call is wrong.\
        """);
  }

  /** Writes the completion of smpd for bash. */
  public static void bash(PrintStream out) {
    var names = new ArrayList<String>();
    for (SmpdOption option : SmpdOption.values()) {
      option.names.forEach(name -> names.add("-" + name));
    }
    out.printf(
        """
        # bash completion for smpd of purempi
        _purempi_smpd() {
          local word=${COMP_WORDS[COMP_CWORD]}
          COMPREPLY=()
          case $word in
          -*) mapfile -t COMPREPLY < <(compgen -W '%s' -- "$word") ;;
          *) mapfile -t COMPREPLY < <(compgen -A hostname -f -- "$word") ;;
          esac
        }
        complete -F _purempi_smpd smpd
        """,
        String.join(" ", names));
  }
}
