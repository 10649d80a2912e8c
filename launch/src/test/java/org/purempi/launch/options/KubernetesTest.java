package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.text.UsageException;

/** How pods are reached, and who says which there are. */
@Timeout(20)
class KubernetesTest {
  private static final Host POD = Host.of("pi-worker-0", 1);
  private static final List<String> PROGRAM = List.of("/opt/purempi/bin/smpd", "-manager");

  @TempDir Path directory;

  private String script(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file.toString();
  }

  private static List<String> words(
      @Nullable String kind, @Nullable String executable, Map<String, String> more)
      throws UsageException {
    var given = new GivenOptions();
    if (executable != null) {
      given.put(Option.LAUNCHER_EXEC, "-launcher-exec", List.of(executable));
    }
    given.readVariables(more);
    String named = kind == null ? given.get(Option.LAUNCHER) : kind;
    return LauncherOptions.choose(named, given, false).words(POD, PROGRAM);
  }

  @Test
  void kubectlHandsInputOn() throws Exception {
    assertThat(words("kubectl", null, Map.of("HYDRA_LAUNCHER_EXTRA_ARGS", "-c worker")))
        .containsExactly(
            "kubectl",
            "exec",
            "-i",
            "-c",
            "worker",
            "pi-worker-0",
            "--",
            "/opt/purempi/bin/smpd",
            "-manager");
  }

  @Test
  void theOldOperatorsScriptHandsNoInputOnSoThatWhatItCallsIsCalled() throws Exception {
    String old =
        script(
            "kubexec.sh",
            """
            #!/bin/sh
            set -x
            POD_NAME=$1
            shift
            /opt/kube/kubectl exec ${POD_NAME} --container mpi -- /bin/sh -c "$*"
            """);
    assertThat(words(null, old, Map.of()))
        .startsWith("/opt/kube/kubectl", "exec", "-i", "--container=mpi", "pi-worker-0", "--");
    assertThat(words(null, null, Map.of("OMPI_MCA_plm_rsh_agent", old)))
        .startsWith("/opt/kube/kubectl", "exec", "-i");
  }

  @Test
  void aScriptThatHandsInputOnIsUsedAsItIs() throws Exception {
    String good = script("kubexec.sh", "kubectl exec -i $1 -- /bin/sh -c \"$2\"\n");
    assertThat(words(null, good, Map.of()))
        .containsExactly(good, "pi-worker-0", "/opt/purempi/bin/smpd", "-manager");
  }

  @Test
  void theOperatorsArgumentsForSshArePassedOn() throws Exception {
    for (String variable :
        List.of(
            "HYDRA_LAUNCH_EXTRA_ARGS",
            "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS",
            "OMPI_MCA_plm_rsh_args")) {
      assertThat(words(null, null, Map.of(variable, "-o ConnectionAttempts=10")))
          .as(variable)
          .containsSubsequence("ssh", "-o", "ConnectionAttempts=10", "pi-worker-0")
          .doesNotContain("-p");
    }
  }

  @Test
  void aScriptNamesTheHostsThatThereAre() throws Exception {
    String discover = script("discover_hosts.sh", "#!/bin/sh\necho a.pi.svc\necho b.pi.svc:2\n");
    assertThat(HostScript.hosts("-host-discovery-script", discover, 5).hosts())
        .containsExactly(Host.of("a.pi.svc", 1), Host.of("b.pi.svc", 2));
  }

  @Test
  void aScriptIsAskedAgainUntilItNamesAHost() throws Exception {
    Path seen = directory.resolve("seen");
    String later =
        script("later.sh", "#!/bin/sh\n[ -e %1$s ] && echo a\ntouch %1$s\n".formatted(seen));
    assertThat(HostScript.hosts("-x", later, 5).hosts()).containsExactly(Host.of("a", 1));
  }

  @Test
  void aScriptThatNamesNobodyOrFailsIsNamed() throws Exception {
    String empty = script("empty.sh", "#!/bin/sh\n");
    assertThatThrownBy(() -> HostScript.hosts("-x", empty, 0))
        .isInstanceOf(HostsException.class)
        .hasMessageContaining("-x " + empty + ": names no host for 0 s");
    String broken = script("broken.sh", "#!/bin/sh\nexit 3\n");
    assertThatThrownBy(() -> HostScript.hosts("-x", broken, 5))
        .hasMessageContaining("exited with code 3");
    String slow = script("slow.sh", "#!/bin/sh\nsleep 30\n");
    assertThatThrownBy(() -> HostScript.hosts("-x", slow, 1))
        .hasMessageContaining("slow.sh: names no host for 1 s");
    assertThatThrownBy(() -> HostScript.hosts("-x", "/no/such", 5))
        .hasMessageContaining("cannot be run");
  }
}
