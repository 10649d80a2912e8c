/** Distributed learning over MPI: a client of the public API of {@code org.purempi}. */
module org.purempi.learn {
  requires static org.jspecify;
  requires transitive org.purempi;

  exports org.purempi.learn;
  exports org.purempi.learn.engine;
  exports org.purempi.learn.named;
}
