/**
 * The public API of purempi: MPI, the Message Passing Interface, in Java. Floor 0: pure vocabulary
 * that imports nothing else of ours.
 *
 * <p>Two ideas. A <em>communicator</em> is a group of ranks that can talk to each other; a rank
 * sends to and receives from a rank of the same communicator. Everything else follows from where
 * communicators come from:
 *
 * <pre>{@code
 * Mpi.run(4, world -> {                                   // 4 ranks as threads of this JVM
 *   double[] x = {world.rank()};
 *   world.allreduce(x, Op.SUM);                           // in place
 *   System.out.println(x[0]);                             // 6.0 on every rank
 * });
 *
 * try (var mpi = Mpi.init(args)) {                        // or: one rank per process, started by mpiexec
 *   var world = mpi.world();
 *   ...
 * }
 * }</pre>
 *
 * <p>The naming rule: drop {@code MPI_} and the object's prefix, first letter lower, {@code _x}
 * becomes {@code X}: {@code MPI_Comm_dup} is {@code comm.dup()}, {@code MPI_Reduce_scatter_block}
 * is {@code comm.reduceScatterBlock(…)}. Arguments come in the Standard's order: buffers,
 * operation, rank, tag.
 *
 * <p>No argument may be null unless it says so. Section numbers refer to the MPI Standard, version
 * 4.1.
 *
 * <p>Threads: every object may be used by several threads at once ({@code MPI_THREAD_MULTIPLE},
 * section 11.6), virtual threads too.
 *
 * <p>Entry class: {@link org.purempi.Mpi}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi;
