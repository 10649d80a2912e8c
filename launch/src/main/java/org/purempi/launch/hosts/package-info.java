/**
 * Which hosts a job may use and which rank goes where: parsers of every way in which hosts are
 * named, and placement. Pure: no host is asked, no name is looked up.
 *
 * <p>Floor 0 of the launcher: it uses nothing of ours. Everything here is immutable, so any thread
 * may call it. Entry classes are {@link org.purempi.launch.hosts.HostSource} and {@link
 * org.purempi.launch.hosts.RankPlacement}.
 *
 * <pre>
 *   -hosts a:2,b  ──▸ HostWords ─┐
 *   -hostfile F   ──▸ HostFile  ─┼─▸ HostList ──▸ Placement: rank ▸ host, PMI_process_mapping
 *   SLURM_*, …    ──▸ HostSource ┘
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.hosts;
