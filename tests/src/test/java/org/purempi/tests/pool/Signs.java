package org.purempi.tests.pool;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * How tasks and the master of a case tell each other how far they are, on threads and on processes
 * alike: by files, for the pool carries nothing while a task runs.
 */
final class Signs {
  private static final int PAUSE_MILLIS = 2;

  private Signs() {}

  /** What the master does with a new folder. */
  interface Body {
    void run(String folder) throws Exception;
  }

  static void with(Body body) throws Exception {
    Path folder = Files.createTempDirectory("purempi-pool");
    try {
      body.run(folder.toString());
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.delete(each);
    }
  }

  static void give(String folder, String sign) {
    try {
      Files.createFile(Path.of(folder, sign));
    } catch (FileAlreadyExistsException e) {
      throw new IllegalStateException("given twice: " + sign, e);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static boolean isGiven(String folder, String sign) {
    return Files.exists(Path.of(folder, sign));
  }

  static void await(String folder, String sign) throws InterruptedException {
    while (!isGiven(folder, sign)) {
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** A task that runs from the sign "began" until "go on", or gives "interrupted". */
  static String hold(String folder) throws InterruptedException {
    give(folder, "began");
    try {
      await(folder, "go on");
    } catch (InterruptedException e) {
      give(folder, "interrupted");
      throw e;
    }
    return "held";
  }
}
