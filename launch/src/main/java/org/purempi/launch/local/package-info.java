/**
 * The ranks of this host, in mpiexec as in a manager: their processes, their PMI server, and the
 * guardian that kills them when we are killed.
 *
 * <p>Floor 3 of the launcher. Any thread. The entry class is {@link
 * org.purempi.launch.local.LocalSite}.
 *
 * <pre>
 *   LocalSite ─┬─ PmiServer  ◂── PMI-1 over 127.0.0.1 ── every rank of the host
 *              ├─ pipe ──▸ guardian (sh): kills every rank's group at end of file
 *              ├─ pipe ──▸ stdin of the rank that reads
 *              └─ pipes ◂─ stdout, stderr of every rank
 * </pre>
 *
 * A rank is started behind a shell that waits for the word to go; the guardian is told of the rank
 * before that word is given. So there is no instant at which a rank runs and a killed mpiexec or
 * manager would leave it behind.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.local;
