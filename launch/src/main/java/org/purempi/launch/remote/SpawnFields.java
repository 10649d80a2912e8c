package org.purempi.launch.remote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.purempi.launch.site.Event;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

/**
 * A rank's request for more processes as fields of smpd's command {@code spawn}, written by
 * managers and read by mpiexec; and its answer.
 */
final class SpawnFields {
  private static final String RANK = "rank";
  private static final String PREPUT = "preput";
  private static final String PROGRAMS = "c";
  private static final String CODES = "codes";
  private static final String SPACE = "kvs_name";
  private static final String WHY = "error";

  private SpawnFields() {}

  /** Adds what is asked for. */
  static SmpdCommand ask(SmpdCommand command, Event.Spawns spawns) {
    List<String> programs =
        spawns.programs().stream()
            .map(
                program ->
                    SmpdCommand.join(
                        List.of(
                            program.command(),
                            SmpdCommand.join(program.arguments()),
                            Integer.toString(program.processes()),
                            pairs(program.info()))))
            .toList();
    return command
        .with(RANK, spawns.rank())
        .with(PREPUT, pairs(spawns.preput()))
        .with(PROGRAMS, SmpdCommand.join(programs));
  }

  /** Reads what {@link #ask} wrote. */
  static Event.Spawns read(SmpdCommand command, Consumer<SpawnResult> answer) throws SmpdException {
    var programs = new ArrayList<SpawnProgram>();
    for (String program : SmpdCommand.list(command.require(PROGRAMS))) {
      List<String> parts = SmpdCommand.list(program);
      if (parts.size() != 4) {
        throw new SmpdException("spawn: a program of " + parts.size() + " parts");
      }
      programs.add(
          new SpawnProgram(
              parts.get(0),
              SmpdCommand.list(parts.get(1)),
              number(parts.get(2)),
              pairs(parts.get(3))));
    }
    return new Event.Spawns(
        command.requireInt(RANK), programs, pairs(command.require(PREPUT)), answer);
  }

  /** The fields of an answer. */
  static Map<String, String> answer(SpawnResult result) {
    var fields = new LinkedHashMap<String, String>();
    fields.put(CODES, SmpdCommand.join(result.errorCodes().stream().map(String::valueOf).toList()));
    fields.put(WHY, result.message());
    if (result.kvsName() != null) {
      fields.put(SPACE, result.kvsName());
    }
    return fields;
  }

  /** Reads what {@link #answer} wrote. */
  static SpawnResult result(SmpdCommand command) throws SmpdException {
    var codes = new ArrayList<Integer>();
    for (String code : SmpdCommand.list(command.require(CODES))) {
      codes.add(number(code));
    }
    return new SpawnResult(codes, command.get(SPACE), command.require(WHY));
  }

  /** Keys and values in turn: a key may hold anything. */
  static String pairs(Map<String, String> pairs) {
    var words = new ArrayList<String>();
    pairs.forEach(
        (key, value) -> {
          words.add(key);
          words.add(value);
        });
    return SmpdCommand.join(words);
  }

  static Map<String, String> pairs(String text) throws SmpdException {
    List<String> words = SmpdCommand.list(text);
    if (words.size() % 2 != 0) {
      throw new SmpdException("spawn: a key without a value");
    }
    var pairs = new LinkedHashMap<String, String>();
    for (int at = 0; at < words.size(); at += 2) {
      pairs.put(words.get(at), words.get(at + 1));
    }
    return pairs;
  }

  private static int number(String text) throws SmpdException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new SmpdException("spawn: '" + text + "' is not a number");
    }
  }
}
