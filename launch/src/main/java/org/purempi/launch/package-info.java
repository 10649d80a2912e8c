/**
 * The program mpiexec: a job from its first rank to its end.
 *
 * <p>Floor 7, the top of the launcher; it knows nothing of the library. It is a program, not an
 * API: its entry class is {@link org.purempi.launch.Mpiexec}; smpd's is {@link
 * org.purempi.launch.service.Smpd}.
 *
 * <pre>
 *   mpiexec ── Job ── Sites ─┬─ LocalSite                    this host
 *                            ├─ RemoteSite, RemoteSite, …    another host each
 *                            │     │ commands of smpd over the streams of ssh
 *                            │  Manager ── LocalSite         there, in bin/smpd
 *                            └─ Smpd1Site, …                 hosts of MPICH 3.0's daemons
 * </pre>
 *
 * What happens to ranks travels up as {@link org.purempi.launch.site.Event}s, from a manager as
 * commands; {@code Job} alone judges.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch;
