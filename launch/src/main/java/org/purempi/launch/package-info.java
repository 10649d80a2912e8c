/**
 * mpiexec and smpd: options, programs, hosts, processes, output, and the end of a job.
 *
 * <p>Floor 1: above {@code launch.hosts}, {@code launch.smpd} and {@code org.purempi.pmi}; it knows
 * nothing of the library. It is a program, not an API: its entry classes are {@link
 * org.purempi.launch.Mpiexec} and {@link org.purempi.launch.Smpd}.
 *
 * <pre>
 *   mpiexec ── Job ── Sites ─┬─ LocalSite                    this host
 *                            └─ RemoteSite, RemoteSite, …    another host each
 *                                  │ commands of smpd over the streams of ssh
 *                               Manager ── LocalSite         there, in bin/smpd
 *
 *   LocalSite ─┬─ PmiServer  ◂── PMI-1 over 127.0.0.1 ── every rank of the host
 *              ├─ pipe ──▸ guardian (sh): kills every rank's group at end of file
 *              ├─ pipe ──▸ stdin of the rank that reads
 *              └─ pipes ◂─ stdout, stderr of every rank
 * </pre>
 *
 * A rank is started behind a shell that waits for the word to go; the guardian is told of the rank
 * before that word is given. So there is no instant at which a rank runs and a killed mpiexec or
 * manager would leave it behind. What happens to ranks travels up as {@link
 * org.purempi.launch.Event}s, from a manager as commands; {@code Job} alone judges.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch;
