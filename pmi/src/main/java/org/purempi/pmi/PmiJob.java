package org.purempi.pmi;

import java.util.List;

/**
 * What a server tells its ranks about their job.
 *
 * @param kvsName name of the key-value space
 * @param appnums for each rank, which of the launcher's programs it is
 * @param universeSize how many processes could run in all
 * @param processMapping which ranks share a host, in MPICH's notation: (vector,(host,hosts,ranks))
 */
public record PmiJob(
    String kvsName, List<Integer> appnums, int universeSize, String processMapping) {
  /** Keeps a copy that nobody changes. */
  public PmiJob {
    appnums = List.copyOf(appnums);
  }

  /** A job whose ranks all run on one host. */
  public static PmiJob onOneHost(String id, List<Integer> appnums, int universeSize) {
    String mapping = "(vector,(0,1,%d))".formatted(appnums.size());
    return new PmiJob(PmiServer.NAME_PREFIX + id, appnums, universeSize, mapping);
  }

  /** The number of ranks. */
  public int size() {
    return appnums.size();
  }
}
