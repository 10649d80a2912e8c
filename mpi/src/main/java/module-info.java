/** purempi: MPI, the Message Passing Interface, in pure Java. */
module org.purempi {
  requires static transitive org.jspecify;
  requires org.purempi.transport;
  requires org.purempi.pmi;

  exports org.purempi;

  uses org.purempi.MpiProvider;
}
