package org.purempi.tests.launch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One start of a script in bin/, with what it reads and where it runs. */
final class Launch {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** A shell that started these tests in the background has both ignored. */
  private static final List<String> SIGNALS_ARE_HEARD = List.of("env", "--default-signal=INT,QUIT");

  private static final Path ROOT = root();

  /** What came of it. */
  record Result(int code, String out, String err) {
    List<String> lines() {
      return out.lines().toList();
    }

    List<String> sortedLines() {
      return out.lines().sorted().toList();
    }
  }

  private final List<String> words = new ArrayList<>();
  private final Map<String, String> variables = new TreeMap<>();
  private @Nullable Path directory;
  private @Nullable Path input;
  private Duration limit = LIMIT;

  private Launch(String script, List<String> arguments) {
    words.add(ROOT.resolve("bin").resolve(script).toString());
    words.addAll(arguments);
  }

  static Launch mpiexec(String... arguments) {
    return new Launch("mpiexec", List.of(arguments));
  }

  static Launch smpd(String... arguments) {
    return new Launch("smpd", List.of(arguments));
  }

  static Launch mpjrun(String... arguments) {
    return new Launch("mpjrun", List.of(arguments));
  }

  static Launch mpijavac(String... arguments) {
    return new Launch("mpijavac", List.of(arguments));
  }

  static Launch purempi(String... arguments) {
    return new Launch("purempi", List.of(arguments));
  }

  static Launch purempiJava(String... arguments) {
    return new Launch("purempi-java", List.of(arguments));
  }

  /** mpiexec of ranks that are a line of shell. */
  static Launch shell(int ranks, String line) {
    return mpiexec("-n", Integer.toString(ranks), "sh", "-c", line);
  }

  /** The same call from a terminal, where the program {@code script} makes one. */
  Launch onATerminal() {
    String line =
        words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ", "exec ", ""));
    words.clear();
    words.addAll(List.of("script", "-qec", line, "/dev/null"));
    return this;
  }

  /** The same call by another program. */
  Launch by(String... before) {
    words.addAll(0, List.of(before));
    return this;
  }

  /** The same call through another path to the script. */
  Launch calledAs(Path script) {
    words.set(0, script.toString());
    return this;
  }

  /** The same call with more options. */
  Launch options(String... options) {
    List.of(options).reversed().stream()
        .filter(option -> !option.isEmpty())
        .forEach(option -> words.add(1, option));
    return this;
  }

  Launch in(Path place) {
    directory = place;
    return this;
  }

  Launch with(String name, String value) {
    variables.put(name, value);
    return this;
  }

  Launch reading(Path file) {
    input = file;
    return this;
  }

  /** The same call, which may take this long. */
  Launch within(Duration longest) {
    limit = longest;
    return this;
  }

  /** Runs it to its end. */
  Result run() {
    return start().await();
  }

  Running start() {
    try {
      Path out = Files.createTempFile("launch", ".out");
      Path err = Files.createTempFile("launch", ".err");
      var builder =
          new ProcessBuilder(Stream.concat(SIGNALS_ARE_HEARD.stream(), words.stream()).toList());
      builder.redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.redirectInput(input == null ? new File("/dev/null") : input.toFile());
      if (directory != null) {
        builder.directory(directory.toFile());
      }
      Map<String, String> environment = builder.environment();
      environment.keySet().removeIf(name -> name.startsWith("PMI") || name.startsWith("MPI"));
      environment.put("PUREMPI_NO_BUILD", "1");
      environment.put("XDG_CACHE_HOME", ROOT.resolve("tests/target/cache").toString());
      environment.putAll(variables);
      return new Running(String.join(" ", words), builder.start(), out, err, limit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A start that has not ended, or not been waited for. */
  record Running(String line, Process process, Path outFile, Path errFile, Duration limit) {
    String out() {
      return read(outFile);
    }

    /** Waits until the output so far matches; fails when it does not within the limit. */
    String awaitOut(String pattern) {
      long until = System.nanoTime() + limit.toNanos();
      while (true) {
        boolean over = System.nanoTime() > until || !process.isAlive();
        if (out().matches("(?s)" + pattern)) {
          return out();
        }
        if (over) {
          throw new AssertionError(line + ": no '" + pattern + "' in\n" + out() + read(errFile));
        }
        Pause.shortly();
      }
    }

    Result await() {
      try {
        if (!process.waitFor(limit)) {
          process.destroy();
          throw new AssertionError(line + " did not end:\n" + out() + read(errFile));
        }
        var result = new Result(process.exitValue(), out(), read(errFile));
        Files.delete(outFile);
        Files.delete(errFile);
        return result;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting for " + line, e);
      }
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The source tree these tests stand in. */
  static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.exists(at.resolve("bin/mpiexec"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new IllegalStateException("no bin/mpiexec above " + Path.of("").toAbsolutePath());
    }
    return at;
  }
}
