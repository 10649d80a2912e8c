package org.purempi.spawn;

import java.io.IOException;
import java.util.List;

/**
 * What a process says of itself when worlds meet.
 *
 * @param world the name of its world, which no other has
 * @param rank its number there
 * @param domain those share memory with whom it is the same
 * @param links the names of its links
 */
record Member(String world, int rank, String domain, List<String> links) {
  private static final String SEPARATOR = " ";
  private static final int PARTS = 3;

  static Member parse(String text) throws IOException {
    String[] parts = text.split(SEPARATOR, -1);
    try {
      if (parts.length >= PARTS) {
        List<String> links = List.of(parts).subList(PARTS, parts.length);
        return new Member(parts[0], Integer.parseInt(parts[1]), parts[2], links);
      }
    } catch (NumberFormatException e) {
      throw new IOException("'" + text + "' is no process of purempi's", e);
    }
    throw new IOException("'" + text + "' is no process of purempi's");
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(world).append(SEPARATOR).append(rank).append(SEPARATOR).append(domain);
    links.forEach(link -> text.append(SEPARATOR).append(link));
    return text.toString();
  }

  /** Whether both are the same process. */
  boolean is(Member other) {
    return world.equals(other.world) && rank == other.rank;
  }

  /** Whether each of both reaches the other already. */
  boolean reaches(Member other) {
    return world.equals(other.world) || links.stream().anyMatch(other.links::contains);
  }
}
