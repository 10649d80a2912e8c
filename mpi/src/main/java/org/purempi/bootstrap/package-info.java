/**
 * Floor 9: how ranks find each other. {@link org.purempi.bootstrap.Wiring} makes the transport of a
 * launched job: shared memory within a host, TCP between hosts. Ranks that no launcher has started
 * meet first ({@link org.purempi.bootstrap.Meeting}). Rank 0 opens a gate; everybody, rank 0 too,
 * calls there, proves that it knows the secret, and says who it is. When all are there the gate
 * becomes their PMI server.
 *
 * <pre>
 *   rank 3                                        gate, in rank 0's process
 *     │ connect (again and again while nobody is there)   │
 *     ├──── HELLO CHALLENGE PROOF VERDICT ───────────────►│ both know the secret (transport.tcp)
 *     │ cmd=meet version=2 rank=3 size=4 host=node3       │
 *     ├──────────────────────────────────────────────────►│ waits for the others
 *     │ cmd=met rc=0                                      │ all are there
 *     │◄──────────────────────────────────────────────────┤ (or rc=1 and why not; or cmd=later)
 *     │ PMI-1, as under mpiexec                           │
 * </pre>
 *
 * <p>{@link org.purempi.bootstrap.Meeting#join} may be called by any thread, several times in one
 * process; the gate has a thread of its own. Entry class: {@link org.purempi.bootstrap.Meeting}.
 */
@NullMarked
package org.purempi.bootstrap;

import org.jspecify.annotations.NullMarked;
