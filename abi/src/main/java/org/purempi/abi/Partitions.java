package org.purempi.abi;

import java.util.function.Consumer;
import org.purempi.PartitionedRequest;

/** Messages in partitions (chapter 4). */
final class Partitions {
  private Partitions() {}

  static void psendInit(
      long buf,
      int partitions,
      long count,
      long type,
      int dest,
      int tag,
      long comm,
      long info,
      long request) {
    CommHandle c = Table.comm(comm);
    var unused = Table.info(info); // no hint is defined
    RequestHandle.put(
        request,
        c,
        c.get().psendInit(Bufs.blocks(buf, count, partitions, type), partitions, dest, tag));
  }

  static void precvInit(
      long buf,
      int partitions,
      long count,
      long type,
      int source,
      int tag,
      long comm,
      long info,
      long request) {
    CommHandle c = Table.comm(comm);
    var unused = Table.info(info); // no hint is defined
    RequestHandle.put(
        request,
        c,
        c.get().precvInit(Bufs.blocks(buf, count, partitions, type), partitions, source, tag));
  }

  static void pready(int partition, long request) {
    on(request, r -> r.pready(partition));
  }

  static void preadyRange(int low, int high, long request) {
    on(request, r -> r.preadyRange(low, high));
  }

  static void preadyList(int length, Numbers partitions, long request) {
    on(request, r -> r.preadyList(partitions.toInts(length)));
  }

  /** Of a request that is not active, or null, all has arrived (section 4.2.2). */
  static void parrived(long request, int partition, Numbers flag) {
    if (request == Constants.REQUEST_NULL) {
      flag.set(1);
      return;
    }
    on(request, r -> flag.set(r.parrived(partition) ? 1 : 0));
  }

  /** Errors are tied to the communicator of the request. */
  private static void on(long request, Consumer<PartitionedRequest> call) {
    RequestHandle r = Table.REQUESTS.get(request);
    try {
      call.accept(r.partitioned());
    } catch (RuntimeException e) {
      throw new Raise.Tied(r.owner(), e);
    }
  }
}
