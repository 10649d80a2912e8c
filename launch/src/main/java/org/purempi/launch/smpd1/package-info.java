/**
 * The wire of MPICH 3.0's smpd, byte for byte: the handshake with the passphrase, commands, a
 * daemon that its mpiexec drives, a caller that drives its daemons; and the ranks at both ends: a
 * job's hosts whose ranks such daemons start ({@link org.purempi.launch.smpd1.Smpd1Hosts}), and the
 * ranks that ours starts ({@link org.purempi.launch.smpd1.Smpd1Ranks}).
 *
 * <p>Floor 4 of the launcher. Commands are immutable values; a reader belongs to one thread; a
 * manager carries out one command at a time, on the threads of its links. The entry classes are
 * {@link org.purempi.launch.smpd1.Smpd1Daemon} and {@link org.purempi.launch.smpd1.Smpd1Tree}.
 *
 * <pre>
 *   a call                      caller                         daemon
 *                                 │ ◂── 256: " 175751705" ────── │   challenge
 *                                 │ ─── 256: md5(phrase + it) ─▸ │
 *                                 │ ◂── 256: "SUCCESS" ───────── │   or "FAIL", a second later
 *                                 │ ─── 100: "process" ────────▸ │   or "smpd": a console
 *                                 │ ◂── 100: "nocredentials" ─── │   or "nopwd"
 *                                 │ ◂──  20: "-1" ────────────── │   stay on this port
 *                                 │ ─── 1024: "id=1 parent=0 level=0"
 *                                 │ ◂── commands ──────────────▸ │
 *
 *   its states ({@link org.purempi.launch.smpd1.Smpd1State})
 *
 *   READING_CHALLENGE_RESPONSE ─accepted─▸ READING_SESSION_REQUEST ─process─▸ READING_PROCESS_HEADER
 *       │ rejected                 rejected │         │ smpd                        │ header
 *       │                                   │  READING_CONSOLE_HEADER            MANAGER ─close─▸ CLOSING
 *       │                                   │         │ header                      │ closed       │ closed
 *       ▼                                   ▼         ▼                             ▼              ▼
 *     DONE ◂──────────────────────────────DONE ◂── CONSOLE                        DONE           DONE
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.smpd1;
