package org.purempi.launch.smpd;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which state follows which, by what moves it on: the whole of a machine.
 *
 * @param <S> the states
 * @param <T> the steps between them
 */
public final class StateTable<S extends Enum<S>, T extends Enum<T>> {
  private final Map<S, Map<T, S>> table;
  private final Class<T> steps;

  /** A machine that can take no step yet. */
  public StateTable(Class<S> states, Class<T> steps) {
    this.table = new EnumMap<>(states);
    this.steps = steps;
  }

  /** Adds a step; this table. */
  public StateTable<S, T> on(S from, T step, S to) {
    table.computeIfAbsent(from, s -> new EnumMap<>(steps)).put(step, to);
    return this;
  }

  /** The state after a step; null if the step must not be taken there. */
  public @Nullable S after(S from, T step) {
    return table.getOrDefault(from, Map.of()).get(step);
  }
}
