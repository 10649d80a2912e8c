package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Tree;

/** Rules that every source file keeps. */
@Timeout(60)
class SourceTreeTest {
  private static final int MOST_LINES = 450;

  /** Files that may be longer: one contract, and classes and programs of the older APIs. */
  private static final Map<String, Integer> LONGER =
      Map.of(
          "TransportContract.java", 700,
          "Comm.java", 1300,
          "File.java", 500,
          "MPI.java", 800,
          "Win.java", 600,
          "Intracomm.java", 540,
          "Collectives.java", 520,
          "Datatypes.java", 500);

  private static final Pattern UNSAFE = Pattern.compile("\\bUnsafe\\b");
  private static final Pattern JOURNEY = Pattern.compile("`([\\w/]+\\.java)`");
  private static final Pattern LINK = Pattern.compile("\\]\\(examples/(\\w+)\\.java\\)");

  private static final Set<String> GENERATED = Set.of("target", ".purempi", ".git");

  private static List<Path> sources(Predicate<Path> which) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        Tree.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean generated = GENERATED.contains(String.valueOf(folder.getFileName()));
            return generated ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java") && which.test(file)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  private static boolean isMain(Path file) {
    return file.toString().contains("/src/main/java/");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  @Test
  void everyPackageSaysWhatItIs() throws IOException {
    Set<String> packages = packages(SourceTreeTest::isInAPackage);
    assertThat(packages).hasSizeGreaterThan(10);
    assertThat(packages(f -> name(f).equals("package-info.java")))
        .containsExactlyInAnyOrderElementsOf(packages);
  }

  private static boolean isInAPackage(Path file) {
    return Tree.ROOT.relativize(file).toString().matches(".*/src/(main|test)/java/.+/.*")
        && !name(file).equals("module-info.java");
  }

  /** Module and package of files; the tests of a package belong to it. */
  private static Set<String> packages(Predicate<Path> files) throws IOException {
    return sources(files).stream()
        .map(f -> Tree.ROOT.relativize(f).getParent() + "")
        .map(folder -> folder.replace("/src/test/java/", "/src/main/java/"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyPackageOfTheLibraryNamesItsEntryClassAndForbidsNull() throws IOException {
    Path benchmarks = Tree.ROOT.resolve("benchmarks");
    assertThat(
            sources(
                f -> isMain(f) && !f.startsWith(benchmarks) && name(f).equals("package-info.java")))
        .isNotEmpty()
        .allSatisfy(
            f ->
                assertThat(text(f))
                    .as(f.toString())
                    .matches(text -> text.contains("NullMarked") || isOlderApi(f), "marked")
                    .containsPattern("(?i)\\bent(ry|ers)\\b"));
  }

  /** Their class files say nothing of null; their build checks it (Nullable.java). */
  private static boolean isOlderApi(Path file) {
    return file.startsWith(Tree.ROOT.resolve("compat-openmpi"))
        || file.startsWith(Tree.ROOT.resolve("compat-mpjexpress"));
  }

  @Test
  void theLibraryDoesNotUseUnsafe() throws IOException {
    assertThat(sources(SourceTreeTest::isMain))
        .isNotEmpty()
        .allSatisfy(f -> assertThat(text(f)).as(f.toString()).doesNotContainPattern(UNSAFE));
  }

  @Test
  void noFileIsTooLong() throws IOException {
    assertThat(sources(f -> true))
        .allSatisfy(
            f ->
                assertThat(text(f).lines().count())
                    .as("lines of %s", f)
                    .isLessThanOrEqualTo(LONGER.getOrDefault(name(f), MOST_LINES)));
  }

  @Test
  void theFilesOnTheJourneysOfTheArchitectureExist() throws IOException {
    List<String> named =
        JOURNEY
            .matcher(text(Tree.ROOT.resolve("ARCHITECTURE.md")))
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(named).hasSizeGreaterThan(10);
    assertThat(named)
        .allSatisfy(file -> assertThat(sources(f -> f.endsWith(file))).as(file).isNotEmpty());
  }

  @Test
  void theReadmeListsTheExamplesThatExist() throws IOException {
    Set<String> listed =
        LINK.matcher(text(Tree.ROOT.resolve("README.md")))
            .results()
            .map(m -> m.group(1) + ".java")
            .collect(Collectors.toSet());
    assertThat(sources(f -> Tree.ROOT.resolve("examples").equals(f.getParent())))
        .extracting(SourceTreeTest::name)
        .containsExactlyInAnyOrderElementsOf(listed);
  }
}
