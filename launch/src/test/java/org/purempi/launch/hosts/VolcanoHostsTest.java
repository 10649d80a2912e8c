package org.purempi.launch.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Volcano tells the master of an MPI job. */
class VolcanoHostsTest {
  @TempDir Path volcano;

  private List<String> hosts(Map<String, String> environment) throws HostsException {
    return HostSource.find(environment, volcano).orElseThrow().hosts().stream()
        .map(Host::name)
        .toList();
  }

  private void task(String name, String... hosts) throws IOException {
    Files.write(volcano.resolve(name + ".host"), List.of(hosts));
  }

  @Test
  void aVariableNamesTheWorkers() throws Exception {
    assertThat(hosts(Map.of("MPI_HOST", "job-worker-0.job,job-worker-1.job")))
        .containsExactly("job-worker-0.job", "job-worker-1.job");
  }

  @Test
  void filesNameTheHostsOfEachTaskAndOursIsPassedOver() throws Exception {
    task("master", "job-master-0.job");
    task("worker", "job-worker-0.job", "job-worker-1.job");
    assertThat(hosts(Map.of("HOSTNAME", "job-master-0")))
        .containsExactly("job-worker-0.job", "job-worker-1.job");
  }

  @Test
  void aJobOfOneTaskRunsOnAllItsHosts() throws Exception {
    task("worker", "job-worker-0.job", "job-worker-1.job");
    assertThat(hosts(Map.of("HOSTNAME", "job-worker-0"))).hasSize(2);
  }

  @Test
  void severalTasksAreForTheUserToChooseFrom() throws Exception {
    task("a", "job-a-0.job");
    task("b", "job-b-0.job");
    assertThatThrownBy(() -> hosts(Map.of("HOSTNAME", "elsewhere")))
        .isInstanceOf(HostsException.class)
        .hasMessageContaining("name one with -hostfile");
  }

  @Test
  void whereThereIsNoVolcanoNothingIsNamed() throws Exception {
    assertThat(HostSource.find(Map.of(), volcano)).isEmpty();
    assertThat(HostSource.find(Map.of(), volcano.resolve("none"))).isEmpty();
  }

  @Test
  void whatTheOperatorWritesForEachImplementationIsRead() throws Exception {
    String first = "pi-worker-0.pi.default.svc";
    for (String[] contract :
        new String[][] {
          {"HYDRA_HOST_FILE", first + ":2\n"},
          {"I_MPI_HYDRA_HOST_FILE", first + ":2\n"},
          {"OMPI_MCA_orte_default_hostfile", first + " slots=2\n"}
        }) {
      Path file = Files.writeString(volcano.resolve("hostfile"), contract[1]);
      HostList list = HostSource.find(Map.of(contract[0], file.toString()), volcano).orElseThrow();
      assertThat(list.hosts()).containsExactly(Host.of(first, 2));
    }
  }
}
