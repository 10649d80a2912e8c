package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Native programs, and which MPI they were built with. */
@Timeout(60)
class ForeignLibrariesTest {
  private static Path built(Path folder, String compiler) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/" + compiler)), "SKIPPED: no " + compiler);
    Path source = folder.resolve("rank.c");
    Files.writeString(
        source, "#include <mpi.h>\nint main(void) { return MPI_Init(0, 0) + MPI_Finalize(); }\n");
    Path program = folder.resolve(compiler);
    Process process =
        new ProcessBuilder(compiler, "-o", program.toString(), source.toString()).start();
    assertThat(process.waitFor()).isZero();
    return program;
  }

  private static List<String> warnings(Path program) {
    return ForeignLibraries.warnings(
        List.of(new Command(List.of(program.toString()), Path.of("/"), Map.of())));
  }

  @Test
  void theLibraryThatAProgramNeedsIsNamed(@TempDir Path folder) throws Exception {
    Path program = built(folder, "mpicc.openmpi");
    assertThat(ElfFile.needed(program)).contains("libmpi.so.40");
    assertThat(warnings(program))
        .singleElement()
        .asString()
        .startsWith(program + " needs libmpi.so.40, Open MPI's library");
  }

  @Test
  void nothingIsSaidOfAProgramOfMpich(@TempDir Path folder) throws Exception {
    Path program = built(folder, "mpicc.mpich");
    assertThat(ElfFile.needed(program)).anyMatch(name -> name.startsWith("libmpi"));
    assertThat(warnings(program)).isEmpty();
  }

  @Test
  void aBrokenFileNeedsNothing(@TempDir Path folder) throws IOException {
    byte[] program = Files.readAllBytes(Path.of("/bin/sh").toRealPath());
    assertThat(ElfFile.needed(Path.of("/bin/sh"))).contains("libc.so.6");
    assertThat(ElfFile.needed(folder.resolve("no such file"))).isEmpty();
    Path file = folder.resolve("broken");
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      byte[] broken = java.util.Arrays.copyOf(program, 1 + random.nextInt(4096));
      for (int change = 0; change < 20; change++) {
        broken[random.nextInt(Math.min(broken.length, 1024))] = (byte) random.nextInt();
      }
      broken[0] = program[0];
      Files.write(file, broken);
      assertThat(ElfFile.needed(file)).as("seed " + seed).hasSizeLessThan(10_000);
    }
  }
}
