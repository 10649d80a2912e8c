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
import org.purempi.learn.named.HostRanks;

/** Persistent collectives, one after the other. */
class StagedSummation implements Exchange.Summation {
  private final Arena arena;
  private final List<PersistentRequest> stages;
  private int stage;

  /**
   * @param arena of memory that the stages need; closed with this
   */
  StagedSummation(Arena arena, PersistentRequest... stages) {
    this.arena = arena;
    this.stages = List.of(stages);
  }

  /** An allreduce in place. */
  static Exchange.Summation whole(Communicator comm, MemorySegment gradient, ElementType type) {
    if (type.bytes() == Short.BYTES) {
      throw new IllegalArgumentException(
          "gradients of " + type + " are summed by Exchange.half(" + type + ")");
    }
    Buf all = buffer(gradient, type);
    return new StagedSummation(Arena.ofShared(), comm.allreduceInit(Buf.IN_PLACE, all, Op.SUM));
  }

  /**
   * The ranks of a host sum first, each a part of the numbers; then ranks with the same part on all
   * hosts; then those of a host give each other their parts. So every number crosses the network
   * once for each host and not for each rank. Where that is no gain, an allreduce.
   */
  static Exchange.Summation byHosts(Communicator comm, MemorySegment gradient, ElementType type) {
    HostRanks hosts = Hosts.of(comm);
    if (!Hosts.areWorthIt(hosts) || type.bytes() == Short.BYTES) {
      return whole(comm, gradient, type);
    }
    Arena arena = Arena.ofShared();
    Communicator local = hosts.local();
    Buf all = buffer(gradient, type);
    long[] counts = ScatterSummation.counts(all.count(), local.size());
    long mine = counts[local.rank()];
    Buf part = buffer(arena.allocate(mine * type.bytes(), 64), type);
    return new StagedSummation(
        arena,
        local.reduceScatterInit(all, part, counts, Op.SUM),
        hosts.cross().allreduceInit(Buf.IN_PLACE, part, Op.SUM),
        local.allgathervInit(part, VBuf.of(all, counts)));
  }

  private static Buf buffer(MemorySegment numbers, ElementType type) {
    Datatype datatype = type == ElementType.FLOAT64 ? Datatype.DOUBLE : Datatype.FLOAT;
    return Buf.of(numbers, numbers.byteSize() / type.bytes(), datatype);
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
