/**
 * The API of MPJ Express 0.44, which is mpiJava 1.2, over purempi: programs written for it run
 * unchanged. Every method translates its arguments and calls the public API of {@code org.purempi};
 * nothing communicates here. {@link mpi.Base} says what lies in an array, {@link mpi.Datatype} how,
 * {@link mpi.ObjectMessages} turns objects into bytes.
 *
 * <p>A message buffer is an array, the index of its first element, a count and a datatype; all
 * displacements and extents count elements of the array, never bytes.
 *
 * <p>Errors are thrown as {@link mpi.MPIException}, unchecked. Any thread may call everything.
 *
 * <p>Entry class: {@link mpi.MPI}.
 */
package mpi;
