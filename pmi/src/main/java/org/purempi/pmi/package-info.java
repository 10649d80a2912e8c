/**
 * PMI-1 as MPICH's programs speak it: words, client, server, key-value space; and a client of
 * PMI-2, as Slurm serves it.
 *
 * <p>Floor: above {@code org.purempi.os}, below everything that starts or joins a job. A launched
 * rank enters through {@link org.purempi.pmi.PmiClient#fromEnvironment}, a launcher through {@link
 * org.purempi.pmi.PmiServer#start}. A client may be used by any thread; the server has one thread
 * of its own, and calls its listener on it.
 *
 * <p>On the wire a message is one line, the first word names it, the order of the others is free:
 *
 * <pre>
 *   rank → launcher   cmd=put kvsname=K key=addr-3 value=127.0.0.1:4711\n
 *   launcher → rank   cmd=put_result rc=0 msg=success\n
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.pmi;
