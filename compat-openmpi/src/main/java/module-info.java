/** Open MPI's Java API on purempi: programs written for it run unchanged. */
module org.purempi.compat.openmpi {
  requires org.purempi;

  exports mpi;
}
