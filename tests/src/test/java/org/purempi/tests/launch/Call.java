package org.purempi.tests.launch;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.Mpiexec;
import org.purempi.launch.program.Installation;
import org.purempi.launch.program.JvmFlags;
import org.purempi.launch.system.ProcessHooks;
import org.purempi.launch.system.StandardStreams;
import org.purempi.tests.launch.Launch.Result;

/**
 * One call of mpiexec in this JVM: ranks are started, but no process for mpiexec itself. What it
 * does on the way from the script to its arguments is for {@link Launch}.
 */
final class Call {
  private final List<String> arguments;
  private final Map<String, String> environment = new TreeMap<>(System.getenv());
  private @Nullable Path input;

  private Call(List<String> arguments) {
    this.arguments = arguments;
    environment.keySet().removeIf(name -> name.startsWith("PMI") || name.startsWith("MPI"));
    environment.put("XDG_CACHE_HOME", Launch.root().resolve("tests/target/cache").toString());
  }

  static Call mpiexec(String... arguments) {
    return new Call(List.of(arguments));
  }

  /** mpiexec of ranks that are a line of shell. */
  static Call shell(int ranks, String line) {
    return mpiexec("-n", Integer.toString(ranks), "sh", "-c", line);
  }

  Call with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Call reading(Path file) {
    input = file;
    return this;
  }

  /** Runs it to its end. */
  Result run() {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    try (ReadableByteChannel in = in()) {
      var streams = new StandardStreams(in, out, err, StandardCharsets.UTF_8, false, false);
      int code = new Mpiexec(arguments, environment, streams, installation()).run(new NoHooks());
      return new Result(
          code,
          out.toString(StandardCharsets.ISO_8859_1),
          err.toString(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ReadableByteChannel in() throws IOException {
    return input == null
        ? Channels.newChannel(InputStream.nullInputStream())
        : Files.newByteChannel(input);
  }

  /** This source tree as it has been built, with what its first start has made ranks fast with. */
  private static Installation installation() throws IOException {
    Path root = Launch.root();
    List<String> modules =
        List.of("os", "pmi", "transport", "mpi").stream()
            .map(module -> root.resolve(module).resolve("target") + File.separator)
            .toList();
    List<String> jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(part -> modules.stream().anyMatch(part::startsWith))
            .filter(part -> !part.endsWith("test-classes") && !part.endsWith("tests.jar"))
            .toList();
    List<String> flags = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1")); // short programs
    Files.readAllLines(root.resolve("bin/lib/rank-jvm-flags")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .forEach(flags::add);
    Path merged = root.resolve(".purempi/ranks.jar");
    Path cache = root.resolve(".purempi/ranks.aot");
    boolean isFast = Files.exists(merged) && Files.exists(cache) && isNewest(merged, jars);
    if (isFast) {
      flags.addAll(JvmFlags.ofClassCache(cache.toString()));
    }
    String classPath = isFast ? merged.toString() : String.join(File.pathSeparator, jars);
    Path java = Path.of(System.getProperty("java.home"));
    return new Installation(
        "of a test", classPath, classPath, flags, java, root.resolve("bin/smpd"), Map.of());
  }

  private static boolean isNewest(Path made, List<String> jars) throws IOException {
    FileTime time = Files.getLastModifiedTime(made);
    for (String jar : jars) {
      if (Files.getLastModifiedTime(Path.of(jar)).compareTo(time) > 0) {
        return false;
      }
    }
    return true;
  }

  /** The process of a test gets no signals and does not end with a job. */
  private static final class NoHooks implements ProcessHooks {
    @Override
    public void onSignals(List<String> names, IntConsumer action) {
      // Its signals are its own.
    }

    @Override
    public void atExit(Runnable action) {
      // The job ends before.
    }

    @Override
    public void exit(int code) {
      throw new AssertionError("only a signal ends mpiexec so");
    }
  }
}
