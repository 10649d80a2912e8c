/**
 * smpd's daemon: the process that stands at the door of a host, lets those in who know the user's
 * passphrase, and starts a manager for each job. What a manager does stands above; here are the
 * conversation with strangers, the carrying of bytes, and the console.
 *
 * <p>Floor 0 of the launcher, to the right of smpd's words. One thread does everything and waits in
 * one selector; a caller's side ({@link org.purempi.launch.daemon.DaemonClient}) blocks and belongs
 * to its thread. The entry class is {@link org.purempi.launch.daemon.Daemon}.
 *
 * <pre>
 *   mpiexec ══TLS══▸ daemon ──socket of this host──▸ manager (a process) ──▸ ranks
 *                      │                                 │ TLS to the daemon of the next host
 *   smpd -status ═TLS═▸│ Desk                            ▾
 *
 *   the states of a conversation ({@link org.purempi.launch.daemon.DaemonState}; lost, or too
 *   late: from everywhere to DONE):
 *
 *   SECURING ──▸ WRITING_CHALLENGE ──▸ READING_PROOF ──wrong──▸ DELAYING ──▸ WRITING_REFUSAL
 *                                           │ right                              │
 *                                     WRITING_VERDICT                            │
 *                                           │                                    │
 *                                     READING_SESSION                            │
 *                                           │                                    │
 *        ┌────────────process───────────────┼─────console────▸ READING_COMMAND ◂─┼─▸ WRITING_RESULT
 *        ▾                                  │ neither                │ close     │
 *   STARTING_MANAGER ──there is none──▸ WRITING_FAREWELL ◂───────────┘           │
 *        │                                  │                                    │
 *        ▾                                  ▾                                    │
 *     RELAYING ──────────ended────────▸  LEAVING  ◂──────────────────────────────┘
 *                                           │ the caller has hung up
 *                                           ▾
 *                                          DONE
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.daemon;
