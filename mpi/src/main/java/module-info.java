/** purempi: MPI, the Message Passing Interface, in pure Java. */
module org.purempi {
  requires static transitive org.jspecify;
  requires org.purempi.os;
  requires org.purempi.transport;
  requires org.purempi.pmi;

  exports org.purempi;

  uses org.purempi.MpiProvider;

  provides org.purempi.MpiProvider with
      org.purempi.world.Provider;
}
