package org.purempi.learn.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.VBuf;
import org.purempi.learn.ElementType;

/**
 * The ranks of a host sum first, each a part of the numbers; then ranks with the same part on all
 * hosts; then those of a host give each other their parts. So every number crosses the network once
 * for each host and not for each rank.
 */
final class HierarchicalSummation implements Exchange.Summation {
  private final Arena arena = Arena.ofShared();
  private final List<PersistentRequest> stages;
  private int stage;

  private HierarchicalSummation(Hosts hosts, MemorySegment gradient, ElementType type) {
    Datatype datatype = type == ElementType.FLOAT64 ? Datatype.DOUBLE : Datatype.FLOAT;
    long count = gradient.byteSize() / type.bytes();
    Communicator local = hosts.local();
    long[] counts = ScatterSummation.counts(count, local.size());
    long mine = counts[local.rank()];
    Buf part = Buf.of(arena.allocate(Math.max(1, mine) * type.bytes(), 64), mine, datatype);
    Buf all = Buf.of(gradient, count, datatype);
    stages =
        List.of(
            local.reduceScatterInit(all, part, counts, Op.SUM),
            hosts.cross().allreduceInit(Buf.IN_PLACE, part, Op.SUM),
            local.allgathervInit(part, VBuf.of(all, counts)));
  }

  /** By hosts if all have as many ranks, and more than one; else an allreduce. */
  static Exchange.Summation of(Communicator comm, MemorySegment gradient, ElementType type) {
    Hosts hosts = Hosts.of(comm);
    return hosts.areWorthIt() && type.bytes() > Short.BYTES
        ? new HierarchicalSummation(hosts, gradient, type)
        : new FullSummation(comm, gradient, type);
  }

  @Override
  public void start() {
    stage = 0;
    stages.getFirst().start();
  }

  @Override
  public void advance() {
    if (stages.get(stage).getStatus().isPresent() && stage + 1 < stages.size()) {
      next();
    }
  }

  private void next() {
    stages.get(stage++).waitFor();
    stages.get(stage).start();
  }

  @Override
  public void finish() {
    while (stage + 1 < stages.size()) {
      next();
    }
    stages.get(stage).waitFor();
  }

  @Override
  public void close() {
    stages.forEach(PersistentRequest::free);
    arena.close();
  }
}
