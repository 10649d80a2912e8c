package org.purempi.benchmarks.compare;

import java.util.EnumSet;
import java.util.Set;

/** Benchmarks that are judged and drawn together; collectives as MPI-4.1 section 6.2 sorts them. */
enum Family {
  LATENCY("latency"),
  BANDWIDTH("bandwidth"),
  MESSAGE_RATE("message rate"),
  ONE_TO_ALL("one to all"),
  ALL_TO_ONE("all to one"),
  ALL_TO_ALL("all to all"),
  PREFIX("prefix"),
  DATATYPES("datatypes"),
  OVERLAP("overlap", false),
  PUT_AND_GET("put and get", false),
  UPDATES("updates", false),
  EPOCHS("epochs", false),
  FILE_BLOCKS("file blocks", false),
  FILE_VIEWS("file views", false),
  FILE_CALLS("file calls", false),
  WORLDS("worlds", false),
  FIRST_CALLS("first calls", false),
  START_UP("start-up", false),
  FLOOR("floor", false);

  final String title;

  /** Whether it counts among the families that must not be slower than the peers each. */
  final boolean judged;

  /** Those of windows, which are judged together. */
  static final Set<Family> ONE_SIDED = EnumSet.of(PUT_AND_GET, UPDATES, EPOCHS);

  /** Those of files, which are judged together. */
  static final Set<Family> FILES = EnumSet.of(FILE_BLOCKS, FILE_VIEWS, FILE_CALLS);

  Family(String title) {
    this(title, true);
  }

  Family(String title, boolean judged) {
    this.title = title;
    this.judged = judged;
  }

  /** The family's name in file names. */
  String slug() {
    return title.replace(' ', '-');
  }
}
