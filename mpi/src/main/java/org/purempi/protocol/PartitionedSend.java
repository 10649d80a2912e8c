package org.purempi.protocol;

import java.util.BitSet;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Status;

/** The sender's side of a partitioned message (section 4.2.1). */
public final class PartitionedSend extends StagedOperation {
  private final Engine engine;
  private final Peers peers;
  private final Buf buf;
  private final int partitions;
  private final int dest;
  private final int firstTag;

  /** Done when the last partition is ready: keeps the only stage open until then. */
  private final Promise allReady = new Promise(() -> Status.EMPTY, null, -1);

  private final BitSet ready = new BitSet();

  /** Announces the message to its receiver. */
  public PartitionedSend(Peers peers, Buf buf, int partitions, int dest, int tag) {
    super(peers.engine());
    this.engine = peers.engine();
    this.peers = peers;
    this.buf = buf;
    this.partitions = partitions;
    this.dest = dest;
    this.firstTag = peers.announcedTags(partitions);
    long[] announcement = new long[Partitioned.ANNOUNCED];
    announcement[Partitioned.ANNOUNCED_PARTITIONS] = partitions;
    announcement[Partitioned.ANNOUNCED_BYTES] = buf.bytes();
    announcement[Partitioned.ANNOUNCED_TAG] = firstTag;
    Buf buffer = Buf.of(announcement);
    engine.sending().start(peers, peers.announcedContext(), buffer, dest, tag, Urgency.AT_ONCE);
  }

  @Override
  protected void rewind() {
    ready.clear();
    allReady.prepare();
  }

  @Override
  protected boolean next() {
    await(allReady);
    return false;
  }

  /** A partition may be sent; any thread. */
  public void ready(int partition) {
    engine.locked(() -> readyInside(partition));
  }

  private void readyInside(int partition) {
    if (partition < 0 || partition >= partitions) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "pready: partition " + partition + " of " + partitions);
    }
    if (ready.get(partition)) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "pready: partition " + partition + " was ready before");
    }
    long count = buf.count() / partitions;
    Buf part = buf.slice(partition * count, count);
    send(peers, peers.announcedContext(), part, dest, firstTag - partition);
    ready.set(partition); // not before: if its buffer could not be read it can be repeated
    if (ready.cardinality() == partitions) {
      engine.progress.complete(allReady);
    }
  }
}
