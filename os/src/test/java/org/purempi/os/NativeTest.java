package org.purempi.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What native access allows, and what is left without it. */
@Timeout(60)
class NativeTest {
  /** Run in a JVM of its own, with native access refused. */
  static final class Refused {
    private Refused() {}

    public static void main(String[] args) {
      Native.prepare();
      System.out.println(Native.isAvailable() + " " + Native.isReady() + " " + Affinity.bind(0, 0));
      try {
        new Descriptor(0).close();
      } catch (IllegalStateException | IOException expected) {
        System.out.println(expected.getMessage());
      }
    }
  }

  @Test
  void preparingBindsInTheBackground() throws InterruptedException {
    assertThat(Native.isAvailable()).isTrue();
    Native.prepare();
    while (!Native.isReady()) {
      Thread.sleep(1);
    }
    Native.prepare();
    assertThat(Native.isReady()).isTrue();
  }

  @Test
  void withoutNativeAccessEverythingIsUnavailableAndNothingWarns() throws Exception {
    for (List<String> options :
        List.of(List.<String>of(), List.of("--illegal-native-access=deny"))) {
      String output = runRefused(options);
      assertThat(output.lines())
          .containsExactly(
              "false false false",
              "descriptor 0 needs native access: add --enable-native-access=org.purempi.os (module"
                  + " path) or --enable-native-access=ALL-UNNAMED (class path)");
    }
  }

  @Test
  void bindingToAProcessorThatDoesNotExistIsRefused() {
    assertThat(Affinity.bind(0, 1 << 20)).isFalse();
    assertThat(Affinity.bind(0)).isFalse();
  }

  @Test
  void aThreadIsBoundToOneProcessor() throws Exception {
    var allowed = new CompletableFuture<List<Integer>>();
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                assertThat(Affinity.allowed()).hasSize(Runtime.getRuntime().availableProcessors());
                boolean isBound = Affinity.bind(0, 0);
                allowed.complete(isBound ? Affinity.allowed() : List.of());
              } catch (IOException e) {
                allowed.completeExceptionally(e);
              }
            });
    assertThat(allowed.get(20, TimeUnit.SECONDS)).containsExactly(0);
  }

  @Test
  void aClosedDescriptorSaysWhatFailed() {
    Descriptor closed = new Descriptor(987_654);
    assertThatThrownBy(closed::close)
        .hasMessage("cannot close file descriptor 987654: error number 9");
    assertThatThrownBy(() -> closed.input().read())
        .hasMessage("cannot read file descriptor 987654: error number 9");
    assertThatThrownBy(() -> closed.output().write(1))
        .hasMessage("cannot write to file descriptor 987654: error number 9");
  }

  private static String runRefused(List<String> options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Refused.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
