package org.purempi.collective;

import java.util.List;

/**
 * A table for certain ranks: what is left to ask is the length and the operation.
 *
 * @param <S> the kind of steps
 */
final class AlgorithmSelector<S> {
  private final String operation;
  private final List<Table.Rule<S>> rules;

  AlgorithmSelector(String operation, List<Table.Rule<S>> rules) {
    this.operation = operation;
    this.rules = rules;
  }

  /** The algorithm for so many bytes, where the order of operands plays no role. */
  S of(long bytes) {
    return of(bytes, true);
  }

  /** The algorithm for so many bytes. */
  S of(long bytes, boolean commutative) {
    return algorithm(bytes, commutative).steps();
  }

  /** The algorithm for so many bytes, with its name. */
  Algorithm<S> algorithm(long bytes, boolean commutative) {
    for (int i = 0; i < rules.size(); i++) {
      Table.Rule<S> rule = rules.get(i);
      if (bytes <= rule.maxBytes() && (commutative || !rule.algorithm().needsCommutative())) {
        return rule.algorithm();
      }
    }
    throw new IllegalStateException("the table of " + operation + " has a gap at " + bytes);
  }
}
