package org.purempi.launch.program;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.UsageException;

/** Compiles one source file, and the sources beside it that it uses, as {@code java FILE} would. */
final class SourceCompiler {
  /**
   * What came out.
   *
   * @param mainClass the file's first class with a main method
   * @param sources every source that was read, the given one first
   */
  record Result(String mainClass, List<Path> sources) {}

  private SourceCompiler() {}

  static Result compile(Path source, String classPath, Path target)
      throws IOException, UsageException, CompilationException {
    @Nullable JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new UsageException(
          "cannot compile %s: %s is a run-time image without a compiler; install a JDK"
              .formatted(source, System.getProperty("java.home")));
    }
    var diagnostics = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      CompilationUnitTree unit = parse(compiler, files, source);
      List<String> options =
          List.of(
              "-d",
              target.toString(),
              "-cp",
              classPath,
              "-sourcepath",
              sourceRoot(source, unit).toString(),
              "-implicit:class",
              "-proc:none",
              "-parameters",
              "-g",
              "-XDstringConcat=inline",
              "-nowarn");
      var task =
          (JavacTask)
              compiler.getTask(
                  diagnostics, files, null, options, null, files.getJavaFileObjects(source));
      Set<Path> sources = new LinkedHashSet<>(List.of(source));
      task.addTaskListener(new SourceCollector(sources));
      if (!task.call()) {
        throw new CompilationException(diagnostics.toString());
      }
      return new Result(mainClass(source, unit), List.copyOf(sources));
    }
  }

  /** Notes which sources the compiler reads. */
  private record SourceCollector(Set<Path> sources) implements TaskListener {
    @Override
    public void started(TaskEvent event) {
      JavaFileObject file = event.getSourceFile();
      if (event.getKind() == TaskEvent.Kind.PARSE && file != null) {
        sources.add(Path.of(file.toUri()));
      }
    }
  }

  private static CompilationUnitTree parse(
      JavaCompiler compiler, StandardJavaFileManager files, Path source) throws IOException {
    var silent = new StringWriter(); // what is wrong will be said by the compilation itself
    var task =
        (JavacTask)
            compiler.getTask(
                silent, files, problem -> {}, List.of(), null, files.getJavaFileObjects(source));
    return task.parse().iterator().next();
  }

  private static String packageName(CompilationUnitTree unit) {
    return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
  }

  /** The directory the file's package starts in. */
  private static Path sourceRoot(Path source, CompilationUnitTree unit) {
    Path directory = source.toAbsolutePath().normalize().getParent();
    String name = packageName(unit);
    Path suffix = Path.of(name.replace('.', '/'));
    if (directory == null || name.isEmpty() || !directory.endsWith(suffix)) {
      return directory == null ? Path.of("/") : directory;
    }
    Path root = directory;
    for (int i = 0; i < suffix.getNameCount() && root != null; i++) {
      root = root.getParent();
    }
    return root == null ? directory : root;
  }

  private static String mainClass(Path source, CompilationUnitTree unit) throws UsageException {
    String prefix = packageName(unit).isEmpty() ? "" : packageName(unit) + ".";
    ClassTree first = null;
    for (Tree tree : unit.getTypeDecls()) {
      if (tree instanceof ClassTree type) {
        if (declaresMain(type)) {
          return prefix + type.getSimpleName();
        }
        first = first == null ? type : first;
      }
    }
    if (first == null) {
      throw new UsageException(
          source
              + " declares no class; the program's class, or 'void main() { … }', belongs in it");
    } else if (first.getExtendsClause() == null && first.getImplementsClause().isEmpty()) {
      throw new UsageException(
          source
              + " declares no main method, by which a program starts:"
              + " public static void main(String[] args) { … }");
    }
    return prefix + first.getSimpleName(); // which may have inherited one
  }

  private static boolean declaresMain(ClassTree type) {
    return type.getMembers().stream()
        .anyMatch(
            member ->
                member instanceof MethodTree method && method.getName().contentEquals("main"));
  }
}
