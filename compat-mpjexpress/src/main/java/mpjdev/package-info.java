/**
 * What lies below the objects of package {@code mpi}: purempi's own. They are the way from a
 * program of this API to the modern one: {@code MPI.COMM_WORLD.mpjdevComm.purempi()}.
 *
 * <p>Entry class: {@link mpjdev.Comm}.
 */
package mpjdev;
