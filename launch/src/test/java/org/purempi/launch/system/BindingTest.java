package org.purempi.launch.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.text.UsageException;

/** Bindings on machines that we do not have. */
@Timeout(10)
class BindingTest {
  /** Two sockets of two cores of two threads; each socket is a NUMA node with one L3 cache. */
  private static Path machine(Path root) throws IOException {
    Path cpus = root.resolve("sys/devices/system/cpu");
    for (int cpu = 0; cpu < 8; cpu++) {
      int core = cpu % 4;
      Path mine = cpus.resolve("cpu" + cpu);
      write(mine.resolve("topology/physical_package_id"), "" + core / 2);
      write(mine.resolve("topology/core_id"), "" + core % 2);
      write(mine.resolve("cache/index0/type"), "Data");
      write(mine.resolve("cache/index0/level"), "1");
      write(mine.resolve("cache/index0/shared_cpu_list"), core + "," + (core + 4));
      write(mine.resolve("cache/index1/type"), "Unified");
      write(mine.resolve("cache/index1/level"), "3");
      write(mine.resolve("cache/index1/shared_cpu_list"), core / 2 == 0 ? "0-1,4-5" : "2-3,6-7");
      Files.createDirectories(mine.resolve("node" + core / 2));
    }
    write(cpus.resolve("online"), "0-7");
    return root;
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  @Test
  void everyKindOfPartHasItsProcessors(@TempDir Path root) throws Exception {
    Path machine = machine(root);
    assertThat(choices("core", machine)).containsExactly("0,4", "1,5", "2,6", "3,7");
    assertThat(choices("hwthread", machine)).hasSize(8).contains("5");
    assertThat(choices("socket", machine)).containsExactly("0,1,4,5", "2,3,6,7");
    assertThat(choices("numa", machine)).containsExactly("0,1,4,5", "2,3,6,7");
    assertThat(choices("l3cache", machine)).containsExactly("0,1,4,5", "2,3,6,7");
    assertThat(choices("core:2", machine)).containsExactly("0,4,1,5", "2,6,3,7");
    assertThat(choices("user:1,0+2", machine)).containsExactly("1", "0,2");
    assertThat(Binding.parse("-bind-to none", "none", machine).isNone()).isTrue();
  }

  private static List<String> choices(String text, Path root) throws UsageException {
    return Binding.parse("-bind-to " + text, text, root).choices();
  }

  @Test
  void thisMachineHasCores() throws UsageException {
    assertThat(choices("core", CpuTopology.MACHINE)).isNotEmpty();
    assertThat(choices("numa", CpuTopology.MACHINE)).isNotEmpty();
  }

  @Test
  void aProcessorThatIsNotThereIsNamed(@TempDir Path root) throws Exception {
    Path machine = machine(root);
    for (String wrong : List.of("user:9999", "user:0,8", "user:0+99999")) {
      assertThatThrownBy(() -> choices(wrong, machine))
          .isInstanceOf(UsageException.class)
          .hasMessageContainingAll("-bind-to " + wrong, "no processor", "it has 0-7");
    }
  }

  @Test
  void openMpisQualifiersAskForWhatIsDoneAnyway(@TempDir Path root) throws Exception {
    Path machine = machine(root);
    assertThat(choices("core:overload-allowed", machine)).isEqualTo(choices("core", machine));
    assertThat(choices("CORE:2:OVERLOAD:REPORT", machine)).isEqualTo(choices("core:2", machine));
    Binding lenient = Binding.parse("-bind-to x", "user:99:if-supported", machine);
    assertThat(lenient.ifSupported()).isTrue();
    assertThat(Binding.parse("x", lenient.text(), machine)).isEqualTo(lenient);
  }

  @Test
  void anUnknownKindIsRefused() {
    for (String wrong : List.of("moon", "core:0", "user:", "user:a", "core:x")) {
      assertThatThrownBy(() -> Binding.parse("-bind-to " + wrong, wrong, CpuTopology.MACHINE))
          .hasMessageContaining("-bind-to " + wrong + ": write core");
    }
  }
}
