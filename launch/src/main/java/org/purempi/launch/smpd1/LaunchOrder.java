package org.purempi.launch.smpd1;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One process to be started, as {@code launch} describes it; Java's texts, not the wire's.
 *
 * @param words the program and its arguments
 * @param path where the program is looked for first, separated by {@code ;} or {@code :}; or empty
 * @param directory where it runs; or empty
 * @param environment its variables beyond the daemon's own
 * @param rank its number in the job
 * @param size the number of processes of the job
 * @param program which of mpiexec's programs it is
 * @param spawned whether a process of another job has asked for it
 * @param space the name of the job's key-value space
 * @param domain the name of the space for published names
 * @param clique the ranks that share its host, itself among them
 */
public record LaunchOrder(
    List<String> words,
    String path,
    String directory,
    Map<String, String> environment,
    int rank,
    int size,
    int program,
    boolean spawned,
    String space,
    String domain,
    List<Integer> clique) {
  private static final int MOST_PROCESSES = 1 << 16;

  /** Keeps copies that nobody changes. */
  public LaunchOrder {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
    clique = List.copyOf(clique);
  }

  /** Reads a {@code launch}. */
  static LaunchOrder read(Smpd1Command command) throws Smpd1Exception {
    List<String> words =
        Smpd1Text.words(command.require("c")).stream().map(Smpd1Text::text).toList();
    int size = command.getInt("n", 1);
    int rank = command.getInt("i", 0);
    if (words.isEmpty() || words.getFirst().isEmpty()) {
      throw new Smpd1Exception("launch names no program");
    }
    if (size < 1 || size > MOST_PROCESSES || rank < 0 || rank >= size) {
      throw new Smpd1Exception("launch of rank %d of %d".formatted(rank, size));
    }
    var environment = new java.util.LinkedHashMap<String, String>();
    Smpd1Text.read(text(command, "e"))
        .forEach((name, value) -> environment.put(Smpd1Text.text(name), Smpd1Text.text(value)));
    List<Integer> clique = clique(text(command, "q"), size);
    return new LaunchOrder(
        words,
        Smpd1Text.text(text(command, "p")),
        Smpd1Text.text(text(command, "d")),
        environment,
        rank,
        size,
        command.getInt("a", 0),
        command.getInt("s", 0) != 0,
        text(command, "k"),
        text(command, "kd"),
        clique.contains(rank) ? clique : List.of(rank));
  }

  private static String text(Smpd1Command command, String key) {
    String value = command.get(key);
    return value == null ? "" : value;
  }

  /** The ranks of {@code 0..2,5}. */
  static List<Integer> clique(String text, int size) throws Smpd1Exception {
    var ranks = new ArrayList<Integer>();
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int dots = part.indexOf("..");
      int first = rank(dots < 0 ? part : part.substring(0, dots), size);
      int last = dots < 0 ? first : rank(part.substring(dots + 2), size);
      for (int rank = first; rank <= last; rank++) {
        if (ranks.size() >= size) {
          throw new Smpd1Exception("a clique of more ranks than the job has");
        }
        ranks.add(rank);
      }
    }
    return ranks.stream().distinct().sorted().toList();
  }

  /** Writes ranks, which are in order, as {@link #clique} reads them. */
  public static String clique(List<Integer> ranks) {
    var text = new StringBuilder();
    for (int from = 0, to; from < ranks.size(); from = to + 1) {
      to = from;
      while (to + 1 < ranks.size() && ranks.get(to + 1) == ranks.get(to) + 1) {
        to++;
      }
      text.append(text.isEmpty() ? "" : ",").append(ranks.get(from));
      text.append(to > from ? ".." + ranks.get(to) : "");
    }
    return text.toString();
  }

  private static int rank(String text, int size) throws Smpd1Exception {
    if (text.matches("[0-9]{1,6}") && Integer.parseInt(text) < size) {
      return Integer.parseInt(text);
    }
    throw new Smpd1Exception("a clique with '" + Smpd1Command.clip(text) + "'");
  }
}
