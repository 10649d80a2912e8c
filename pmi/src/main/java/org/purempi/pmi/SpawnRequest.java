package org.purempi.pmi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request for more processes as it comes in: blocks of lines between {@code mcmd=spawn} and
 * {@code endcmd}, one for each program; the last one is answered.
 */
final class SpawnRequest {
  /** The longest line, in bytes; the system takes no longer arguments. */
  static final int LINE_BYTES = 128 << 10;

  /** So much a request may say, in characters; the system takes no more arguments and variables. */
  private static final int MOST_CHARACTERS = 16 << 20;

  private static final int MOST_PROCESSES = 1 << 20;

  private final List<SpawnProgram> programs = new ArrayList<>();
  private final Map<String, String> preput = new LinkedHashMap<>();
  private int blocks = 1;
  private int blocksSoFar = 1;
  private int characters;
  private long all;
  private boolean isOpen;

  // of the block that is open
  private boolean isEscaped;
  private int processes;
  private String command = "";
  private final Map<Integer, String> arguments = new TreeMap<>();
  private final Pairs info = new Pairs("info");
  private final Pairs puts = new Pairs("preput");

  /** Numbered keys and values: {@code info_key_0}, {@code info_val_0}. */
  private static final class Pairs {
    private final String keyPrefix;
    private final String valuePrefix;
    private final Map<Integer, String> keys = new TreeMap<>();
    private final Map<Integer, String> values = new TreeMap<>();

    Pairs(String what) {
      keyPrefix = what + "_key_";
      valuePrefix = what + "_val_";
    }

    /** Whether it was a line of these. */
    boolean take(String name, String value) {
      boolean isKey = name.startsWith(keyPrefix);
      boolean isOurs = isKey || name.startsWith(valuePrefix);
      if (isOurs) {
        (isKey ? keys : values).put(number(name.substring(keyPrefix.length())), value);
      }
      return isOurs;
    }

    /** Adds them and forgets them. */
    void moveTo(Map<String, String> all) {
      keys.forEach((number, key) -> all.put(key, values.getOrDefault(number, "")));
      keys.clear();
      values.clear();
    }
  }

  /** A block begins. */
  void open() {
    isOpen = true;
    isEscaped = false;
    processes = 0;
    command = "";
  }

  /** Whether the next line belongs to it. */
  boolean isOpen() {
    return isOpen;
  }

  /** Takes a line of a block; true when it ended the last one. */
  boolean line(String line) throws PmiException {
    characters += line.length();
    if (characters > MOST_CHARACTERS) {
      throw new PmiException("a PMI spawn request of more than " + MOST_CHARACTERS + " bytes");
    }
    if (line.equals("endcmd")) {
      close();
      return blocksSoFar >= blocks;
    }
    int equals = line.indexOf('=');
    if (equals < 0 || line.indexOf('\0') >= 0) {
      throw new PmiException("malformed PMI spawn request: '" + line + "'");
    }
    String said = line.substring(equals + 1);
    try {
      take(line.substring(0, equals), isEscaped ? SpawnWords.unescape(said) : said);
    } catch (NumberFormatException e) {
      throw new PmiException("malformed PMI spawn request: '" + line + "'", e);
    }
    return false;
  }

  private void take(String name, String value) {
    switch (name) {
      case SpawnWords.ESCAPED -> isEscaped = true;
      case "totspawns" -> blocks = number(value);
      case "spawnssofar" -> blocksSoFar = number(value);
      case "nprocs" -> processes = number(value);
      case "execname" -> command = PmiLine.text(value);
      case "argcnt", "preput_num", "info_num" -> {
        // They count what is there.
      }
      default -> {
        boolean isPair = puts.take(name, value) || info.take(name, PmiLine.text(value));
        if (!isPair && name.startsWith("arg")) {
          arguments.put(number(name.substring("arg".length())), PmiLine.text(value));
        }
      }
    }
  }

  private void close() throws PmiException {
    isOpen = false;
    var its = new LinkedHashMap<String, String>();
    info.moveTo(its);
    puts.moveTo(preput);
    programs.add(new SpawnProgram(command, List.copyOf(arguments.values()), processes, its));
    arguments.clear();
    all += processes;
    if (all > MOST_PROCESSES) {
      throw new PmiException("a PMI spawn request for " + all + " processes");
    }
  }

  private static int number(String text) {
    int number = Integer.parseInt(text);
    if (number < 0) {
      throw new NumberFormatException("a negative number");
    }
    return number;
  }

  /** What is to be started. */
  List<SpawnProgram> programs() {
    return programs;
  }

  /** What the new ranks are to find in their space, as it came over the wire. */
  Map<String, String> preput() {
    return preput;
  }
}
