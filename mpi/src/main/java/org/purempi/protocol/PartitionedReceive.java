package org.purempi.protocol;

import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.MpiTruncationException;
import org.purempi.Status;
import org.purempi.layout.Layout;

/** The receiver's side of a partitioned message (section 4.2.2). */
public final class PartitionedReceive extends StagedOperation {
  private enum Stage {
    ANNOUNCEMENT,
    DATA,
    UNPACK
  }

  private final Engine engine;
  private final Peers peers;
  private final Buf buf;
  private final int partitions;
  private final int source;
  private final int tag;
  private final long[] announcement = new long[Partitioned.ANNOUNCED];
  private final Operation announced;
  private final List<Operation> arriving = new ArrayList<>();
  private Stage stage = Stage.ANNOUNCEMENT;

  /** Where data goes: the buffer, or memory beside it if partitions end inside its elements. */
  private Buf target;

  /** Takes its place among the receives that announcements are matched to. */
  public PartitionedReceive(Peers peers, Buf buf, int partitions, int source, int tag) {
    super(peers.engine());
    this.engine = peers.engine();
    this.peers = peers;
    this.buf = buf;
    this.target = buf;
    this.partitions = partitions;
    this.source = source;
    this.tag = tag;
    this.announced =
        engine
            .receiving()
            .start(
                engine.receiving().prepared(peers),
                peers,
                peers.announcedContext(),
                Buf.of(announcement),
                source,
                tag);
  }

  @Override
  protected void rewind() {
    stage = Stage.ANNOUNCEMENT;
    arriving.clear();
  }

  @Override
  protected boolean next() {
    switch (stage) {
      case ANNOUNCEMENT -> {
        await(announced);
        stage = Stage.DATA;
      }
      case DATA -> {
        begin();
        stage = Stage.UNPACK;
      }
      case UNPACK -> {
        if (target != buf) {
          Layout.copy(target, buf);
        }
        return false;
      }
    }
    return true;
  }

  private int theirPartitions() {
    return (int) announcement[Partitioned.ANNOUNCED_PARTITIONS];
  }

  private void begin() {
    long bytes = announcement[Partitioned.ANNOUNCED_BYTES];
    if (bytes > buf.bytes()) {
      throw new MpiTruncationException(
          "rank "
              + peers.rank()
              + ": the partitioned message from rank "
              + source
              + " on "
              + peers.label()
              + " has "
              + bytes
              + " bytes, but the buffer holds "
              + buf.bytes());
    }
    long each = bytes / theirPartitions();
    target = choose(each, bytes);
    long unit = Math.max(1, target.datatype().size());
    Receiving receiving = engine.receiving();
    for (int i = 0; i < theirPartitions(); i++) {
      Buf part = target.slice(i * each / unit, each / unit);
      int tagOfPart = (int) announcement[Partitioned.ANNOUNCED_TAG] - i;
      Operation op =
          receiving.begin(
              receiving.prepared(peers),
              peers,
              peers.announcedContext(),
              part,
              source,
              tagOfPart,
              0,
              false);
      arriving.add(op);
      await(op);
    }
  }

  private Buf choose(long each, long bytes) {
    if (Layout.contiguous(buf.datatype())) {
      return buf.asBytes();
    }
    long size = buf.datatype().size();
    return size > 0 && each % size == 0 ? buf : Layout.scratch(Datatype.BYTE, bytes);
  }

  /** The whole message's. */
  @Override
  public Status status() {
    long bytes = Math.min(announcement[Partitioned.ANNOUNCED_BYTES], buf.bytes());
    return new Status(source, tag, bytes, false, errorClass());
  }

  /** Whether a partition of this side is complete; makes progress. */
  public boolean arrived(int partition) {
    if (engine.waiting().test(this)) {
      return true;
    }
    boolean[] all = {false};
    engine.locked(() -> all[0] = isDone() || arrivedInside(partition));
    return all[0];
  }

  private boolean arrivedInside(int partition) {
    if (arriving.isEmpty() || (target != buf && target.base() != buf.base())) {
      return false;
    }
    long bytes = announcement[Partitioned.ANNOUNCED_BYTES];
    long theirs = Math.max(1, bytes / theirPartitions());
    long mine = buf.bytes() / partitions;
    long end = Math.min(bytes, (partition + 1) * mine);
    for (long at = partition * mine / theirs; at * theirs < end; at++) {
      if (!arriving.get((int) at).isDone()) {
        return false;
      }
    }
    return true;
  }
}
