package org.purempi.launch.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.UsageException;
import org.purempi.os.PrivateFiles;
import org.purempi.setting.Setting;

/** What a call says about records of calls: where ranks put them, and what is made of them. */
public final class RecordOptions {
  /** Where worlds that were spawned put theirs, below the folder of the first. */
  private static final String WORLD = "world-";

  /** What a timeline's folder holds, and nothing else. */
  private static final String OURS =
      "rank-\\d+\\.(calls|names|profile)|timeline\\.html|perfetto\\.json|messages\\.csv";

  private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("MMdd-HHmmss");
  private static final int LONGEST_NAME = 40;

  private final GivenOptions given;
  private @Nullable Path timeline;
  private @Nullable Path profile;

  RecordOptions(GivenOptions given) {
    this.given = given;
  }

  /** Whether anything is to be made of records. */
  public boolean isOn() {
    return given.has(Option.TRACE) || given.has(Option.REPORT);
  }

  /** Where the ranks put the records for the timeline; null if none is wanted. */
  public @Nullable Path timeline() {
    return timeline;
  }

  /** Where they put what they have added up for the report; null if none is wanted. */
  public @Nullable Path profile() {
    return profile;
  }

  /** The file of the report; null if it is to be printed. */
  public @Nullable Path report() {
    String file = given.get(Option.REPORT, "");
    return file.isEmpty() ? null : Path.of(file);
  }

  /**
   * Makes the folders.
   *
   * @param program as it was written
   */
  void make(String program) throws UsageException {
    if (given.has(Option.TRACE)) {
      timeline = timeline == null ? newTimeline(program) : timeline;
      clear(timeline);
    }
    if (given.has(Option.REPORT) && profile == null) {
      profile = newProfile();
    }
  }

  /** Tells the ranks of the folders that have been made. */
  void tellRanks(EnvironmentChoice environment) {
    if (timeline != null) {
      environment.set(Setting.TIMELINE.variable(), timeline.toString());
    }
    if (profile != null) {
      environment.set(Setting.PROFILE.variable(), profile.toString());
    }
  }

  private Path newTimeline(String program) throws UsageException {
    String name = given.get(Option.TRACE, "");
    Path folder = Path.of(name.isEmpty() ? readable(program) : name).toAbsolutePath().normalize();
    for (int number = 2; name.isEmpty() && Files.exists(folder); number++) {
      folder = folder.resolveSibling(readable(program) + "-" + number);
    }
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UsageException(given.where(Option.TRACE) + ": cannot be made: " + e, e);
    }
  }

  /** A name for a folder in which the program and the time can be seen. */
  private static String readable(String program) {
    String name =
        program.substring(program.lastIndexOf('/') + 1).replaceFirst("\\.(java|jar)$", "");
    String plain = name.replaceAll("[^A-Za-z0-9._-]", "_");
    String shortened = plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
    return "purempi-trace-%s-%s"
        .formatted(shortened, LocalDateTime.now(ZoneId.systemDefault()).format(MOMENT));
  }

  private Path newProfile() throws UsageException {
    try {
      return PrivateFiles.temporary("purempi-report-", null);
    } catch (IOException e) {
      throw new UsageException(given.where(Option.REPORT) + ": " + e.getMessage(), e);
    }
  }

  /** Removes what an earlier job has left in the folder, unless something else is in it. */
  private void clear(Path folder) throws UsageException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> old = files.filter(file -> !file.equals(folder)).toList();
      for (Path file : old) {
        String name = file.getFileName().toString();
        if (!name.matches(Files.isDirectory(file) ? WORLD + "\\d+" : OURS)) {
          throw new UsageException(
              "%s: holds %s, which is no part of a timeline; name a new folder"
                  .formatted(given.where(Option.TRACE), folder.relativize(file)));
        }
      }
      for (Path file : old.reversed()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UsageException(given.where(Option.TRACE) + ": " + e, e);
    }
  }

  /**
   * The variables of a world that was spawned: its records lie apart from those of others.
   *
   * @param variables of the program that asks for it
   */
  static Map<String, String> ofWorld(int world, Map<String, String> variables)
      throws UsageException {
    var its = new HashMap<>(variables);
    for (Setting setting : List.of(Setting.TIMELINE, Setting.PROFILE)) {
      String folder = variables.get(setting.variable());
      if (folder != null && !folder.isBlank()) {
        Path of = Path.of(folder.strip());
        boolean isSpawned = String.valueOf(of.getFileName()).matches(WORLD + "\\d+");
        Path own = isSpawned ? of.resolveSibling(WORLD + world) : of.resolve(WORLD + world);
        try {
          Files.createDirectories(own);
        } catch (IOException e) {
          throw new UsageException(setting.variable() + "=" + own + ": cannot be made: " + e, e);
        }
        its.put(setting.variable(), own.toString());
      }
    }
    return its;
  }

  /** The folder and those of worlds that were spawned, as far as they are there. */
  public static List<Path> worlds(Path folder) throws IOException {
    try (Stream<Path> below = Files.list(folder)) {
      Stream<Path> spawned =
          below
              .filter(Files::isDirectory)
              .filter(world -> world.getFileName().toString().matches(WORLD + "\\d+"))
              .sorted();
      return Stream.concat(Stream.of(folder), spawned).toList();
    }
  }
}
