package org.purempi.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An option of another mpiexec that ours has not: either it changes nothing here, or what to use
 * instead is said.
 *
 * @param values how many words follow it
 * @param refused whether the call cannot be what its author means
 * @param note why it changes nothing, or what to use
 */
record ForeignOption(int values, boolean refused, String note) {
  private static final Map<String, ForeignOption> BY_NAME = new HashMap<>();

  static {
    // Hydra
    accept(0, "it is so unless -pmi-fd asks for the other way", "pmi-port");
    accept(0, "it is so always", "enable-auto-cleanup");
    accept(0, "host names are never looked up", "enable-hostname-propagation");
    accept(0, "host names are never looked up", "disable-hostname-propagation");
    accept(0, "nothing is forwarded to X", "enable-x", "disable-x");
    accept(0, "use -verbose", "debug");
    accept(1, "this launcher needs no such library or engine", "topolib", "demux", "rmk");
    accept(1, "names are served by mpiexec itself", "nameserver");
    accept(1, "host names are never looked up", "localhost", "order-nodes");
    accept(1, "memory lies where it is touched first; use -bind-to", "membind");
    accept(1, "the universe is what was named with -hosts or -hostfile", "usize");
    accept(1, "graphics processors are not given out", "gpus-per-proc");
    refuse(0, "ranks of a failed job are ended always", "disable-auto-cleanup", "dac");
    refuse(0, "name the hosts without this one", "skip-launch-node", "nolocal");
    refuse(0, "send SIGUSR1 to mpiexec to see what ranks do", "profile", "info", "g", "gdb");
    refuse(1, "use -output-dir DIR, or -outfile-pattern", "outfile", "errfile");
    // Open MPI
    accept(0, "it is so always", "oversubscribe", "nooversubscribe", "allow-run-as-root");
    accept(0, "use -bind-to hwthread", "use-hwthread-cpus");
    accept(0, "nothing is said anyway", "q", "quiet", "display-allocation");
    accept(1, "ranks are numbered in the order of -map-by", "rank-by");
    accept(1, "use -display-map, -report-bindings or -verbose", "display");
    accept(0, "it is said always", "get-stack-traces", "report-state-on-timeout");
    refuse(0, "write -l, and let the reader stamp the lines", "timestamp-output");
    refuse(1, "write -bind-to user:0,1,…", "rankfile", "rf", "cpu-set", "slot-list");
    // smpd on Windows
    accept(1, "priorities are left to 'nice'", "priority");
    accept(1, "the daemons run jobs as the user who started them", "pwdfile");
    accept(1, "there is one passphrase, which -register keeps", "user");
    accept(0, "ranks of this host are started by mpiexec itself", "localroot");
    accept(0, "there are no such windows here", "nopopup_debug");
    accept(0, "a program that does not call MPI runs as it is", "nompi");
    refuse(0, "what travels to smpd is always encrypted", "plaintext");
    refuse(0, "it is available on Windows only", "delegate", "impersonate", "logon", "mapall");
    refuse(1, "it is available on Windows only", "map", "hwnd");
    refuse(1, "it is available on Windows only", "job", "remove_job", "associate_job");
    refuse(2, "it is available on Windows only", "add_job", "add_job_and_password");
  }

  private static void accept(int values, String note, String... names) {
    put(new ForeignOption(values, false, note), names);
  }

  private static void refuse(int values, String note, String... names) {
    put(new ForeignOption(values, true, note), names);
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
}
