package org.purempi.benchmarks.compare;

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
  FIRST_CALLS("first calls", false),
  START_UP("start-up", false),
  FLOOR("floor", false);

  final String title;

  /** Whether it counts among the families that must not be slower than the peers. */
  final boolean judged;

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
