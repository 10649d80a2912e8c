/** mpiexec and its kin. */
module org.purempi.launch {
  requires static org.jspecify;
  requires org.purempi.os;
  requires org.purempi.pmi;
  requires java.compiler;
  requires jdk.compiler;
  requires jdk.unsupported;
}
