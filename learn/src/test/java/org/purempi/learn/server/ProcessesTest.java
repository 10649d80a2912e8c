package org.purempi.learn.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that are processes; {@link ProcessProgram} is what they run. */
@Timeout(120)
class ProcessesTest {
  /** Two of them die. */
  @Test
  void areWorkersAndServersToo() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = classPath();
    List<String> words =
        new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-cp", classPath));
    words.addAll(List.of("org.purempi.launch.Mpiexec", "-enable-recovery", "-timeout", "100"));
    words.addAll(List.of("-n", "4", "-cp", classPath, ProcessProgram.class.getName()));
    Process job = new ProcessBuilder(words).redirectErrorStream(true).start();
    job.getOutputStream().close();
    String output = new String(job.getInputStream().readAllBytes(), Charset.defaultCharset());
    assertThat(job.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("the job goes on")
        .contains("rank 0 of 4, BSP: done", "rank 2 of 4, BSP: done", "rank 3 of 4, BSP: served")
        .contains("rank 0 of 3, ASP: done", "rank 2 of 3, ASP: served");
  }

  /** All that this JVM sees; Surefire may hide it behind a jar that only has a manifest. */
  private static String classPath() {
    String modules = System.getProperty("jdk.module.path", "");
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return modules.isEmpty() ? classes : classes + File.pathSeparator + modules;
  }
}
