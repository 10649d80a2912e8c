package org.purempi.tests.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.install.Installed.Result;

/** A small application of a user's own, started plainly: no flags, no warnings. */
@Timeout(120)
class AnywhereTest {
  private static final String JAVA = Installed.java().resolve("bin/java").toString();

  private static final String MAIN =
      """
      package demo;

      import org.purempi.*;

      public class Main {
        record Point(double x, int id) {}

        public static void main(String[] args) {
          Mpi.run(4, world -> {
            int sum = world.allreduce(world.rank(), Op.SUM);
            double[] large = new double[100_000];
            if (world.rank() == 0) {
              world.sendObject("text", 1, 1);
              world.send(large, 1, 2);
            } else if (world.rank() == 1) {
              world.recvObject(String.class, 0, 1);
              world.recv(large, 0, 2);
            }
            world.barrier();
            if (world.rank() == 0) {
              System.out.println("sum " + sum);
            }
          });
        }
      }
      """;

  private static Path compiled(Path folder, boolean modular) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src/demo"));
    var words = new ArrayList<String>();
    words.add(Installed.java().resolve("bin/javac").toString());
    words.addAll(List.of(modular ? "--module-path" : "-cp", Installed.libraryPath()));
    words.addAll(List.of("-d", folder.resolve("classes").toString()));
    words.add(Files.writeString(sources.resolve("Main.java"), MAIN).toString());
    if (modular) {
      Path info = folder.resolve("src/module-info.java");
      words.add(Files.writeString(info, "module demo { requires org.purempi; }").toString());
    }
    Result javac = Installed.run(folder, Map.of(), words.toArray(String[]::new));
    assertThat(javac.text()).isEmpty();
    return folder.resolve("classes");
  }

  @Test
  void onTheClassPath(@TempDir Path folder) throws Exception {
    String path = compiled(folder, false) + ":" + Installed.libraryPath();
    assertThat(Installed.run(folder, Map.of(), JAVA, "-cp", path, "demo.Main"))
        .isEqualTo(new Result(0, "sum 6\n"));
  }

  @Test
  void onTheModulePath(@TempDir Path folder) throws Exception {
    String path = compiled(folder, true) + ":" + Installed.libraryPath();
    assertThat(Installed.run(folder, Map.of(), JAVA, "-p", path, "-m", "demo/demo.Main"))
        .isEqualTo(new Result(0, "sum 6\n"));
  }

  @Test
  void withoutNativeAccess(@TempDir Path folder) throws Exception {
    String path = compiled(folder, false) + ":" + Installed.libraryPath();
    String deny = "--illegal-native-access=deny";
    assertThat(Installed.run(folder, Map.of(), JAVA, deny, "-cp", path, "demo.Main"))
        .isEqualTo(new Result(0, "sum 6\n"));
  }

  /** What only Linux has is hidden in a mount namespace of the test's own. */
  @Test
  void withoutProcAndSharedMemory(@TempDir Path folder) throws Exception {
    Result allowed = Installed.run(folder, Map.of(), "unshare", "-rm", "true");
    assumeTrue(allowed.code() == 0, "no namespaces of one's own here: " + allowed.text());
    String path = compiled(folder, false) + ":" + Installed.libraryPath();
    String line =
        "mount -t tmpfs -o size=4k,ro none /dev/shm && mount -t tmpfs -o ro none /proc &&"
            + " LD_LIBRARY_PATH="
            + Installed.java().resolve("lib")
            + " exec "
            + JAVA
            + " -XX:-UsePerfData --illegal-native-access=deny -cp "
            + path
            + " demo.Main";
    Result result = Installed.run(folder, Map.of(), "unshare", "-rm", "sh", "-c", line);
    assertThat(result.text()).endsWith("sum 6\n").doesNotContain("Exception");
    assertThat(result.code()).isZero();
  }
}
