package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Tree;
import org.purempi.tests.house.FloorPlan.Use;

/** Calls go down: ARCHITECTURE.md says so, and here it is compared with the compiled classes. */
@Timeout(60)
class FloorPlanTest {
  private static final String OURS = "org.purempi";

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
    Set<String> compiled = new TreeSet<>();
    for (FloorPlan.Module module : plan.modules().values()) {
      Path classes = classes(module);
      try (Stream<Path> files = Files.walk(classes)) {
        files
            .filter(f -> f.toString().endsWith(".class"))
            .filter(f -> !f.endsWith("module-info.class"))
            .map(f -> classes.relativize(f.getParent()).toString().replace('/', '.'))
            .forEach(compiled::add);
      }
    }
    assertThat(plan.packages().keySet()).containsExactlyInAnyOrderElementsOf(compiled);
  }

  @Test
  void whoBreaksThePlanIsNamed() {
    FloorPlan plan =
        FloorPlan.parse(
            List.of(
                "| `org.purempi.a` | `a/` | | below |",
                "| `org.purempi` | `mpi/` | `org.purempi.a` | above |",
                "| `org.purempi` | 1 | `org.purempi.side` `org.purempi.top` |",
                "| `org.purempi` | 0 | `org.purempi.low` |",
                "| `org.purempi.a` | 0 | `org.purempi.a` |"));
    assertThat(
            plan.violations(
                List.of(
                    new Use("org.purempi.top", "org.purempi.low"),
                    new Use("org.purempi.top", "org.purempi.side"),
                    new Use("org.purempi.top", "org.purempi.a"),
                    new Use("org.purempi.low", "org.purempi.low"))))
        .isEmpty();
    assertThat(
            plan.violations(
                List.of(
                    new Use("org.purempi.low", "org.purempi.top"),
                    new Use("org.purempi.side", "org.purempi.top"),
                    new Use("org.purempi.a", "org.purempi.low"),
                    new Use("org.purempi.secret", "org.purempi.low"))))
        .containsExactly(
            "org.purempi.a uses org.purempi.low, but org.purempi.a does not need org.purempi",
            "org.purempi.low (floor 0) reaches up to org.purempi.top (floor 1)",
            "org.purempi.secret has no floor in ARCHITECTURE.md",
            "org.purempi.side (floor 1) reaches sideways to org.purempi.top (floor 1)");
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
        .filter(f -> f.length >= 3 && f[1].equals("->"))
        .filter(f -> isOurs(f[0]) && isOurs(f[2]))
        .map(f -> new Use(f[0], f[2]))
        .toList();
  }

  /** What our JUnit extension needs. */
  private static boolean isJunits(String jar) {
    return jar.matches(".*/(junit-jupiter-api|junit-platform-commons|opentest4j|apiguardian).*");
  }

  private static boolean isOurs(String name) {
    return name.equals(OURS) || name.startsWith(OURS + ".");
  }
}
