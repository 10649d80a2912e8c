/**
 * smpd's command language: how managers of hosts and mpiexec talk. Pure: bytes, commands, the tree
 * of managers, and the states of a manager; who runs processes stands above.
 *
 * <p>Floor 0 of the launcher. Commands and states are immutable values; a {@link
 * org.purempi.launch.smpd.CommandReader} belongs to one thread. The entry class is {@link
 * org.purempi.launch.smpd.SmpdCommand}.
 *
 * <pre>
 *   a command on the wire:  13 bytes: length of the rest in decimal, padded with zeros
 *                           "cmd=launch src=0 dest=3 tag=7 c=\"./a.out x\" … " and a zero byte
 *
 *   the tree of managers (mpiexec is 0):       0
 *                                              1
 *                                        2           3
 *                                      4   6       5   7
 *                                     8 12 10 14  9 13 11 15
 *
 *   the states of a manager that serves one job ({@link org.purempi.launch.smpd.ManagerState}):
 *
 *   READING_SESSION_HEADER ──header──▸ IDLE ──launch──▸ RUNNING ◂──suspend/resume──▸ SUSPENDED
 *             │                         │ │                │ kill                        │ kill
 *             │                         │ └──kill──────▸ ENDING ◂────────────────────────┘
 *             │                       close                │ close
 *             │                         └────▸ CLOSING ◂───┴── close, from RUNNING too
 *             │                                   │ closed
 *             └────lost (from everywhere)──▸ DONE ◂┘
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.smpd;
