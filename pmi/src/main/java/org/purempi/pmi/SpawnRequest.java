package org.purempi.pmi;

/**
 * The lines between {@code mcmd=spawn} and {@code endcmd}. One request is several such blocks; the
 * last one is answered.
 */
final class SpawnRequest {
  private int blocks = 1;
  private int blocksSoFar = 1;

  void line(String line) throws PmiException {
    int equals = line.indexOf('=');
    if (equals < 0) {
      throw new PmiException("malformed PMI spawn request: '" + line + "'");
    }
    String value = line.substring(equals + 1);
    try {
      switch (line.substring(0, equals)) {
        case "totspawns" -> blocks = Integer.parseInt(value);
        case "spawnssofar" -> blocksSoFar = Integer.parseInt(value);
        default -> {
          // what to run: not needed to refuse it
        }
      }
    } catch (NumberFormatException e) {
      throw new PmiException("malformed PMI spawn request: '" + line + "'", e);
    }
  }

  boolean isLast() {
    return blocksSoFar >= blocks;
  }
}
