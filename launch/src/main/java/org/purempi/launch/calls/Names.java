package org.purempi.launch.calls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.hosts.Ranges;
import org.purempi.record.Family;

/** The names of calls, lines and communicators, under numbers that hold for all ranks. */
public final class Names {
  /** A call of the library. */
  public record Call(Family family, String name) {}

  /**
   * A line of the program.
   *
   * @param place file and line; empty: it is not known
   * @param method class and method
   */
  public record Line(String place, String method) {
    /** The line in a sentence. */
    public String text() {
      return place.isEmpty() ? "a line that is not known" : place;
    }
  }

  /**
   * A communicator, or several one after another that are alike.
   *
   * @param context a number for each context of messages
   * @param members their ranks in the world, in the order of their ranks in it
   */
  public record Group(int context, String name, List<Integer> members) {
    /** Keeps copies. */
    public Group {
      members = List.copyOf(members);
    }
  }

  private static final int MOST_PROCESSES = 1 << 24;

  /** The number of the line that is not known. */
  static final int NO_LINE = 0;

  private final Table<Call> calls = new Table<>();
  private final Table<Line> lines = new Table<>();
  private final Table<String> contexts = new Table<>();
  private final List<Group> groups = new ArrayList<>();
  private final Map<List<String>, Integer> groupNumbers = new HashMap<>();

  Names() {
    lines.number(new Line("", ""));
  }

  /** Gives numbers to what it has not seen before. */
  private static final class Table<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> all = new ArrayList<>();

    int number(T value) {
      Integer known = numbers.putIfAbsent(value, all.size());
      if (known != null) {
        return known;
      }
      all.add(value);
      return all.size() - 1;
    }
  }

  int call(Call call) {
    return calls.number(call);
  }

  int line(Line line) {
    return lines.number(line);
  }

  /**
   * The number of a communicator.
   *
   * @param ranks in the world, as {@code 0-3,7}; processes of other worlds have numbers behind them
   * @throws HostsException if they are not
   */
  int group(String context, String name, String ranks) throws HostsException {
    List<String> key = List.of(context, ranks);
    Integer known = groupNumbers.get(key);
    if (known != null) {
      Group group = groups.get(known);
      if (!group.name.equals(name)) { // it has been given another
        groups.set(known, new Group(group.context, name, group.members));
      }
      return known;
    }
    List<Integer> members = Ranges.parse("ranks of " + name, ranks, MOST_PROCESSES);
    groups.add(new Group(contexts.number(context), name, members));
    groupNumbers.put(key, groups.size() - 1);
    return groups.size() - 1;
  }

  /** The call of a number. */
  public Call call(int number) {
    return calls.all.get(number);
  }

  /** The line of a number. */
  public Line line(int number) {
    return lines.all.get(number);
  }

  /** The communicator of a number. */
  public Group group(int number) {
    return groups.get(number);
  }

  /** All calls, by their numbers. */
  public List<Call> calls() {
    return List.copyOf(calls.all);
  }

  /** All lines, by their numbers. */
  public List<Line> lines() {
    return List.copyOf(lines.all);
  }

  /** All communicators, by their numbers. */
  public List<Group> groups() {
    return List.copyOf(groups);
  }
}
