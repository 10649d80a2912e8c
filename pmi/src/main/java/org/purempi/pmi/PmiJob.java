package org.purempi.pmi;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a server tells its ranks about their job.
 *
 * @param kvsName name of the key-value space
 * @param appnums for each rank, which of the launcher's programs it is
 * @param universeSize how many processes could run in all
 * @param processMapping which ranks share a host, in MPICH's notation: (vector,(host,hosts,ranks));
 *     empty if that is not known
 * @param served the ranks that this server serves; all, or those of its host
 * @param isSpawned whether another world has spawned it
 * @param preput pairs that are in the space from the beginning, as they go over the wire
 */
public record PmiJob(
    String kvsName,
    List<Integer> appnums,
    int universeSize,
    String processMapping,
    Set<Integer> served,
    boolean isSpawned,
    Map<String, String> preput) {
  /** Keeps a copy that nobody changes. */
  public PmiJob {
    appnums = List.copyOf(appnums);
    served = Set.copyOf(served);
    preput = Map.copyOf(preput);
  }

  /** A job that nobody has spawned. */
  public PmiJob(
      String kvsName,
      List<Integer> appnums,
      int universeSize,
      String processMapping,
      Set<Integer> served) {
    this(kvsName, appnums, universeSize, processMapping, served, false, Map.of());
  }

  /** The same job where some of its ranks are served. */
  public PmiJob serving(Set<Integer> some) {
    return new PmiJob(kvsName, appnums, universeSize, processMapping, some, isSpawned, preput);
  }

  /** A job whose ranks all run on one host. */
  public static PmiJob onOneHost(String id, List<Integer> appnums, int universeSize) {
    String mapping = "(vector,(0,1,%d))".formatted(appnums.size());
    Set<Integer> all = IntStream.range(0, appnums.size()).boxed().collect(Collectors.toSet());
    return new PmiJob(PmiServer.NAME_PREFIX + id, appnums, universeSize, mapping, all);
  }

  /** Whether one server serves the whole job. */
  public boolean isWhole() {
    return served.size() == size();
  }

  /** The number of ranks. */
  public int size() {
    return appnums.size();
  }
}
