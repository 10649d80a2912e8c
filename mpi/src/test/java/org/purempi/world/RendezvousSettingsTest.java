package org.purempi.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.Rendezvous;
import org.purempi.setting.Setting;

/** What platforms say, and what is made of it. */
class RendezvousSettingsTest {
  private static final String POD_LINE =
      "10.1.0.7\tpi-3.ranks.lab.svc.cluster.local\tpi-3 # of the kubelet\n";

  @TempDir Path directory;

  private final Map<Setting, String> settings = new EnumMap<>(Setting.class);
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void hosts() throws IOException {
    Files.writeString(directory.resolve("hosts"), "127.0.0.1 localhost\n" + POD_LINE);
  }

  private RendezvousSettings all() {
    return new RendezvousSettings(settings::get, environment::get, directory.resolve("hosts"));
  }

  @Test
  void whereNothingIsSetNobodyIsToBeMet() {
    assertThat(all().areThere()).isFalse();
    environment.put("JOB_COMPLETION_INDEX", "3");
    assertThat(all().areThere()).isFalse();
    settings.put(Setting.SIZE, "4");
    assertThat(all().areThere()).isTrue();
  }

  @Test
  void rankSizeAndRootAreEnough() throws IOException {
    settings.putAll(Map.of(Setting.RANK, "2", Setting.SIZE, "4", Setting.ROOT, "node1:77"));
    assertThat(all().areThere()).isTrue();
    assertThat(all().rendezvous()).hasToString("rank 2 of 4, who meet at node1 port 77");
  }

  @Test
  void whatIsMissingIsNamed() {
    settings.put(Setting.RANK, "2");
    assertThatThrownBy(() -> all().rendezvous())
        .hasMessageContaining("PUREMPI_SIZE, how many ranks there are, is missing");
    settings.put(Setting.SIZE, "4");
    assertThatThrownBy(() -> all().rendezvous())
        .hasMessageContaining("PUREMPI_ROOT, host:port of rank 0, is missing");
    settings.put(Setting.ROOT, "a");
    settings.remove(Setting.RANK);
    assertThatThrownBy(() -> all().rendezvous())
        .hasMessageContaining("PUREMPI_RANK, this process's rank, is missing");
    settings.put(Setting.RANK, "two");
    assertThatThrownBy(() -> all().rendezvous())
        .hasMessage("PUREMPI_RANK=two: must be a whole number from 0 to 1000000000");
    settings.put(Setting.RANK, "4");
    assertThatThrownBy(() -> all().rendezvous()).hasMessageContaining("rank 4 of 4");
  }

  @Test
  void aPodOfAnIndexedJobFindsTheFirstByItsOwnName() throws IOException {
    environment.putAll(Map.of("JOB_COMPLETION_INDEX", "3", "HOSTNAME", "pi-3"));
    settings.put(Setting.SIZE, "4");
    assertThat(all().rendezvous())
        .hasToString("rank 3 of 4, who meet at pi-0.ranks.lab.svc.cluster.local port 8670");
  }

  @Test
  void aPodWithoutAServiceNeedsTheRoot() throws IOException {
    environment.putAll(Map.of("JOB_COMPLETION_INDEX", "3", "HOSTNAME", "other-3"));
    settings.put(Setting.SIZE, "4");
    assertThatThrownBy(() -> all().rendezvous()).hasMessageContaining("PUREMPI_ROOT");
    settings.put(Setting.ROOT, "other-0.ranks:9000");
    assertThat(all().rendezvous()).hasToString("rank 3 of 4, who meet at other-0.ranks port 9000");
  }

  @Test
  void podsOfSeveralJobsOfAJobSetAreNumberedJobByJob() throws IOException {
    String pod = "set-workers-1-2";
    Files.writeString(directory.resolve("hosts"), "10.1.0.9 " + pod + ".set.lab.svc.x " + pod);
    environment.putAll(Map.of("JOB_COMPLETION_INDEX", "2", "HOSTNAME", pod));
    settings.putAll(Map.of(Setting.SIZE, "8", Setting.JOB_INDEX, "1", Setting.JOB_PODS, "4"));
    assertThat(all().rendezvous())
        .hasToString("rank 6 of 8, who meet at set-workers-0-0.set.lab.svc.x port 8670");
    settings.put(Setting.SIZE, "7");
    assertThatThrownBy(() -> all().rendezvous()).hasMessageContaining("does not add up");
  }

  @Test
  void theTimeLimitIsInSeconds() throws IOException {
    settings.putAll(
        Map.of(
            Setting.RANK,
            "1",
            Setting.SIZE,
            "2",
            Setting.ROOT,
            "a",
            Setting.RENDEZVOUS_TIMEOUT,
            "30"));
    assertThat(all().rendezvous().limit()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void theSecretIsInAFileOrAVariable() throws IOException {
    settings.putAll(Map.of(Setting.RANK, "1", Setting.SIZE, "2", Setting.ROOT, "a"));
    assertThat(all().rendezvous().secret()).isNull();
    environment.put("PUREMPI_SECRET", "0123456789abcdef");
    assertThat(all().rendezvous().secret()).isEqualTo("0123456789abcdef");
    Path file = Files.writeString(directory.resolve("secret"), "fedcba9876543210\n");
    settings.put(Setting.SECRET_FILE, file.toString());
    assertThatThrownBy(() -> all().rendezvous()).hasMessageContaining("one of them is enough");
    environment.remove("PUREMPI_SECRET");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> all().rendezvous())
        .hasMessageContaining("PUREMPI_SECRET_FILE=" + file + ": ")
        .hasMessageContaining("open to other users (rw-r--r--): chmod 600");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Rendezvous where = all().rendezvous();
    assertThat(where.secret()).isEqualTo("fedcba9876543210");
    settings.put(Setting.SECRET_FILE, directory.resolve("none").toString());
    assertThatThrownBy(() -> all().rendezvous())
        .hasMessageContaining("PUREMPI_SECRET_FILE=" + directory.resolve("none"));
  }
}
