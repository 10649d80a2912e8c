package org.purempi.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Request;
import org.purempi.SplitType;
import org.purempi.Status;

/** Who keeps a copy of whose piece: a rank on another host where there is one. */
final class Partners {
  private static final int LENGTHS = 3;
  private static final int DATA = 4;

  private final Communicator comm;
  private final ImageMemory memory;
  private final int keeper;
  private final int ward;

  /**
   * Chooses them; collective.
   *
   * @param memory what copies of others lie in
   */
  Partners(Communicator comm, ImageMemory memory) {
    this.comm = comm;
    this.memory = memory;
    int[] partners = choose(hosts(comm));
    this.keeper = partners[comm.rank()];
    this.ward = IntStream.range(0, partners.length).filter(r -> partners[r] == comm.rank()).sum();
  }

  /** For each rank the first rank on its host. */
  private static int[] hosts(Communicator comm) {
    try (Communicator host = comm.splitType(SplitType.SHARED, 0)) {
      int first = comm.rank();
      if (host != null) {
        first = host.bcast(comm.rank(), 0);
      }
      return comm.allgather(first);
    }
  }

  /**
   * For each rank who keeps its copy: ranks stand host by host, and the keeper as many places
   * further as the largest host has ranks; on one host, half of all.
   *
   * @param hosts for each rank something that only ranks of its host have
   */
  static int[] choose(int[] hosts) {
    int size = hosts.length;
    Integer[] order =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.<Integer>comparingInt(r -> hosts[r]).thenComparing(r -> r))
            .toArray(Integer[]::new);
    int most =
        (int)
            Arrays.stream(hosts)
                .mapToLong(host -> Arrays.stream(hosts).filter(other -> other == host).count())
                .max()
                .orElse(1);
    int shift = most < size ? most : size / 2;
    int[] partners = new int[size];
    for (int i = 0; i < size; i++) {
      partners[order[i]] = order[(i + shift) % size];
    }
    return partners;
  }

  /** Gives this rank's piece to its keeper and takes that of another; collective. */
  Image exchange(Image own) {
    int items = own.lengths.size();
    long[] lengths = own.lengths.stream().mapToLong(n -> n).toArray();
    long[] theirs = new long[items];
    comm.sendrecv(lengths, keeper, LENGTHS, theirs, ward, LENGTHS);
    List<Long> others = Arrays.stream(theirs).boxed().toList();
    var image = new Image(memory, own.id, ward, own.ranks, own.shapes, others);
    var requests = new ArrayList<Request<Status>>();
    requests.add(comm.irecv(Buf.of(image.data), ward, DATA));
    requests.add(comm.isend(Buf.of(own.data), keeper, DATA));
    var unused = Request.waitAll(requests); // if it throws, a message may still come: memory stays
    return image;
  }

  /** Whether somebody else keeps this rank's copy. */
  boolean isAny() {
    return keeper != comm.rank();
  }
}
