package org.purempi.launch.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which hosts are named. */
@Timeout(10)
class HostListTest {
  private static String text(HostList list) {
    return list.hosts().stream()
        .map(h -> (h.user() == null ? "" : h.user() + "@") + h.name() + "=" + h.slots())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b                  | a=1 b=1",
        "a:2,b:1              | a=2 b=1",
        "a:2,,b               | a=2 b=1",
        "a,b,a                | a=2 b=1",
        "me@a:3               | me@a=3",
        "10.0.0.1:2,10.0.0.2  | 10.0.0.1=2 10.0.0.2=1",
        "[fe80::1]:4,[::2]    | fe80::1=4 ::2=1",
        "fe80::1,b            | fe80::1=1 b=1",
        "a-1.x.svc.local:16   | a-1.x.svc.local=16",
      })
  void aListOnTheCommandLine(String words, String hosts) throws HostsException {
    assertThat(text(HostWords.parse("-hosts", words))).isEqualTo(hosts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ",", "a:0", "a:-1", "a:x", "a:200000", "-oProxyCommand=x", "a b", "[a"})
  void aWrongListIsRefusedByTheOptionsName(String words) {
    assertThatThrownBy(() -> HostWords.parse("-hosts", words))
        .isInstanceOf(HostsException.class)
        .hasMessageContaining("-hosts");
  }

  @Test
  void smpdCountsItsHostsFirst() throws HostsException {
    var words = List.of("3", "a", "2", "b", "c", "1", "./prog", "4");
    assertThat(HostWords.isCounted(words)).isTrue();
    int length = HostWords.countedLength("-hosts", words);
    assertThat(length).isEqualTo(6);
    assertThat(text(HostWords.counted("-hosts", words.subList(0, length))))
        .isEqualTo("a=2 b=1 c=1");
    assertThat(HostWords.isCounted(List.of("a,b", "x"))).isFalse();
    assertThatThrownBy(() -> HostWords.countedLength("-hosts", List.of("3", "a", "2")))
        .hasMessageContaining("only 1 hosts follow");
  }

  @Test
  void aFileInTheFormatOfEveryLauncher() throws HostsException {
    HostList list =
        HostFile.parse(
            "-hostfile f",
            """
            # Hydra
            a:2 binding=user:0,1
            b          # a comment

            c slots=4 max_slots=8
            d slots = 3 user=me
            e 2
            f:1 user=you
            a
            """);
    assertThat(text(list)).isEqualTo("a=3 b=1 c=4 me@d=3 e=2 you@f=1");
    assertThat(list.counted()).isTrue();
    assertThat(HostFile.parse("f", "a\nb\n").counted()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a slots=", "a slots=x", "a colour=red", "a 2 3", "a user=;rm", "# none"})
  void aWrongFileIsRefusedByItsLine(String text) {
    assertThatThrownBy(() -> HostFile.parse("-hostfile f", text))
        .isInstanceOf(HostsException.class)
        .hasMessageStartingWith("-hostfile f");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n1                   | n1",
        "n[1-3]               | n1 n2 n3",
        "n[07-10,12]          | n07 n08 n09 n10 n12",
        "a[1-2]x[0-1],login   | a1x0 a1x1 a2x0 a2x1 login",
        "r[1]n[01-02]-ib      | r1n01-ib r1n02-ib",
      })
  void slurmsShortNamesAreWrittenOut(String list, String names) throws HostsException {
    assertThat(String.join(" ", SlurmNodes.expand("SLURM_NODELIST", list))).isEqualTo(names);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n[1-", "n]1[", "n[[1]]", "n[3-1]", "n[1-999999999]", "n[x]", "n[]"})
  void aBrokenNodeListIsRefused(String list) {
    assertThatThrownBy(() -> SlurmNodes.expand("SLURM_NODELIST", list))
        .isInstanceOf(HostsException.class)
        .hasMessageStartingWith("SLURM_NODELIST");
  }

  @Test
  void anAllocationOfSlurm() throws HostsException {
    var environment = Map.of("SLURM_JOB_NODELIST", "n[1-3],m", "SLURM_TASKS_PER_NODE", "2(x3),1");
    assertThat(HostSource.find(environment).map(HostListTest::text)).hasValue("n1=2 n2=2 n3=2 m=1");
    assertThat(HostSource.find(Map.of("SLURM_NODELIST", "n")).map(HostListTest::text))
        .hasValue("n=1");
  }

  @Test
  void otherResourceManagers(@TempDir Path place) throws Exception {
    Path nodes = write(place, "nodes", "a\na\nb\n");
    assertThat(HostSource.find(Map.of("PBS_NODEFILE", nodes.toString())).map(HostListTest::text))
        .hasValue("a=2 b=1");
    assertThat(HostSource.find(Map.of("LSB_MCPU_HOSTS", "a 4 b 2")).map(HostListTest::text))
        .hasValue("a=4 b=2");
    Path engine = write(place, "pe", "a 4 all.q@a UNDEFINED\nb 2 all.q@b UNDEFINED\n");
    assertThat(HostSource.find(Map.of("PE_HOSTFILE", engine.toString())).map(HostListTest::text))
        .hasValue("a=4 b=2");
    assertThat(HostSource.find(Map.of("PATH", "/bin"))).isEmpty();
  }

  @Test
  void aFileThatAVariableNamesWinsOverTheResourceManager(@TempDir Path place) throws Exception {
    Path file = write(place, "hosts", "x slots=2\n");
    for (String name :
        List.of("HYDRA_HOST_FILE", "I_MPI_HYDRA_HOST_FILE", "OMPI_MCA_orte_default_hostfile")) {
      var environment = Map.of(name, file.toString(), "SLURM_NODELIST", "n[1-3]");
      assertThat(HostSource.find(environment).map(HostListTest::text)).hasValue("x=2");
    }
    assertThatThrownBy(() -> HostSource.find(Map.of("HYDRA_HOST_FILE", "/no/such")))
        .hasMessageStartingWith("HYDRA_HOST_FILE=/no/such: cannot be read");
  }

  private static Path write(Path place, String name, String text) throws IOException {
    return Files.writeString(place.resolve(name), text);
  }

  @Test
  void rangesAreReadAsTheyAreWritten() throws HostsException {
    assertThat(Ranges.text(List.of(0, 1, 2, 5, 7, 8))).isEqualTo("0-2,5,7-8");
    assertThat(Ranges.parse("x", "0-2,5,7-8", 9)).containsExactly(0, 1, 2, 5, 7, 8);
    assertThat(Ranges.parse("x", "", 9)).isEmpty();
    for (String wrong : List.of("9", "3-1", "a", "-1", "1-", "0-8,0-8")) {
      assertThatThrownBy(() -> Ranges.parse("x", wrong, 9)).isInstanceOf(HostsException.class);
    }
  }
}
