package org.purempi.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.purempi.Mpi;

/** Every loop in C has a twin in Java. */
@Timeout(60)
class LoopTest {
  private static final Path SOURCES = Path.of("src", "main", "c");
  private static final Pattern NAME = Pattern.compile("\\{\"(\\w+)\", ");
  private static final int RANKS = 4;
  private static final int BYTES = 1024;
  private static final int ITERATIONS = 2;

  private static List<String> loopsInC() throws IOException {
    List<String> names = new ArrayList<>();
    for (String file : List.of("loops.c", "layouts.c", "windows.c", "files.c", "worlds.c")) {
      NAME.matcher(Files.readString(SOURCES.resolve(file)))
          .results()
          .forEach(found -> names.add(found.group(1)));
    }
    names.remove("layout"); // stands for all of them
    return names;
  }

  @ParameterizedTest
  @EnumSource(Memory.Kind.class)
  void everyLoopRunsOnThreads(Memory.Kind kind) throws Exception {
    List<String> names = loopsInC();
    assertThat(names)
        .contains("bcast", "fft2", "put", "halo_in_start", "file_strided_write_all", "spawn_4");
    Mpi.runThreads(
        RANKS,
        world -> {
          for (String name : names) {
            try (var memory = new Memory(world.mpi(), kind)) {
              Loop loop = Loop.named(name, BYTES, world, memory);
              double micros =
                  loop.kind() == Loop.Kind.EXPOSED
                      ? Overlap.exposed(world, loop, ITERATIONS)
                      : loop.micros(ITERATIONS, world::barrier);
              assertThat(loop.share(ITERATIONS, micros, BYTES, world.rank(), RANKS))
                  .as(name)
                  .isNotNegative();
            }
          }
        });
  }
}
