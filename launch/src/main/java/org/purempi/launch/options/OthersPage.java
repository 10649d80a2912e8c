package org.purempi.launch.options;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.ShellWords;

/** The page that shows what becomes of every option of other launchers' mpiexec. */
final class OthersPage {
  private static final Map<String, List<String>> LAUNCHERS = new LinkedHashMap<>();

  static {
    put(
        "The MPI Standard (MPI 4.1, section 11.5)",
        "n host arch wdir path file soft configfile initial-errhandler memory-alloc-kinds");
    put(
        "MPICH's Hydra (mpiexec.hydra) and Intel MPI",
        "genv genvlist genvnone genvall f hosts wdir configfile env envlist envnone envall n np",
        "launcher launcher-exec bootstrap bootstrap-exec bootstrap-exec-args enable-x disable-x"
            + " rmk",
        "ckpointlib ckpoint-prefix ckpoint-num ckpoint-interval",
        "topolib bind-to binding map-by membind demux verbose info print-all-exitcodes iface ppn",
        "perhost grr rr profile prepend-rank l prepend-pattern outfile-pattern errfile-pattern",
        "outfile errfile nameserver disable-auto-cleanup dac enable-auto-cleanup",
        "disable-hostname-propagation enable-hostname-propagation order-nodes localhost usize",
        "pmi-port skip-launch-node gpus-per-proc gpu-subdevs-per-proc print-rank-map hostfile",
        "machinefile hostlist machine machines machinelist version help h v s debug g gdb",
        "ordered-output branch-count tmpdir gtool gtoolfile trace check_mpi nolocal");
    put(
        "Open MPI 4 (orterun)",
        "allow-run-as-root am app bind-to bind-to-core bind-to-socket bycore bynode byslot c np cf",
        "cartofile continuous cpu-list cpu-set cpus-per-proc cpus-per-rank d debug-devel debug",
        "debug-daemons debug-daemons-file debugger default-hostfile disable-recovery",
        "display-allocation display-devel-allocation display-devel-map display-diffable-map",
        "display-map display-topo do-not-launch do-not-resolve dvm enable-instant-on-support",
        "enable-recovery fwd-mpirun-port get-stack-traces gmca h help H host hnp hostfile",
        "index-argv-by-rank launch-agent leave-session-attached machinefile map-by max-restarts",
        "max-vm-size mca merge-stderr-to-stdout N n nolocal nooversubscribe noprefix novm npernode",
        "npersocket ompi-server output-filename output-proctable oversubscribe path pernode",
        "personality ppr prefix preload-files q quiet rank-by report-bindings",
        "report-child-jobs-separately report-events report-pid report-state-on-timeout report-uri",
        "rf rankfile s preload-binary set-cwd-to-session-dir show-progress stdin tag-output"
            + " timeout",
        "timestamp-output tune tv use-hwthread-cpus use-regexp v verbose V version wd wdir x xml",
        "xml-file xterm terminate wait-for-server server-wait-time hetero aborted");
    put(
        "Open MPI 5 (PRRTE)",
        "prtemca pmixmca omca gomca output display runtime-options rtos mapby bindto rankby",
        "stream-buffering forward-signals spawn-timeout with-ft display-comm display-comm-finalize",
        "pset namespace session-id alloc-id memory-alloc-kinds gpu-support num-connect-retries",
        "no-aggregate-help parseable parsable stop-on-exec stop-in-init stop-in-app set-env",
        "unset-env append-env prepend-env add-host add-hostfile launcher-hostfile dvm-hostfile",
        "dvm-uri pid output-directory amca initial-errhandler personality tmpdir daemonize set-sid",
        "system-server system-server-first system-server-only no-ready-msg do-not-connect",
        "wait-to-connect dvm-try-connects keepalive test-suicide fwd-environment app-prefix",
        "no-app-prefix exec-agent");
    put(
        "MPICH's smpd (mpiexec.smpd)",
        "localonly machinefile port p phrase smpdfile noprompt register remove validate whoami",
        "exitcodes priority pwdfile user localroot nopopup_debug nompi plaintext delegate",
        "impersonate logon channel tempdir mapall map hwnd job remove_job associate_job add_job",
        "add_job_and_password timeout dir pmi_args");
  }

  private OthersPage() {}

  private static void put(String launcher, String... names) {
    LAUNCHERS.put(launcher, ShellWords.parts(String.join(" ", names), " "));
  }

  /** The launchers and the names of their options, without dashes. */
  static Map<String, List<String>> launchers() {
    return LAUNCHERS;
  }

  /** What becomes of an option; null when we do not know it. */
  static @Nullable String fate(String name) {
    Option ours = OptionNames.named(name);
    if (ours != null) {
      String first = ours.names.getFirst();
      return name.equals(first) ? ours.help : "as `-" + first + "`: " + ours.help;
    }
    ForeignOption foreign = ForeignOption.named(name);
    if (foreign == null) {
      return null;
    }
    return switch (foreign.fate()) {
      case MAPPED ->
          foreign.note().startsWith("-") ? "stands for `" + foreign.note() + "`" : foreign.note();
      case CHANGES_NOTHING -> "changes nothing: " + foreign.note();
      case REFUSED -> "refused: " + foreign.note();
    };
  }

  /** Prints the page. */
  static void print(PrintStream out) {
    out.print(
        """
        # Options of other launchers

        A script written for another `mpiexec` or `mpirun` should run as it is. Every option of those below is honoured under
        its own name, stands for options of ours, changes nothing here (`-verbose` says so), or is refused with what to write
        instead. One dash or two, and `--name=value`, make no difference. Where two launchers mean different things by one
        name, ours is MPICH's: `-s` chooses who reads standard input, and Open MPI's `-s` is `--preload-binary`.

        This page is printed by `org.purempi.launch.options.Manual others` from the tables of options; a test compares them.
        """);
    LAUNCHERS.forEach(
        (launcher, names) -> {
          out.printf("%n## %s%n%n| option | here |%n|---|---|%n", launcher);
          for (String name : names) {
            String fate = String.valueOf(fate(name));
            out.printf("| `-%s%s` | %s |%n", name, values(name), fate.replace("|", "\\|"));
          }
        });
  }

  private static String values(String name) {
    Option ours = OptionNames.named(name);
    ForeignOption foreign = ForeignOption.named(name);
    String values =
        ours != null ? ours.value.shown() : foreign != null ? foreign.value().shown() : "";
    return values.replace("|", "\\|");
  }
}
