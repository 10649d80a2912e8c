package org.purempi.launch.options;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.UsageException;

/**
 * An option of another mpiexec that ours has not under its name: it stands for options of ours,
 * changes nothing here, or is refused with what to use instead.
 *
 * @param value what follows it
 * @param fate what becomes of it
 * @param note why it changes nothing, what to use, or what it stands for
 * @param rewrite the words that it stands for
 */
record ForeignOption(OptionValue value, Fate fate, String note, Rewrite rewrite) {
  /** What becomes of an option. */
  enum Fate {
    MAPPED,
    CHANGES_NOTHING,
    REFUSED
  }

  /** What an option stands for. */
  @FunctionalInterface
  interface Rewrite {
    /**
     * Words of ours; none where the values ask for nothing.
     *
     * @param where the option and its values, the beginning of an error
     */
    List<String> words(String where, List<String> values) throws UsageException;
  }

  private static final String NO_DAEMON = "there is no such daemon; 'smpd' is one";
  private static final Map<String, ForeignOption> BY_NAME = new LinkedHashMap<>();

  static {
    hydra();
    openMpi();
    openMpi5();
    smpdOnWindows();
  }

  private static void hydra() {
    map("-display-map", "print-rank-map");
    map("-ppn 1", "rr");
    map("-ppn N", count("N"), (where, values) -> List.of("-ppn", values.getFirst()), "grr");
    map("-version", "info");
    accept("it is so unless -pmi-fd asks for the other way", "pmi-port");
    accept("it is so unless -enable-recovery asks for the other way", "enable-auto-cleanup");
    accept("host names are never looked up", "enable-hostname-propagation");
    accept("host names are never looked up", "disable-hostname-propagation");
    accept("nothing is forwarded to X", "enable-x", "disable-x");
    accept("lines come whole", "ordered-output");
    acceptOne("this launcher needs no such library or engine", "topolib", "demux", "rmk");
    acceptOne("host names are never looked up", "localhost", "order-nodes");
    acceptOne("memory lies where it is touched first; use -bind-to", "membind");
    acceptOne("the universe is what was named with -hosts or -hostfile", "usize");
    acceptOne("GPUs are not assigned", "gpus-per-proc", "gpu-subdevs-per-proc");
    acceptOne("use -tree", "branch-count");
    acceptOne("-Djava.io.tmpdir=DIR tells a program", "tmpdir");
    refuse("name the hosts without this one", "skip-launch-node", "nolocal");
    refuse("send SIGUSR1 to mpiexec to see what ranks do", "profile", "g", "gdb");
    refuseOne("use -output-dir DIR, or -outfile-pattern", "outfile", "errfile");
    refuseOne("name the tool before the program", "gtool", "gtoolfile");
    map("-check", "check_mpi");
  }

  private static void openMpi() {
    map("-map-by node", "bynode");
    map("-map-by slot", "byslot");
    map("-map-by core", "bycore");
    map("-map-by socket", "bysocket");
    map("-ppn 1", "pernode");
    map("-bind-to core", "bind-to-core");
    map("-bind-to socket", "bind-to-socket");
    map("-bind-to none", "bind-to-none");
    map("-display-map", "display-devel-map", "display-diffable-map", "display-topo");
    map("-display-map", "display-allocation", "display-devel-allocation");
    map("-stage", "preload-binary");
    map("-map-by ppr:N:socket -bind-to socket", count("N"), ForeignValues::perSocket, "npersocket");
    map("-map-by ppr:LIST", OptionValue.any("LIST"), ForeignValues::perResource, "ppr");
    map("-bind-to core:N", count("N"), ForeignValues::cores, "cpus-per-proc", "cpus-per-rank");
    map("-bind-to user:LIST", OptionValue.any("LIST"), ForeignValues::processors, "cpu-list");
    map(
        "-iface, -launcher-exec, … where one says the same; else nothing",
        ForeignValues.PARAMETER,
        ForeignValues::parameter,
        "mca",
        "gmca",
        "omca",
        "gomca",
        "prtemca",
        "gprtemca",
        "pmixmca",
        "gpmixmca");
    accept("it is always so", "oversubscribe", "allow-run-as-root");
    accept("it is so unless -enable-recovery asks for the other way", "disable-recovery");
    accept("use -bind-to hwthread", "use-hwthread-cpus");
    accept("nothing is printed anyway", "q", "quiet");
    accept("use -verbose", "d", "debug-devel", "debug-daemons", "debug-daemons-file");
    accept("use -verbose", "show-progress", "output-proctable", "leave-session-attached");
    accept("it is always printed", "get-stack-traces", "report-state-on-timeout");
    accept("-agent-path names bin/smpd on other hosts", "noprefix");
    accept("there are no daemons to start beforehand", "novm", "enable-instant-on-support");
    accept("host names are never looked up", "do-not-resolve", "use-regexp");
    accept("there is no port that others must know", "fwd-mpirun-port");
    accept("no job starts others", "report-child-jobs-separately");
    acceptOne("-agent-path names bin/smpd on other hosts", "prefix", "launch-agent");
    acceptOne("ranks are numbered in the order of -map-by", "rank-by", "rankby");
    acceptOne("parameters of Open MPI change nothing here", "am", "amca", "cf", "cartofile");
    acceptOne("programs of MPI are the only ones", "personality");
    acceptOne("there are no daemons to start beforehand", "max-vm-size");
    acceptOne("mpiexec keeps names, or -nameserver", "ompi-server", "server-wait-time");
    accept("mpiexec keeps names, or -nameserver", "wait-for-server");
    accept("programs may differ anyway", "hetero");
    acceptOne("the first that failed is named", "aborted");
    refuse("write -l, and let the reader stamp the lines", "timestamp-output");
    refuse("write -enable-recovery", "continuous");
    refuse("-display-map shows where the ranks of a job that runs are", "do-not-launch");
    refuse(NO_DAEMON, "dvm", "terminate");
    refuse("send SIGUSR1 to mpiexec to see what ranks do", "tv");
    refuse("-wdir names the working directory", "set-cwd-to-session-dir");
    refuse("all processes see the same words", "index-argv-by-rank");
    refuse("output is plain text", "xml");
    refuseOne("output is plain text", "xml-file");
    refuseOne("a failed process ends the job", "max-restarts");
    refuseOne("send SIGUSR1 to mpiexec to see what ranks do", "debugger", "xterm");
    refuseOne("write -bind-to user:0,1,…", "rankfile", "rf", "cpu-set", "slot-list");
    refuseOne("-stage sends the class path, or the program's file", "preload-files");
    refuseOne("write the options and -x NAME=VALUE here", "tune");
    refuseOne("nobody can call mpiexec; send it signals", "report-uri", "report-events", "hnp");
  }

  /** PRRTE's words. */
  private static void openMpi5() {
    map("-map-by", Option.MAP_BY.value, ForeignValues.to("-map-by"), "mapby");
    map("-bind-to", Option.BIND.value, ForeignValues.to("-bind-to"), "bindto");
    map(
        "tag: -l; dir=: -output-dir; file=: -outfile-pattern; merge: -merge-stderr-to-stdout",
        OptionValue.any("LIST"),
        ForeignValues::output,
        "output");
    map(
        "map, allocation: -display-map; bindings: -report-bindings",
        OptionValue.any("LIST"),
        ForeignValues::display,
        "display");
    map(
        "timeout=: -timeout; recoverable: -enable-recovery; the rest is refused",
        OptionValue.any("LIST"),
        ForeignValues::runtime,
        "runtime-options",
        "rtos");
    map(
        "-launch-timeout",
        Option.LAUNCH_TIMEOUT.value,
        ForeignValues.to("-launch-timeout"),
        "spawn-timeout");
    map("-env NAME=VALUE", Option.EXPORT.value, ForeignValues.to("-x"), "set-env");
    map(
        "ulfm, mpi: -enable-recovery; none, no: nothing",
        OptionValue.any("KIND"),
        ForeignValues::faultTolerance,
        "with-ft");
    accept("use -verbose", "display-comm", "display-comm-finalize", "parseable", "parsable");
    accept("every message is printed", "no-aggregate-help");
    acceptOne("lines come whole", "stream-buffering");
    acceptOne("mpiexec forwards the signals that end or stop it", "forward-signals");
    acceptOne("there are no such names", "pset", "namespace", "session-id", "alloc-id");
    acceptOne("GPUs are not assigned", "gpu-support");
    accept("it is so unless -envlist or -envnone asks for the other way", "fwd-environment");
    accept("-agent-path names bin/smpd on other hosts", "no-app-prefix");
    acceptOne("-agent-path names bin/smpd on other hosts", "app-prefix", "exec-agent");
    acceptOne("a host is called once; see -launch-timeout", "num-connect-retries");
    refuse("send SIGUSR1 to mpiexec to see what ranks do", "stop-on-exec");
    refuseOne("send SIGUSR1 to mpiexec to see what ranks do", "stop-in-init", "stop-in-app");
    refuseOne("write -envlist or -envnone, and -env", "unset-env", "append-env", "prepend-env");
    refuseOne("write -hosts or -hostfile", "add-host", "add-hostfile", "launcher-hostfile");
    refuse("start mpiexec with '&' or by setsid", "daemonize", "set-sid");
    refuse(NO_DAEMON, "system-server", "system-server-first", "system-server-only", "no-ready-msg");
    refuse(NO_DAEMON, "do-not-connect");
    refuseOne(NO_DAEMON, "dvm-hostfile", "dvm-uri", "pid", "wait-to-connect", "dvm-try-connects");
    refuseOne(NO_DAEMON, "keepalive", "test-suicide");
  }

  private static void smpdOnWindows() {
    acceptOne("priorities are left to 'nice'", "priority");
    acceptOne("the daemons run jobs as the user who started them", "pwdfile");
    acceptOne("there is one passphrase, which -register keeps", "user");
    acceptOne("ranks of a host share memory, others use TCP", "channel");
    acceptOne("-Djava.io.tmpdir=DIR tells a program", "tempdir");
    accept("ranks of this host are started by mpiexec itself", "localroot");
    accept("there are no such windows here", "nopopup_debug");
    accept("a program that does not call MPI runs as it is", "nompi");
    refuse("what travels to smpd is always encrypted", "plaintext");
    refuse("it is available on Windows only", "delegate", "impersonate", "logon", "mapall");
    refuseOne("it is available on Windows only", "map", "hwnd");
    refuseOne("it is available on Windows only", "job", "remove_job", "associate_job");
    put(
        new OptionValue("ID USER", (where, words) -> {}),
        Fate.REFUSED,
        "it is available on Windows only",
        "add_job",
        "add_job_and_password");
  }

  private static OptionValue count(String text) {
    return OptionValue.number(text, 1, OptionChecks.MAX_PROCESSES, "a number");
  }

  /** An option that stands for the words of the note. */
  private static void map(String words, String... names) {
    map(words, OptionValue.NONE, (where, values) -> List.of(words.split(" ", -1)), names);
  }

  private static void map(String note, OptionValue value, Rewrite rewrite, String... names) {
    put(new ForeignOption(value, Fate.MAPPED, note, rewrite), names);
  }

  private static void accept(String note, String... names) {
    put(OptionValue.NONE, Fate.CHANGES_NOTHING, note, names);
  }

  private static void acceptOne(String note, String... names) {
    put(OptionValue.any("VALUE"), Fate.CHANGES_NOTHING, note, names);
  }

  private static void refuse(String note, String... names) {
    put(OptionValue.NONE, Fate.REFUSED, note, names);
  }

  private static void refuseOne(String note, String... names) {
    put(OptionValue.any("VALUE"), Fate.REFUSED, note, names);
  }

  private static void put(OptionValue value, Fate fate, String note, String... names) {
    put(new ForeignOption(value, fate, note, (where, values) -> List.of()), names);
  }

  private static void put(ForeignOption option, String... names) {
    for (String name : List.of(names)) {
      BY_NAME.put(name, option);
    }
  }

  /** The option of that name, given without its dashes, or null. */
  static @Nullable ForeignOption named(String name) {
    return BY_NAME.get(name);
  }

  /** All of them by their names, in the order of the table. */
  static Map<String, ForeignOption> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }

  /**
   * The words of ours that it stands for; none when it changes nothing.
   *
   * @param where the option and its values, the beginning of an error
   */
  List<String> instead(String where, List<String> values) throws UsageException {
    if (fate == Fate.REFUSED) {
      throw new UsageException(where + ": " + note);
    }
    return rewrite.words(where, values);
  }
}
