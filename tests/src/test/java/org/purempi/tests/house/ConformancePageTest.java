package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Tree;
import org.purempi.tests.house.ConformancePage.Function;

/** docs/reference/conformance.md says what is true. */
@Timeout(60)
class ConformancePageTest {
  /** Functions of the C interface of version 5.0. */
  private static final int FUNCTIONS = 503;

  private final List<Function> functions = ConformancePage.functions(Tree.ROOT);

  ConformancePageTest() throws IOException {}

  @Test
  void thePageIsUpToDate() throws IOException {
    assertThat(Files.readString(ConformancePage.page(Tree.ROOT)))
        .as("run .ci/conformance")
        .isEqualTo(ConformancePage.make(Tree.ROOT));
  }

  @Test
  void everyFunctionIsThereOnce() {
    assertThat(functions.stream().map(Function::name))
        .hasSize(FUNCTIONS)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.startsWith("MPI_"));
  }

  /** Also MPIX_ names, and the forms for large counts, which the page does not list. */
  @Test
  void everyFunctionOfTheCInterfaceIsCalledByAProgramInC() throws IOException {
    Path table = Tree.ROOT.resolve("abi/src/main/resources/org/purempi/abi/functions.csv");
    List<String> names =
        Files.readAllLines(table).stream()
            .skip(1)
            .map(l -> l.substring(0, l.indexOf(',')))
            .toList();
    assertThat(names).containsAll(functions.stream().map(Function::name).toList());
    assertThat(ConformancePage.programs(Tree.ROOT).keySet()).containsAll(names);
  }

  @Test
  void everyNameOfJavaExists() {
    assertThat(functions)
        .filteredOn(Function::isHere)
        .allSatisfy(f -> assertThat(isPublic(f.java())).as(f.java()).isTrue());
  }

  /**
   * Whether "Class.member" is a public method, field or constructor ("new") of org.purempi or a
   * package in it.
   */
  private static boolean isPublic(String name) throws ClassNotFoundException {
    int dot = name.lastIndexOf('.');
    Class<?> type = Class.forName("org.purempi." + name.substring(0, dot));
    String member = name.substring(dot + 1);
    return Modifier.isPublic(type.getModifiers())
        && (Arrays.stream(type.getMethods()).anyMatch(m -> m.getName().equals(member))
            || Arrays.stream(type.getFields()).anyMatch(f -> f.getName().equals(member))
            || (member.equals("new") && type.getConstructors().length > 0));
  }

  @Test
  void everyTestExists() throws IOException {
    List<String> named = functions.stream().filter(Function::isHere).map(Function::shown).toList();
    assertThat(ConformancePage.testSources(Tree.ROOT).keySet()).containsAll(named);
  }

  /** A test of another call, named by mistake, would not even name the function. */
  @Test
  void theTestsSourceNamesTheMethod() throws IOException {
    Map<String, Path> sources = ConformancePage.testSources(Tree.ROOT);
    for (Function f : functions) {
      // The tests of a job's end run programs that are files of their own.
      if (f.isHere() && !f.shown().startsWith("JobEndTest.")) {
        Path source = Objects.requireNonNull(sources.get(f.shown()), f.shown());
        String method = f.java().substring(f.java().lastIndexOf('.') + 1);
        assertThat(Files.readString(Tree.ROOT.resolve(source)))
            .as("%s in %s", f.java(), f.shown())
            .containsPattern("\\b" + Pattern.quote(method) + "\\b");
      }
    }
  }
}
