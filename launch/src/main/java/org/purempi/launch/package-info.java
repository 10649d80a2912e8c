/**
 * mpiexec: options, programs, processes, output, and the end of a job.
 *
 * <p>Floor: above {@code org.purempi.pmi}; it knows nothing of the library. It is a program, not an
 * API: its entry is {@link org.purempi.launch.Mpiexec}.
 *
 * <pre>
 *   bin/mpiexec ── java Mpiexec ─┬─ PmiServer  ◂── PMI-1 over 127.0.0.1 ── every rank
 *                                ├─ pipe ──▸ guardian (sh): kills every rank's group at end of file
 *                                ├─ pipe ──▸ stdin of rank 0
 *                                └─ pipes ◂─ stdout, stderr of every rank, forwarded line by line
 * </pre>
 *
 * A rank is started behind a shell that waits for the word to go; mpiexec tells the guardian of the
 * rank before it gives that word. So there is no instant at which a rank runs and a killed mpiexec
 * would leave it behind.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch;
