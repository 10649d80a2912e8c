package org.purempi.launch.remote;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.RankPlan;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.system.Binding;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.PmiJob;

/**
 * A job and its ranks as fields of smpd's commands {@code start_dbs} and {@code launch}, written by
 * mpiexec and read by managers.
 */
final class JobFields {
  private static final int MOST_RANKS = OptionChecks.MAX_PROCESSES;

  /** How ranks find their PMI server that do not find it by an address. */
  private static final String DESCRIPTOR = "fd";

  /** The pairs that the ranks of a spawned job find. */
  private static final String SPAWNED = "preput";

  private JobFields() {}

  /** Adds what a manager must know of a job of which it serves these ranks. */
  static SmpdCommand describe(
      SmpdCommand command, PmiJob job, List<Integer> served, Duration grace) {
    var counts = new LinkedHashMap<Integer, Integer>();
    job.appnums().forEach(number -> counts.merge(number, 1, Integer::sum));
    SmpdCommand full =
        job.isSpawned() ? command.with(SPAWNED, SpawnFields.pairs(job.preput())) : command;
    return full.with("kvs_name", job.kvsName())
        .with("n", job.size())
        .with("ranks", Ranges.text(served))
        .with("appnums", String.join(",", counts.values().stream().map(String::valueOf).toList()))
        .with("universe", job.universeSize())
        .with("mapping", job.processMapping())
        .with("grace", grace.toSeconds());
  }

  /** How long ranks that are to end may take, as {@link #describe} wrote it. */
  static Duration grace(SmpdCommand command) throws SmpdException {
    int seconds = command.requireInt("grace");
    if (seconds < 0) {
      throw new SmpdException("start_dbs: grace=" + seconds);
    }
    return Duration.ofSeconds(seconds);
  }

  /** Reads what {@link #describe} wrote. */
  static PmiJob job(SmpdCommand command) throws SmpdException {
    int size = checked("n", command.requireInt("n"));
    var appnums = new ArrayList<Integer>();
    int program = 0;
    for (String count : command.require("appnums").split(",", -1)) {
      try {
        int more = Integer.parseInt(count);
        if (more < 1 || more > size - appnums.size()) {
          throw new SmpdException("start_dbs: appnums do not fit " + size + " ranks");
        }
        appnums.addAll(java.util.Collections.nCopies(more, program++));
      } catch (NumberFormatException e) {
        throw new SmpdException("start_dbs: '" + count + "' ranks of a program");
      }
    }
    if (appnums.size() != size) {
      throw new SmpdException("start_dbs: appnums do not fit " + size + " ranks");
    }
    String preput = command.get(SPAWNED);
    return new PmiJob(
        command.require("kvs_name"),
        appnums,
        command.requireInt("universe"),
        command.require("mapping"),
        new HashSet<>(ranks(command, "ranks", size)),
        preput != null,
        preput == null ? Map.of() : SpawnFields.pairs(preput));
  }

  private static int checked(String what, int number) throws SmpdException {
    if (number < 1 || number > MOST_RANKS) {
      throw new SmpdException("start_dbs: " + what + "=" + number);
    }
    return number;
  }

  /** Adds what ranks that share a command are to be started with. */
  static SmpdCommand launch(SmpdCommand command, List<RankPlan> plans) {
    Command program = plans.getFirst().command();
    var readers = plans.stream().filter(RankPlan::readsInput).map(RankPlan::rank).toList();
    SmpdCommand full =
        command
            .with("c", SmpdCommand.join(program.words()))
            .with("d", program.directory().toString())
            .with("e", SmpdCommand.join(program.environment()))
            .with("i", Ranges.text(plans.stream().map(RankPlan::rank).toList()))
            .with("stdin", Ranges.text(readers));
    if (plans.getFirst().hasDescriptor()) {
      full = full.with("pmi", DESCRIPTOR);
    }
    Binding binding = plans.getFirst().binding();
    return binding.isNone()
        ? full
        : full.with("binding", binding.text()).with("topology", binding.root().toString());
  }

  /** Reads what {@link #launch} wrote. */
  static List<RankPlan> plans(SmpdCommand command, int size) throws SmpdException {
    List<String> words = SmpdCommand.list(command.require("c"));
    if (words.isEmpty()) {
      throw new SmpdException("launch: no program");
    }
    Map<String, String> environment = SmpdCommand.words(command.require("e"));
    var program = new Command(words, directory(command), environment);
    List<Integer> readers = ranks(command, "stdin", size);
    Binding binding = binding(command);
    boolean hasDescriptor = DESCRIPTOR.equals(command.get("pmi"));
    var plans = new ArrayList<RankPlan>();
    for (int rank : ranks(command, "i", size)) {
      plans.add(new RankPlan(rank, program, readers.contains(rank), hasDescriptor, binding));
    }
    return plans;
  }

  private static Binding binding(SmpdCommand command) throws SmpdException {
    String text = command.get("binding");
    try {
      return text == null
          ? Binding.NONE
          : Binding.parse("launch: binding", text, Path.of(command.require("topology")));
    } catch (UsageException | InvalidPathException e) {
      throw new SmpdException(String.valueOf(e.getMessage()));
    }
  }

  private static Path directory(SmpdCommand command) throws SmpdException {
    try {
      return Path.of(command.require("d"));
    } catch (InvalidPathException e) {
      throw new SmpdException("launch: no path: " + e.getMessage());
    }
  }

  /** Ranks of a job of that size. */
  static List<Integer> ranks(SmpdCommand command, String key, int size) throws SmpdException {
    try {
      return Ranges.parse(command.verb().word(), command.require(key), size);
    } catch (HostsException e) {
      throw new SmpdException(String.valueOf(e.getMessage()));
    }
  }
}
