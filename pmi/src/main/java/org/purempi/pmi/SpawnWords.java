package org.purempi.pmi;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How a rank asks for more processes, in the words of PMI-1 and of PMI-2. */
final class SpawnWords {
  /** The line that says that line breaks in values are escaped; spoken to our own servers only. */
  static final String ESCAPED = "escaped";

  /** The longest line that servers of others read, in bytes, with its end. */
  private static final int OTHERS_BYTES = 1024;

  /** A frame's header has six digits for its bytes; a character takes up to four. */
  private static final int FRAME_CHARACTERS = 1_000_000 / 4;

  private final List<SpawnProgram> programs;
  private final Map<String, String> preput;

  SpawnWords(List<SpawnProgram> programs, Map<String, String> preput) {
    this.programs = programs;
    this.preput = preput;
  }

  /** How many processes are asked for. */
  int processes() {
    return SpawnProgram.count(programs);
  }

  /**
   * The lines of PMI-1, a block for each program.
   *
   * @param ours whether a server of ours reads them
   * @throws PmiException if a value cannot be said to the launcher
   */
  byte[] lines(boolean ours) throws PmiException {
    var text = new StringBuilder();
    for (int i = 0; i < programs.size(); i++) {
      text.append("mcmd=spawn\n");
      if (ours) {
        text.append(ESCAPED).append("=1\n");
      }
      for (String line : block(i)) {
        text.append(ours ? escape(line) : checked(line)).append('\n');
      }
      text.append("endcmd\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private List<String> block(int index) {
    SpawnProgram program = programs.get(index);
    var lines = new ArrayList<String>();
    lines.add("nprocs=" + program.processes());
    lines.add("execname=" + program.command());
    lines.add("totspawns=" + programs.size());
    lines.add("spawnssofar=" + (index + 1));
    int count = 0;
    for (String argument : program.arguments()) {
      lines.add("arg" + ++count + "=" + argument);
    }
    lines.add("argcnt=" + count);
    pairs(lines, "preput", preput);
    pairs(lines, "info", program.info());
    return lines;
  }

  private static void pairs(List<String> lines, String what, Map<String, String> pairs) {
    lines.add(what + "_num=" + pairs.size());
    int count = 0;
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      lines.add(what + "_key_" + count + "=" + pair.getKey());
      lines.add(what + "_val_" + count + "=" + pair.getValue());
      count++;
    }
  }

  private static String checked(String line) throws PmiException {
    if (line.indexOf('\n') >= 0) {
      throw new PmiException(
          "this launcher's protocol has no line breaks in what is spawned: '" + line + "'");
    }
    if (line.getBytes(StandardCharsets.UTF_8).length >= OTHERS_BYTES) {
      throw new PmiException(
          "this launcher's protocol has lines of at most %d bytes: '%s…'"
              .formatted(OTHERS_BYTES - 1, line.substring(0, 80)));
    }
    return line;
  }

  private static String escape(String line) {
    return line.replace("\\", "\\\\").replace("\n", "\\n");
  }

  /** What {@link #lines} has escaped. */
  static String unescape(String line) {
    var text = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        c = line.charAt(++i);
        c = c == 'n' ? '\n' : c;
      }
      text.append(c);
    }
    return text.toString();
  }

  /**
   * The frame of PMI-2: fields of one message, which repeat for each program.
   *
   * @throws PmiException if no frame has room for it
   */
  byte[] frame() throws PmiException {
    var fields = new ArrayList<String>();
    fields.add("ncmds=" + programs.size());
    fields.add("preputcount=" + preput.size());
    pairs(fields, preput, "ppkey", "ppval");
    for (SpawnProgram program : programs) {
      fields.add("subcmd=" + program.command());
      fields.add("maxprocs=" + program.processes());
      fields.add("argc=" + program.arguments().size());
      int count = 0;
      for (String argument : program.arguments()) {
        fields.add("argv" + count++ + "=" + argument);
      }
      fields.add("infokeycount=" + program.info().size());
      pairs(fields, program.info(), "infokey", "infoval");
    }
    var body = new StringBuilder("cmd=spawn;");
    for (String field : fields) {
      // Servers do not undo the doubling of ';': the rest of the word would be lost.
      if (field.indexOf(';') >= 0) {
        throw new PmiException("PMI-2 has no ';' in what is spawned: '" + field + "'");
      }
      body.append(field).append(';');
    }
    if (body.length() >= FRAME_CHARACTERS) {
      throw new PmiException("PMI-2 has no messages as long as this request for processes");
    }
    return PmiLine.frame(body.toString());
  }

  private static void pairs(
      List<String> fields, Map<String, String> pairs, String key, String value) {
    int count = 0;
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      fields.add(key + count + "=" + pair.getKey());
      fields.add(value + count + "=" + pair.getValue());
      count++;
    }
  }
}
