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
  START_UP("start-up"),
  FLOOR("floor");

  final String title;

  Family(String title) {
    this.title = title;
  }

  /** The family's name in file names. */
  String slug() {
    return title.replace(' ', '-');
  }
}
