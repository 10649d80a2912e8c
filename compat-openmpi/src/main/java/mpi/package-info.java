/**
 * Open MPI's Java API (that of its 5.0 series) on purempi. Floor 0 of its own module: a thin client
 * of {@code org.purempi} that translates arguments and results, and keeps what only this API has:
 * handles that can be null, datatypes that are committed, attributes and names of datatypes.
 *
 * <p>A buffer is an array of primitives or a {@link java.nio.Buffer}, direct or not, in every call.
 * It is used from its first element, wherever its position and limit are; {@link mpi.MPI#slice}
 * makes one that begins elsewhere.
 *
 * <p>Static variables are the rank's. In a process that is so by nature; where ranks are threads
 * each has a class loader of its own for these classes and the program's. Every thread of a rank
 * may call everything.
 *
 * <p>Entry class: {@link mpi.MPI}.
 */
package mpi;
