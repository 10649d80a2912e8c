/** The API of MPJ Express (mpiJava 1.2) on purempi: programs written for it run unchanged. */
module org.purempi.compat.mpjexpress {
  requires transitive org.purempi;

  exports mpi;
  exports mpjbuf;
  exports mpjdev;
  exports xdev;
}
