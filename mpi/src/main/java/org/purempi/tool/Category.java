package org.purempi.tool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What belongs together (section 15.3.9): control variables by whom they are for, performance
 * variables and events by what they are about.
 *
 * @param name in capitals
 * @param title in words
 */
public record Category(
    String name,
    String title,
    List<ControlVariable> controls,
    List<PerformanceVariable> performances,
    List<EventType> events) {
  private static final List<Category> ALL = make();

  /** All of them; they never change. */
  public static List<Category> all() {
    return ALL;
  }

  private static List<Category> make() {
    Map<String, List<ControlVariable>> byAudience = new LinkedHashMap<>();
    for (ControlVariable v : ControlVariable.all()) {
      byAudience.computeIfAbsent(v.category(), name -> new ArrayList<>()).add(v);
    }
    List<Category> all = new ArrayList<>();
    byAudience.forEach(
        (name, its) ->
            all.add(
                new Category(
                    name, its.getFirst().title(), List.copyOf(its), List.of(), List.of())));
    for (Topic topic : Topic.values()) {
      all.add(
          new Category(
              topic.name(),
              topic.title(),
              List.of(),
              Arrays.stream(PerformanceVariable.values()).filter(v -> v.topic() == topic).toList(),
              Arrays.stream(EventType.values()).filter(e -> e.topic() == topic).toList()));
    }
    return List.copyOf(all);
  }
}
