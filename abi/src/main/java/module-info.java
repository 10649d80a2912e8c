/**
 * The standard C interface of MPI 5.0 over the library. C's side starts it; nobody else needs it.
 */
module org.purempi.abi {
  requires java.management;
  requires org.purempi;
  requires org.purempi.os;
  requires static org.jspecify;
}
