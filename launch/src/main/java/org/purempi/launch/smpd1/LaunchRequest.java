package org.purempi.launch.smpd1;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.purempi.launch.smpd.ManagerTree;

/**
 * A rank that mpiexec is to launch; Java's texts, not the wire's.
 *
 * @param node the number of its host, 1 or more
 * @param words the program's name and its arguments
 * @param path the directory of the program
 * @param directory where it runs
 * @param environment its variables beyond the daemon's own
 * @param program which of mpiexec's programs it is
 */
public record LaunchRequest(
    int node,
    List<String> words,
    String path,
    String directory,
    Map<String, String> environment,
    int program) {
  /** Keeps copies that nobody changes. */
  public LaunchRequest {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /** Bytes that the command line may grow by; negative if it is too long already. */
  public int commandRoom() {
    return LaunchLimits.COMMAND.room(line());
  }

  /** Bytes that the variables may grow by; negative if they are too long already. */
  public int environmentRoom() {
    return LaunchLimits.ENVIRONMENT.room(pairs());
  }

  private String line() {
    return Smpd1Text.line(words().stream().map(Smpd1Text::wire).toList());
  }

  private String pairs() {
    var wired = new TreeMap<String, String>();
    environment().forEach((name, value) -> wired.put(Smpd1Text.wire(name), Smpd1Text.wire(value)));
    return Smpd1Text.pairs(wired);
  }

  /**
   * The order to launch it.
   *
   * @param command the order that is begun
   * @param clique the ranks of its host; empty when that does not matter
   * @throws Smpd1Exception when it cannot be said in smpd's words
   */
  Smpd1Command order(Smpd1Command command, int rank, int size, String clique)
      throws Smpd1Exception {
    Smpd1Command order = command;
    order = with(order, "c", line(), LaunchLimits.COMMAND);
    order = order.with("s", 0).with("a", program());
    order = with(order, "e", pairs(), LaunchLimits.ENVIRONMENT);
    order = with(order, "d", Smpd1Text.wire(directory()), LaunchLimits.DIRECTORY);
    order = with(order, "p", Smpd1Text.wire(path()), LaunchLimits.PATH);
    order = clique.isEmpty() ? order : order.with("q", clique);
    order = order.with("i", rank).with("n", size);
    var read = LaunchOrder.read(Smpd1Command.parse(order.format()));
    boolean same =
        read.words().equals(words())
            && read.environment().equals(environment())
            && read.directory().equals(directory());
    if (!same) {
      throw new Smpd1Exception(
          "rank %d: smpd's words cannot say a text with spaces that ends with a backslash"
              .formatted(rank));
    }
    return order;
  }

  private static Smpd1Command with(
      Smpd1Command command, String key, String value, LaunchLimits limit) throws Smpd1Exception {
    limit.check(value);
    return value.isEmpty() ? command : command.with(key, value);
  }

  /**
   * Whether these ranks can be launched at all.
   *
   * @throws Smpd1Exception when one cannot be described in smpd's words
   */
  public static void check(List<LaunchRequest> all) throws Smpd1Exception {
    for (int rank = 0; rank < all.size(); rank++) {
      var launch = Smpd1Command.of("launch", ManagerTree.ROOT, 1, rank);
      all.get(rank).order(launch, rank, all.size(), "");
    }
  }
}
