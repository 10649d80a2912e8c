/**
 * The ranks of other hosts: how a manager gets there (ssh, srun, kubectl, a daemon), the connection
 * to it, and what it does there.
 *
 * <p>Floor 4 of the launcher. The entry classes are {@link org.purempi.launch.remote.Managers}, of
 * mpiexec, and {@link org.purempi.launch.remote.Manager}, on the other host.
 *
 * <pre>
 *   mpiexec                                      another host
 *   Managers ── RemoteSite                       Manager ── LocalSite
 *       └─ Switchboard ── ManagerLink ══ ssh ══ ManagerLink ── Switchboard
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.remote;
