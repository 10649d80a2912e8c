/**
 * Ranks as JVMs of one host: the rings of {@code org.purempi.memory} over one file in shared memory
 * that all of them map.
 *
 * <pre>
 *   0      header: magic, version, ranks, sizes, how many have opened it, words of the heap, processors
 *   4096   board: bells and inboxes of all ranks
 *   then   heap: pair rings and reserved regions, made when needed
 * </pre>
 *
 * <p>The file is sparse, belongs to its user alone (0600) and has no name: it is unlinked as soon
 * as it exists, and the other ranks open it through {@code /proc/<pid>/fd} of its creator, so
 * nothing can be left behind. A store into a page that the file system cannot provide would kill
 * the JVM; therefore every part is first written with zeros through the file, which fails with an
 * ordinary "no space left", and only then touched through the mapping.
 *
 * <p>Waking a sleeper is a futex call where native access is granted; else sleepers look again by
 * themselves, see {@code ShmDoorbell}. Mapping, polling and sending never need native access.
 *
 * <p>Floor: a transport, above {@code org.purempi.memory} and {@code org.purempi.os}. Thread rule:
 * that of {@link org.purempi.transport.Transport}. Entry class: {@link
 * org.purempi.transport.shm.ShmTransport}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.transport.shm;
