package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Tree;

/**
 * Every public thing is described, without an error in the markup. A method's one sentence names
 * its arguments; {@code @param}, {@code @return} and {@code @throws} are for what it cannot say.
 */
class JavadocTest {
  private static final Pattern TABLE_ENTRY = Pattern.compile("^ +[A-Z][A-Z0-9_]*\\(");

  private static final List<String> NOT_ASKED_FOR =
      List.of("no @param", "no @return", "no @throws", "use of default constructor");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "os",
        "transport",
        "pmi",
        "mpi",
        "junit",
        "learn",
        "launch",
        "compat-openmpi",
        "compat-mpjexpress"
      })
  @Timeout(120)
  void everyPublicMemberIsDescribed(String module, @TempDir Path classes) throws IOException {
    assertThat(warnings(Tree.ROOT.resolve(module).resolve("src/main/java"), classes)).isEmpty();
  }

  private static List<String> warnings(Path sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8);
        Stream<Path> tree = Files.walk(sources)) {
      List<Path> java =
          tree.filter(f -> f.toString().endsWith(".java"))
              .filter(f -> !f.endsWith("module-info.java"))
              .toList();
      List<String> options = new ArrayList<>(List.of("-Xdoclint:all/public", "-proc:none"));
      options.addAll(List.of("-Xmaxwarns", "100000", "-d", classes.toString()));
      options.addAll(List.of("-cp", System.getProperty("java.class.path")));
      // Comments are read on the way to the code, which nobody needs.
      ((JavacTask)
              compiler.getTask(
                  null, files, found, options, null, files.getJavaFileObjectsFromPaths(java)))
          .analyze();
    }
    return found.getDiagnostics().stream()
        .filter(d -> d.getKind() == Diagnostic.Kind.WARNING || d.getKind() == Diagnostic.Kind.ERROR)
        .filter(d -> !isEntryOfATable(d))
        .map(JavadocTest::sentence)
        .filter(s -> NOT_ASKED_FOR.stream().noneMatch(s::contains))
        .toList();
  }

  /** An enum's constant with arguments: what it is stands there, for users to read. */
  private static boolean isEntryOfATable(Diagnostic<? extends JavaFileObject> d) {
    try {
      String text = d.getSource() == null ? "" : d.getSource().getCharContent(true).toString();
      String line = text.lines().skip(Math.max(0, d.getLineNumber() - 1)).findFirst().orElse("");
      return d.getMessage(Locale.ROOT).contains("no comment") && TABLE_ENTRY.matcher(line).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sentence(Diagnostic<? extends JavaFileObject> d) {
    String file = d.getSource() == null ? "" : Path.of(d.getSource().toUri()).getFileName() + "";
    return file + ":" + d.getLineNumber() + ": " + d.getMessage(Locale.ROOT);
  }
}
