package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Tree;

/** google-java-format, as a process of the JDK that runs this test. */
class FormatTest {
  @Test
  @Timeout(120)
  void everySourceFileIsFormatted() throws Exception {
    ProcessBuilder check =
        new ProcessBuilder(".ci/format", "--check")
            .directory(Tree.ROOT.toFile())
            .redirectErrorStream(true);
    Path jar = Path.of("target/tools/google-java-format.jar").toAbsolutePath();
    check.environment().put("PUREMPI_GJF_JAR", jar.toString());
    check.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = check.start();
    String unformatted =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("run .ci/format; it would change:\n%s", unformatted).isZero();
  }
}
