package org.purempi.launch.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of the words of ssh and kubectl are worth another try. */
class NotYetTest {
  private static String failure(String words) {
    return "host worker-1.ranks: its manager did not start: ssh exit code 255: " + words;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssh: Could not resolve hostname worker-1.ranks: Name or service not known",
        "ssh: Could not resolve hostname worker-1.ranks: Temporary failure in name resolution",
        "ssh: Could not resolve hostname worker-1.ranks: No address associated with hostname",
        "ssh: Could not resolve hostname worker-1.ranks: Name does not resolve",
        "ssh: connect to host worker-1.ranks port 2222: Connection refused",
        "ssh: connect to host worker-1.ranks port 2222: No route to host",
        "ssh: connect to host worker-1.ranks port 2222: Connection timed out",
        "ssh: connect to host worker-1.ranks port 2222: Operation timed out",
        "ssh: connect to host worker-1.ranks port 2222: Network is unreachable",
        "ssh: connect to host worker-1.ranks port 2222: Host is unreachable",
        "kex_exchange_identification: Connection closed by remote host",
        "kex_exchange_identification: read: Connection reset by peer",
        "ssh_exchange_identification: Connection closed by remote host",
        "Connection closed by 10.1.2.3 port 2222",
        "Connection reset by 10.1.2.3 port 2222",
        "Connection to worker-1.ranks closed by remote host.",
        "Connection timed out during banner exchange",
        "banner exchange: Connection to 10.1.2.3 port 2222: invalid format",
        "ssh_dispatch_run_fatal: Connection to 10.1.2.3 port 2222: Broken pipe",
        "System is booting up. Unprivileged users are not permitted to log in yet.",
        "Error from server (NotFound): pods \"worker-1\" not found",
        "Error from server (BadRequest): pod worker-1 does not have a host assigned",
        "error: unable to upgrade connection: container not found (\"worker\")",
        "error: unable to upgrade connection: pod does not exist",
        "error: Internal error occurred: container \"worker\" is not running",
        "Error from server: error dialing backend: dial tcp 10.1.2.3:10250: i/o timeout",
        "Unable to connect to the server: net/http: TLS handshake timeout"
      })
  void aPodThatComesUpIsCalledAgain(String words) {
    assertThat(NotYet.says(failure(words))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bash: line 1: /opt/purempi/bin/smpd: No such file or directory",
        "bash: smpd: command not found",
        "sh: 1: /opt/purempi/bin/smpd: not found",
        "zsh:1: command not found: smpd",
        "smpd: no Java 25 or newer: looked at JAVA_HOME, /usr/lib/jvm and PATH; install a JDK 25 or"
            + " set JAVA_HOME",
        "OCI runtime exec failed: exec failed: unable to start container process: exec:"
            + " \"smpd\": executable file not found in $PATH: unknown",
        "error: Internal error occurred: error executing command in container: failed to exec in"
            + " container: exec: \"/opt/smpd\": stat /opt/smpd: no such file or directory: unknown",
        "command terminated with exit code 127",
        "mpiuser@worker-1.ranks: Permission denied (publickey).",
        "Host key verification failed.",
        "error: cannot exec into a container in a completed pod; current phase is Succeeded",
        "Error from server (Forbidden): pods \"worker-1\" is forbidden: User cannot create"
            + " pods/exec",
        "Bad owner or permissions on /home/mpiuser/.ssh/config"
      })
  void whatWillBeNoBetterIsToldAtOnce(String words) {
    assertThat(NotYet.says(failure(words))).isFalse();
  }
}
