package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Tree;
import org.purempi.tests.house.FloorPlan.Room;
import org.purempi.tests.house.FloorPlan.Use;

/** Calls go down: ARCHITECTURE.md says so, and here it is compared with the compiled classes. */
@Timeout(60)
class FloorPlanTest {
  @Test
  void noPackageReachesUpSidewaysOrInACircle() throws IOException {
    FloorPlan plan = FloorPlan.read(Tree.ROOT.resolve("ARCHITECTURE.md"));
    List<Use> uses = new ArrayList<>();
    for (FloorPlan.Module module : plan.modules().values()) {
      uses.addAll(uses(plan, module));
    }
    assertThat(uses).as("jdeps has seen the library").hasSizeGreaterThan(10);
    assertThat(plan.violations(uses)).isEmpty();
  }

  @Test
  void everyPackageHasAFloorAndEveryFloorItsPackages() throws IOException {
    FloorPlan plan = FloorPlan.read(Tree.ROOT.resolve("ARCHITECTURE.md"));
    Set<Room> compiled = new HashSet<>();
    for (FloorPlan.Module module : plan.modules().values()) {
      Path classes = classes(module);
      try (Stream<Path> files = Files.walk(classes)) {
        files
            .filter(f -> f.toString().endsWith(".class"))
            .filter(f -> !f.endsWith("module-info.class"))
            .map(f -> classes.relativize(f.getParent()).toString().replace('/', '.'))
            .forEach(name -> compiled.add(new Room(module.name(), name)));
      }
    }
    assertThat(plan.rooms().keySet()).containsExactlyInAnyOrderElementsOf(compiled);
  }

  @Test
  void whoBreaksThePlanIsNamed() {
    FloorPlan plan =
        FloorPlan.parse(
            List.of(
                "| `org.purempi.a` | `a/` | | below |",
                "| `org.purempi` | `mpi/` | `org.purempi.a` | above |",
                "| `org.purempi` | 1 | `side` `top` |",
                "| `org.purempi` | 0 | `low` |",
                "| `org.purempi.a` | 0 | `a` |"));
    assertThat(
            plan.violations(
                List.of(
                    use("org.purempi/top", "org.purempi/low"),
                    use("org.purempi/top", "org.purempi/side"),
                    use("org.purempi/top", "org.purempi.a/a"),
                    use("org.purempi/low", "org.purempi/low"))))
        .isEmpty();
    assertThat(
            plan.violations(
                List.of(
                    use("org.purempi/low", "org.purempi/top"),
                    use("org.purempi/side", "org.purempi/top"),
                    use("org.purempi.a/a", "org.purempi/low"),
                    use("org.purempi.a/low", "org.purempi.a/a"))))
        .containsExactly(
            "a uses low, but org.purempi.a does not need org.purempi",
            "low (floor 0) reaches up to top (floor 1)",
            "low has no floor in ARCHITECTURE.md",
            "side (floor 1) reaches sideways to top (floor 1)");
  }

  /** Of packages that are written with their modules. */
  private static Use use(String from, String to) {
    String[] f = from.split("/", 2);
    String[] t = to.split("/", 2);
    return new Use(new Room(f[0], f[1]), new Room(t[0], t[1]));
  }

  private static Path classes(FloorPlan.Module module) {
    return Tree.ROOT.resolve(module.folder()).resolve("target/classes");
  }

  /** Which of our packages use which, as jdeps sees it. */
  private static List<Use> uses(FloorPlan plan, FloorPlan.Module module) {
    String modulePath =
        Stream.concat(
                plan.modules().values().stream().map(m -> classes(m).toString()),
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(FloorPlanTest::isJunits))
            .collect(Collectors.joining(File.pathSeparator));
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    int code =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(
                writer,
                writer,
                "-verbose:package",
                "--module-path",
                modulePath,
                "-m",
                module.name());
    assertThat(code).as(out.toString()).isZero();
    return out.toString()
        .lines()
        .filter(line -> line.startsWith(" ")) // others are of modules
        .map(line -> line.strip().split("\\s+"))
        .filter(f -> f.length >= 4 && f[1].equals("->") && plan.modules().containsKey(f[3]))
        .map(f -> new Use(new Room(module.name(), f[0]), new Room(f[3], f[2])))
        .toList();
  }

  /** What our JUnit extension needs. */
  private static boolean isJunits(String jar) {
    return jar.matches(".*/(junit-jupiter-api|junit-platform-commons|opentest4j|apiguardian).*");
  }
}
