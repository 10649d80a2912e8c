package org.purempi.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.options.RecordOptions;
import org.purempi.launch.report.JobProfile;
import org.purempi.launch.report.ReportPage;
import org.purempi.launch.report.ReportText;
import org.purempi.launch.timeline.Timeline;

/** What is told of a job's recorded calls when it has ended, however it did. */
final class Findings {
  private static final String PAGE = ".html";

  private final RecordOptions records;
  private final PrintStream err;

  /** The worst waits of the first world that has a timeline. */
  private List<String> worst = List.of();

  /**
   * @param err gets what is told
   */
  Findings(RecordOptions records, PrintStream err) {
    this.records = records;
    this.err = err;
  }

  /**
   * Makes what was asked for, and tells of it.
   *
   * @param hasRun whether there was a job; else only what has been made for it is removed
   */
  void tell(boolean hasRun) {
    Path timeline = records.timeline();
    if (timeline != null && hasRun) {
      each(timeline, this::timeline);
    } else if (timeline != null) {
      removeEmpty(timeline);
    }
    Path profile = records.profile();
    if (profile != null && hasRun) {
      each(profile, this::report);
    }
    if (profile != null) {
      remove(profile);
    }
  }

  /** Does something for a world's folder. */
  @FunctionalInterface
  private interface Step {
    void take(Path folder, boolean isFirst) throws IOException;
  }

  private void each(Path folder, Step step) {
    try {
      for (Path world : RecordOptions.worlds(folder)) {
        step.take(world, world.equals(folder));
      }
    } catch (IOException e) {
      err.println("mpiexec: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      err.println(
          "mpiexec: %s: its calls are too many for mpiexec's memory; merge them on a larger machine:"
                  .formatted(folder)
              + " purempi trace");
    }
  }

  private void timeline(Path folder, boolean isFirst) throws IOException {
    Timeline.Made made = Timeline.make(folder, false);
    worst = isFirst ? made.worst() : worst;
    made.notes().forEach(note -> err.println("mpiexec: note: " + note));
    String wait = made.worst().isEmpty() ? "" : "; " + made.worst().getFirst();
    err.println("mpiexec: timeline: " + shown(made.page()) + wait);
  }

  /** As the user would write it. */
  private static Path shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.startsWith(here) ? here.relativize(file) : file;
  }

  private void report(Path folder, boolean isFirst) throws IOException {
    JobProfile job = new JobProfile(folder);
    List<String> sentences = isFirst ? worst : List.of();
    Path file = records.report();
    if (file == null) {
      String of = isFirst ? "" : folder.getFileName() + ": ";
      List<String> lines = new ArrayList<>(ReportText.of(job, sentences));
      lines.set(0, "mpiexec: " + of + lines.getFirst());
      lines.forEach(err::println);
      return;
    }
    Path its = isFirst ? file : ofWorld(file, folder.getFileName());
    if (its.toString().endsWith(PAGE)) {
      ReportPage.write(job, sentences, its);
    } else {
      Files.write(its, ReportText.of(job, sentences));
    }
    err.println("mpiexec: report: " + its);
  }

  /** {@code report.html} becomes {@code report-world-1.html}. */
  private static Path ofWorld(Path file, @Nullable Path world) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.') <= 0 ? name.length() : name.lastIndexOf('.');
    return file.resolveSibling(name.substring(0, dot) + "-" + world + name.substring(dot));
  }

  private void removeEmpty(Path folder) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      if (!all.iterator().hasNext()) {
        Files.delete(folder);
      }
    } catch (IOException e) {
      err.println("mpiexec: note: " + folder + " is left: " + e.getMessage());
    }
  }

  private void remove(Path folder) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path file : all) {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          remove(file);
        } else {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    } catch (IOException e) {
      err.println("mpiexec: note: " + folder + " is left: " + e.getMessage());
    }
  }
}
