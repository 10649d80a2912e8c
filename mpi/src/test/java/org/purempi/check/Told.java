package org.purempi.check;

import java.util.ArrayList;
import java.util.List;

/** A checker, and the mistakes that it has told. */
final class Told {
  final List<Mistake> mistakes = new ArrayList<>();
  final Checker checker =
      new Checker(
          (mistake, rank, place, what) -> {
            mistakes.add(mistake);
            return false;
          });
}
