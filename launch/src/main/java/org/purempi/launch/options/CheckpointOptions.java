package org.purempi.launch.options;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;
import org.purempi.setting.Setting;

/**
 * What a call says about checkpoints: where they are, what ranks are told of it, how often a job
 * that has failed is started again, and the command line that a checkpoint keeps.
 */
public final class CheckpointOptions {
  static final String LAST = "last";

  /** The one library: the program itself. */
  static final OptionValue LIBRARY = OptionValue.one("app", CheckpointOptions::library);

  static final OptionValue NUMBER = OptionValue.one("N|last", CheckpointOptions::number);

  private static final long MOST = 1_000_000_000;

  /** Between the options and the programs of a command line that a checkpoint keeps. */
  private static final String PROGRAMS = "|";

  /** How the line of a manifest begins that has it. */
  private static final String COMMAND = "command ";

  private final GivenOptions given;

  CheckpointOptions(GivenOptions given) {
    this.given = given;
  }

  private static void library(String where, String word) throws UsageException {
    if (!word.equals("app")) {
      throw new UsageException(
          where
              + ": no images of processes are taken; write app, and let the program say what it"
              + " keeps (org.purempi.checkpoint)");
    }
  }

  private static void number(String where, String word) throws UsageException {
    if (!word.equals(LAST)) {
      OptionChecks.number(where, word, 1, MOST, "'last', or the number of a checkpoint");
    }
  }

  /** The folder of checkpoints; null if none is named. */
  public @Nullable Path folder() {
    String name = given.get(Option.CHECKPOINT_PREFIX);
    return name == null ? null : Path.of(name).toAbsolutePath().normalize();
  }

  /** How often a job that has failed is started again. */
  public int restarts() throws UsageException {
    String times = given.get(Option.RESTART);
    if (times == null) {
      return 0;
    }
    if (folder() == null) {
      throw new UsageException(
          given.where(Option.RESTART) + ": name the folder of checkpoints with -ckpoint-prefix");
    }
    return Integer.parseInt(times);
  }

  /** The number of the newest checkpoint whose manifest verifies; 0 if there is none. */
  public long newest() throws UsageException {
    Path folder = folder();
    if (folder == null) {
      return 0;
    }
    try {
      for (CheckpointId id : CheckpointFolder.manifests(folder)) {
        if (CheckpointFolder.manifest(folder, id) != null) {
          return id.generation();
        }
      }
      return 0;
    } catch (IOException e) {
      throw new UsageException(given.where(Option.CHECKPOINT_PREFIX) + ": " + e, e);
    }
  }

  /** The number of the checkpoint that a job begins with; 0 if there is none. */
  public long restored() throws UsageException {
    String number = given.get(Option.CHECKPOINT_NUMBER, LAST);
    return number.equals(LAST) ? newest() : Long.parseLong(number);
  }

  /** From now on the newest one is restored, and not the one that was named. */
  void takeNewest() {
    if (given.get(Option.CHECKPOINT_NUMBER) != null) {
      given.put(Option.CHECKPOINT_NUMBER, "-ckpoint-num", List.of(LAST));
    }
  }

  /**
   * Tells ranks of it.
   *
   * @param options the words of this call before its programs
   * @param programs the other words
   */
  void tellRanks(EnvironmentChoice environment, List<String> options, List<String> programs) {
    Path folder = folder();
    if (folder == null) {
      return;
    }
    environment.set(Setting.CHECKPOINT_PREFIX.variable(), folder.toString());
    tell(environment, Setting.CHECKPOINT_INTERVAL, Option.CHECKPOINT_INTERVAL);
    tell(environment, Setting.CHECKPOINT_KEEP, Option.CHECKPOINT_KEEP);
    tell(environment, Setting.CHECKPOINT_NUMBER, Option.CHECKPOINT_NUMBER);
    var words = new ArrayList<String>(List.of(Path.of("").toAbsolutePath().toString()));
    words.addAll(options);
    environment.set(
        Setting.CHECKPOINT_COMMAND.variable(),
        encoded(words) + " " + PROGRAMS + " " + encoded(programs));
  }

  private void tell(EnvironmentChoice environment, Setting setting, Option option) {
    String value = given.get(option);
    if (value != null) {
      environment.set(setting.variable(), value);
    }
  }

  private static String encoded(List<String> words) {
    return words.stream()
        .map(word -> word.isEmpty() ? "+" : URLEncoder.encode(word, StandardCharsets.UTF_8))
        .collect(Collectors.joining(" "));
  }

  /**
   * The words of the call that a checkpoint keeps, with those of this call behind its options.
   *
   * @param words of this call, which names no program
   * @throws UsageException if there is no such checkpoint, or the call was made elsewhere
   */
  List<String> savedCall(List<String> words) throws UsageException {
    List<String> saved = Arrays.asList(savedCommand().strip().split(" +", -1));
    int bar = saved.indexOf(PROGRAMS);
    if (bar < 1) {
      throw new UsageException(
          given.where(Option.CHECKPOINT_PREFIX)
              + ": the checkpoint was not made under mpiexec; name the program");
    }
    String place = decoded(saved.getFirst());
    if (!Path.of("").toAbsolutePath().equals(Path.of(place))) {
      throw new UsageException(
          "%s: the job was started in %s; call mpiexec there, or name the program"
              .formatted(given.where(Option.CHECKPOINT_PREFIX), ShellWords.quoted(place)));
    }
    var call = new ArrayList<String>();
    saved.subList(1, bar).forEach(word -> call.add(decoded(word)));
    call.addAll(List.of("-ckpoint-num", LAST)); // whatever that call has begun with
    call.addAll(words);
    saved.subList(bar + 1, saved.size()).forEach(word -> call.add(decoded(word)));
    return call;
  }

  private static String decoded(String word) {
    return word.equals("+") ? "" : URLDecoder.decode(word, StandardCharsets.UTF_8);
  }

  private String savedCommand() throws UsageException {
    Path folder = folder();
    String number = given.get(Option.CHECKPOINT_NUMBER, LAST);
    String where = given.where(Option.CHECKPOINT_PREFIX);
    if (folder != null) {
      try {
        for (CheckpointId id : CheckpointFolder.manifests(folder)) {
          List<String> lines =
              number.equals(LAST) || Long.parseLong(number) == id.generation()
                  ? CheckpointFolder.manifest(folder, id)
                  : null;
          if (lines != null) {
            return lines.stream()
                .filter(line -> line.startsWith(COMMAND))
                .map(line -> line.substring(COMMAND.length()))
                .findFirst()
                .orElse("");
          }
        }
      } catch (IOException e) {
        throw new UsageException(where + ": " + e, e);
      }
    }
    throw new UsageException(
        number.equals(LAST)
            ? where + ": there is no checkpoint, so name the program"
            : where + ": there is no checkpoint " + number);
  }
}
