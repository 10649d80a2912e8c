package org.purempi.pmi;

import java.util.Collections;

/**
 * A request for more processes: blocks of lines between {@code mcmd=spawn} and {@code endcmd}, one
 * for each program; the last one is answered.
 */
final class SpawnRequest {
  /** So many processes are answered one by one; a line has no room for more. */
  private static final int MOST_ANSWERED = 256;

  /** PMI_FAIL of MPICH's interface. */
  private static final int FAILED = -1;

  private int blocks = 1;
  private int blocksSoFar = 1;
  private int processes;
  private String program = "";
  private boolean isOpen;

  /** A block begins. */
  void open() {
    isOpen = true;
  }

  /** Whether the next line belongs to it. */
  boolean isOpen() {
    return isOpen;
  }

  /** Takes a line of a block; true when it ended the last one. */
  boolean line(String line) throws PmiException {
    if (line.equals("endcmd")) {
      isOpen = false;
      return blocksSoFar >= blocks;
    }
    int equals = line.indexOf('=');
    if (equals < 0) {
      throw new PmiException("malformed PMI spawn request: '" + line + "'");
    }
    String value = line.substring(equals + 1);
    try {
      switch (line.substring(0, equals)) {
        case "totspawns" -> blocks = Integer.parseInt(value);
        case "spawnssofar" -> blocksSoFar = Integer.parseInt(value);
        case "nprocs" -> processes = Math.addExact(processes, count(value));
        case "execname" -> program = program.isEmpty() ? value : program;
        default -> {
          // how to run it: not needed to refuse it
        }
      }
    } catch (NumberFormatException | ArithmeticException e) {
      throw new PmiException("malformed PMI spawn request: '" + line + "'", e);
    }
    return false;
  }

  private static int count(String value) {
    int count = Integer.parseInt(value);
    if (count < 0) {
      throw new NumberFormatException("a negative number of processes");
    }
    return count;
  }

  /** Says no, for every process that was asked for. */
  PmiLine refusal() {
    var each = Collections.nCopies(Math.min(processes, MOST_ANSWERED), Integer.toString(FAILED));
    return PmiLine.of("spawn_result")
        .with("rc", FAILED)
        .with("errcodes", String.join(",", each))
        .with("msg", "this_launcher_does_not_spawn");
  }

  /** What was asked for, in words. */
  String text() {
    return "%d process%s of '%s'%s"
        .formatted(
            processes,
            processes == 1 ? "" : "es",
            PmiClient.oneLine(program),
            blocks > 1 ? " and other programs" : "");
  }
}
