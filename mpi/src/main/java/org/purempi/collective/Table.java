package org.purempi.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.setting.Setting;

/**
 * The algorithms of one operation and the rules that choose between them: the first rule that
 * covers the ranks and bytes, and whose algorithm can serve the call.
 *
 * @param <S> the kind of steps
 */
final class Table<S> {
  /** In a rule: no limit. */
  static final int ANY = Integer.MAX_VALUE;

  /**
   * One line.
   *
   * @param maxRanks covers at most so many ranks
   * @param maxBytes covers at most so many bytes
   * @param least covers ranks that are at least so close
   * @param algorithm what it chooses
   */
  record Rule<S>(int maxRanks, long maxBytes, Closeness least, Algorithm<S> algorithm) {
    boolean covers(int ranks, Closeness closeness) {
      return ranks <= maxRanks && closeness.compareTo(least) >= 0 && algorithm.serves(ranks);
    }
  }

  private final Setting setting;
  private final String measure;
  private final Map<String, Algorithm<S>> algorithms = new LinkedHashMap<>();
  private final List<Rule<S>> rules = new ArrayList<>();

  /**
   * An empty table.
   *
   * @param setting what forces one of its algorithms, named after the operation
   * @param measure which bytes the rules mean
   */
  Table(Setting setting, String measure) {
    this.setting = setting;
    this.measure = measure;
  }

  /** Adds an algorithm. */
  Table<S> has(String name, S steps, Algorithm.Need... needs) {
    algorithms.put(name, new Algorithm<>(name, List.of(needs), steps));
    return this;
  }

  /** Adds a rule, after all others. */
  Table<S> rule(int maxRanks, long maxBytes, String name) {
    return rule(maxRanks, maxBytes, Closeness.FAR, name);
  }

  /** Adds a rule for ranks that share memory, after all others. */
  Table<S> near(int maxRanks, long maxBytes, String name) {
    return rule(maxRanks, maxBytes, Closeness.NEAR, name);
  }

  /** Adds a rule for ranks that share memory and cores, after all others. */
  Table<S> crowded(int maxRanks, long maxBytes, String name) {
    return rule(maxRanks, maxBytes, Closeness.CROWDED, name);
  }

  private Table<S> rule(int maxRanks, long maxBytes, Closeness least, String name) {
    long limit = maxBytes == ANY ? Long.MAX_VALUE : maxBytes;
    rules.add(new Rule<>(maxRanks, limit, least, named(name)));
    return this;
  }

  /** What forces an algorithm. */
  Setting setting() {
    return setting;
  }

  /** The name of the operation. */
  String operation() {
    return setting.key();
  }

  /** Which bytes the rules mean. */
  String measure() {
    return measure;
  }

  /** All algorithms, in the order in which they were added. */
  List<Algorithm<S>> algorithms() {
    return List.copyOf(algorithms.values());
  }

  /** The names of all algorithms. */
  List<String> names() {
    return List.copyOf(algorithms.keySet());
  }

  /** The rules, in order. */
  List<Rule<S>> rules() {
    return List.copyOf(rules);
  }

  /**
   * What this table says for a number of ranks.
   *
   * @param closeness how close they are
   * @param wishes may name the algorithm to use wherever it can serve
   * @throws MpiArgumentException ({@code ARG}) if there is none of that name
   */
  AlgorithmSelector<S> at(int ranks, Closeness closeness, Wishes wishes) {
    String forced = wishes.algorithm(setting);
    List<Rule<S>> lines = new ArrayList<>();
    if (forced != null) {
      lines.add(new Rule<>(ANY, Long.MAX_VALUE, Closeness.FAR, named(forced)));
    }
    lines.addAll(rules);
    return new AlgorithmSelector<>(
        operation(), lines.stream().filter(line -> line.covers(ranks, closeness)).toList());
  }

  private Algorithm<S> named(String name) {
    Algorithm<S> a = algorithms.get(name);
    if (a == null) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          setting.property()
              + "="
              + name
              + " names no algorithm of "
              + operation()
              + ": choose one of "
              + algorithms.keySet().stream().collect(Collectors.joining(", ")));
    }
    return a;
  }
}
