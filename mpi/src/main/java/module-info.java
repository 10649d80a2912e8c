/** purempi: MPI, the Message Passing Interface, in pure Java. */
@SuppressWarnings("module") // abi is compiled later
module org.purempi {
  requires static org.jspecify;
  requires java.management;
  requires org.purempi.os;
  requires org.purempi.transport;
  requires org.purempi.pmi;
  requires static jdk.jfr;

  exports org.purempi;
  exports org.purempi.check to
      org.purempi.abi;
  exports org.purempi.checkpoint;
  exports org.purempi.pool;
  exports org.purempi.tool;

  uses org.purempi.MpiProvider;
  uses org.purempi.tool.ToolProvider;

  provides org.purempi.MpiProvider with
      org.purempi.world.Provider;
  provides org.purempi.tool.ToolProvider with
      org.purempi.world.ToolCalls;
}
