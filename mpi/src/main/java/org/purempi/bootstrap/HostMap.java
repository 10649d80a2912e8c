package org.purempi.bootstrap;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Which ranks of a job share a host. */
final class HostMap {
  private static final String BLOCK = "\\((\\d{1,9}),(\\d{1,9}),(\\d{1,9})\\)";
  private static final Pattern MAPPING = Pattern.compile("\\(vector(," + BLOCK + ")+\\)");
  private static final Pattern BLOCKS = Pattern.compile(BLOCK);

  private final int[] hostOf;

  private HostMap(int[] hostOf) {
    this.hostOf = hostOf;
  }

  /** All ranks are on one host. */
  static HostMap oneHost(int ranks) {
    return new HostMap(new int[ranks]);
  }

  /**
   * The hosts in the order of the ranks, as in {@code 0,0,1,1}; the names of equal hosts are equal.
   *
   * @throws IllegalArgumentException if there are not as many as ranks
   */
  static HostMap ofNames(String[] names) {
    int[] hostOf = new int[names.length];
    for (int rank = 0; rank < names.length; rank++) {
      hostOf[rank] = Arrays.asList(names).indexOf(names[rank]);
    }
    return new HostMap(hostOf);
  }

  /**
   * MPICH's notation for the value of {@code PMI_process_mapping}: blocks (first host, hosts, ranks
   * on each), used one after the other, again and again, until every rank has a host. For example
   * {@code (vector,(0,1,3),(1,1,1))}: three ranks on host 0, one on host 1.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static HostMap ofMapping(String mapping, int ranks) {
    String text = mapping.replace(" ", "");
    if (!MAPPING.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + mapping + "' maps no ranks to hosts");
    }
    int[] hostOf = new int[ranks];
    int rank = 0;
    while (rank < ranks) {
      int before = rank;
      Matcher block = BLOCKS.matcher(text);
      while (block.find()) {
        int first = Integer.parseInt(block.group(1));
        int hosts = Integer.parseInt(block.group(2));
        int each = Integer.parseInt(block.group(3));
        for (int host = 0; host < hosts && rank < ranks && each > 0; host++) {
          int end = (int) Math.min(ranks, (long) rank + each);
          Arrays.fill(hostOf, rank, end, first + host);
          rank = end;
        }
      }
      if (rank == before) {
        throw new IllegalArgumentException("'" + mapping + "' maps no rank to a host");
      }
    }
    return new HostMap(hostOf);
  }

  /** Whether all are on one. */
  boolean isOneHost() {
    return Arrays.stream(hostOf).allMatch(host -> host == hostOf[0]);
  }

  /** The ranks on the host of this one, in ascending order. */
  int[] sharingWith(int rank) {
    return IntStream.range(0, hostOf.length).filter(r -> hostOf[r] == hostOf[rank]).toArray();
  }

  @Override
  public String toString() {
    return Arrays.toString(hostOf);
  }
}
