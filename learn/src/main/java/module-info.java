/** Distributed learning over MPI: a client of the public API of {@code org.purempi}. */
module org.purempi.learn {
  requires static org.jspecify;
  requires jdk.jfr;
  requires transitive org.purempi;

  exports org.purempi.learn;
  exports org.purempi.learn.data;
  exports org.purempi.learn.engine;
  exports org.purempi.learn.named;
  exports org.purempi.learn.parallel;
  exports org.purempi.learn.report;
  exports org.purempi.learn.server;
}
